// The lines of a slice of a file of JSON lines: those that begin in it. A line's end is never inside of a text, so cuts
// need no scan.
import type { Source } from "../source.ts";
import { readRange, sizeOfSource } from "../source.ts";

const END = 10;
const MORE = 64 * 1024;

/** Bytes of the lines that begin at `from` to `to`, and where they begin. */
export async function linesOf(
  source: Source,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<{ readonly bytes: Uint8Array; readonly start: number }> {
  const size = sizeOfSource(source);
  const before = Math.min(from, 1);
  let bytes = await readRange(source, from - before, to);
  const first = from === 0 ? 0 : bytes.indexOf(END) + 1;
  if (from > 0 && first === 0) return { bytes: new Uint8Array(0), start: to };
  const start = from - before + first;
  if (start >= to) return { bytes: new Uint8Array(0), start: to };
  let end = to;
  while (end < size && bytes.at(-1) !== END) {
    const more = await readRange(source, end, Math.min(size, end + MORE));
    const at = more.indexOf(END);
    const rest = at < 0 ? more : more.subarray(0, at + 1);
    const longer = new Uint8Array(bytes.length + rest.length);
    longer.set(bytes);
    longer.set(rest, bytes.length);
    bytes = longer;
    end += rest.length;
  }
  return { bytes: bytes.subarray(first), start };
}

/** Lines that are not empty, and where each begins in the bytes. */
export function* eachLine(bytes: Uint8Array): Generator<{ readonly text: string; readonly at: number }> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; ) {
    const found = bytes.indexOf(END, at);
    const end = found < 0 ? bytes.length : found;
    const text = decoder.decode(bytes.subarray(at, end));
    if (text.trim() !== "") yield { text, at };
    at = end + 1;
  }
}
