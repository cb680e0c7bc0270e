// Amounts of memory as people read them.

/** Bytes in words: "512 MB". */
export function describeBytes(bytes: number): string {
  const unit = [1e9, 1e6, 1e3].find((each) => bytes >= each);
  if (unit === undefined) return `${bytes} B`;
  const name = unit === 1e9 ? "GB" : unit === 1e6 ? "MB" : "kB";
  return `${Number((bytes / unit).toPrecision(3))} ${name}`;
}
