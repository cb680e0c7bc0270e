// Parts that travel as one: joined, and told apart again.

/** The parts as one stretch: one that is alone as it is, others copied. */
export function joinParts(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1) return parts[0] as Uint8Array;
  const out = new Uint8Array(sumOf(parts.map((part) => part.length)));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Parts of these lengths that came back as one stretch, each in a buffer of its own. */
export function splitParts(stretch: Uint8Array<ArrayBuffer>, lengths: readonly number[]): Uint8Array<ArrayBuffer>[] {
  if (lengths.length === 1) return [stretch];
  let at = 0;
  return lengths.map((length) => stretch.slice(at, (at += length)));
}

export function sumOf(lengths: readonly number[]): number {
  let sum = 0;
  for (const length of lengths) sum += length;
  return sum;
}
