// Hashes of keys that are the same on every worker and for every type that can carry a value: what decides to which
// partition a row goes. -0 is 0, all NaN are one, what is missing is a value.
import type { Column } from "./table.ts";

const MISSING = 0x9e37_79b9;

/** A hash of 32 bits for each row, of all columns together. */
export function rowHashes(columns: readonly Column[], rows: number): Uint32Array {
  const hashes = new Uint32Array(rows);
  for (const column of columns) {
    const more = columnHashes(column);
    for (let row = 0; row < rows; row++)
      hashes[row] = mix(Math.imul(hashes[row] as number, 31) + (more[row] as number));
  }
  return hashes;
}

export function columnHashes(column: Column): Uint32Array {
  const hashes = valueHashes(column);
  const { valid } = column;
  if (valid !== undefined) for (let row = 0; row < hashes.length; row++) if (valid[row] === 0) hashes[row] = MISSING;
  return hashes;
}

function valueHashes({ type, values, dictionary = [] }: Column): Uint32Array {
  const hashes = new Uint32Array(values.length);
  if (type === "string") {
    const ofTexts = Uint32Array.from(dictionary, textHash);
    for (let row = 0; row < hashes.length; row++) hashes[row] = ofTexts[values[row] as number] ?? 0;
  } else if (type === "i64") {
    const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
    for (let row = 0; row < hashes.length; row++) {
      hashes[row] = mix(Math.imul(words[2 * row] as number, 0x85eb_ca6b) ^ (words[2 * row + 1] as number));
    }
  } else hashNumbers(values as Float64Array, hashes);
  return hashes;
}

function hashNumbers(values: Float64Array, hashes: Uint32Array): void {
  const one = new Float64Array(1);
  const bits = new Int32Array(one.buffer);
  for (let row = 0; row < hashes.length; row++) {
    const value = values[row] as number;
    const small = value | 0;
    if (small === value) {
      hashes[row] = mix(small);
      continue;
    }
    one[0] = Number.isNaN(value) ? Number.NaN : value;
    hashes[row] = mix(Math.imul(bits[0] as number, 0x85eb_ca6b) ^ (bits[1] as number));
  }
}

/** FNV-1a over the units of the text. */
function textHash(text: string): number {
  let hash = 0x811c_9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
  return mix(hash);
}

/** The finish of MurmurHash3, which spreads every bit over all. Source: A. Appleby, public domain. */
function mix(value: number): number {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
