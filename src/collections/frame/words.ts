// Sorting keys as words: each column of a key becomes unsigned words of 32 bits whose order, least significant first, is
// the order of its values. -0 and 0 are the same, NaN is above all numbers, what is missing comes last in either direction.
// Texts are in the order of their code points.
import type { Column } from "./table.ts";

/** How rows are ordered by one column. */
export interface SortKey {
  readonly name: string;
  readonly descending: boolean;
}

/** The words of a column, least significant first. */
export function wordsOfColumn(column: Column, descending: boolean): Uint32Array[] {
  const words = valueWords(column);
  if (descending)
    for (const word of words) for (let row = 0; row < word.length; row++) word[row] = ~(word[row] as number);
  const { valid } = column;
  if (valid?.includes(0)) {
    for (const word of words) for (let row = 0; row < word.length; row++) if (valid[row] === 0) word[row] = 0;
    words.push(Uint32Array.from(valid, (isThere) => 1 - isThere));
  }
  return words;
}

function valueWords(column: Column): Uint32Array[] {
  switch (column.type) {
    case "f64":
    case "timestamp":
      return floatWords(column.values as Float64Array);
    case "f32":
      return floatWords(new Float64Array(column.values as Float32Array));
    case "i64":
      return bigWords(column.values as BigInt64Array);
    case "string": {
      const ranks = rankTexts(column.dictionary ?? []);
      const codes = column.values as Uint32Array;
      const word = new Uint32Array(codes.length);
      for (let row = 0; row < codes.length; row++) word[row] = ranks[codes[row] as number] ?? 0;
      return [word];
    }
    default: {
      // Whole numbers of at most 32 bits: the sign is turned round.
      const offset = column.type.startsWith("i") ? 0x8000_0000 : 0;
      const values = column.values as Int32Array;
      const word = new Uint32Array(values.length);
      for (let row = 0; row < values.length; row++) word[row] = (values[row] as number) + offset;
      return [word];
    }
  }
}

const LITTLE = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;
const [LOW, HIGH] = LITTLE ? [0, 1] : [1, 0];

/** Of a float whose sign is set all bits are turned round, of another the sign alone. */
function floatWords(values: Float64Array): Uint32Array[] {
  const one = new Float64Array(1);
  const bits = new Uint32Array(one.buffer);
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    const value = values[row] as number;
    one[0] = Number.isNaN(value) ? value : value + 0;
    const isNegative = (bits[HIGH] as number) >>> 31 === 1 && !Number.isNaN(value);
    low[row] = isNegative ? ~(bits[LOW] as number) : (bits[LOW] as number);
    high[row] = isNegative ? ~(bits[HIGH] as number) : ((bits[HIGH] as number) & 0x7fff_ffff) + 0x8000_0000;
  }
  return [low, high];
}

function bigWords(values: BigInt64Array): Uint32Array[] {
  const bits = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
  const low = new Uint32Array(values.length);
  const high = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    low[row] = bits[2 * row + LOW] as number;
    high[row] = (bits[2 * row + HIGH] as number) + 0x8000_0000;
  }
  return [low, high];
}

/** The place of each text in the order of all. */
function rankTexts(texts: readonly string[]): Uint32Array {
  const order = Array.from(texts, (_, code) => code);
  order.sort((a, b) => compareTexts(texts[a] as string, texts[b] as string));
  const ranks = new Uint32Array(texts.length);
  order.forEach((code, rank) => {
    ranks[code] = rank;
  });
  return ranks;
}

/** By code points: surrogates stand for code points above all others. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const one = a.charCodeAt(i);
    const other = b.charCodeAt(i);
    if (one === other) continue;
    return lift(one) - lift(other);
  }
  return a.length - b.length;
}

const lift = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x1_0000 : unit);

/** The numbers of the rows in the order of their words (most significant last); equal rows stay as they are. */
export function sortedRows(words: readonly Uint32Array[], rows: number): Uint32Array {
  let order = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  if (rows <= FEW) return order.sort((a, b) => compareRows(words, a, b) || a - b);
  let spare = new Uint32Array(rows);
  for (const word of words) {
    for (const shift of [0, 16]) {
      if (!countDigits(word, shift)) continue;
      for (let i = 0; i < rows; i++) {
        const row = order[i] as number;
        const digit = ((word[row] as number) >>> shift) & 0xffff;
        const start = STARTS[digit] as number;
        spare[start] = row;
        STARTS[digit] = start + 1;
      }
      [order, spare] = [spare, order];
    }
  }
  return order;
}

/** Rows up to which comparing costs less than counting digits. */
const FEW = 2_000;
/** Radix sort by 16 bits at a time: where the rows of each digit begin. */
const STARTS = new Uint32Array(0x1_0000);

/** Fills `STARTS`; false if all rows have the same digit. */
function countDigits(word: Uint32Array, shift: number): boolean {
  STARTS.fill(0);
  for (let row = 0; row < word.length; row++) {
    const digit = ((word[row] as number) >>> shift) & 0xffff;
    STARTS[digit] = (STARTS[digit] as number) + 1;
  }
  if (word.length === 0 || STARTS[((word[0] as number) >>> shift) & 0xffff] === word.length) return false;
  let start = 0;
  for (let digit = 0; digit < STARTS.length; digit++) {
    const count = STARTS[digit] as number;
    STARTS[digit] = start;
    start += count;
  }
  return true;
}

/** Below 0 if row `a` comes before row `b`. */
export function compareRows(words: readonly Uint32Array[], a: number, b: number): number {
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i] as Uint32Array;
    const difference = (word[a] as number) - (word[b] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
