// Loops over rows that add up by group: `codes` gives each row its group, -1 none.
import type { Column } from "./table.ts";
import { wordsOfColumn } from "./words.ts";

export type Codes = Int32Array;

export function countRows(codes: Codes, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code >= 0) out[code] = (out[code] as number) + 1;
  }
  return out;
}

/** The codes of rows whose value is there; -1 for all others. */
export function codesWhereValid(codes: Codes, { valid }: Column): Codes {
  if (valid === undefined) return codes;
  const out = new Int32Array(codes.length);
  for (let row = 0; row < out.length; row++) out[row] = valid[row] === 1 ? (codes[row] as number) : -1;
  return out;
}

export function sumNumbers(values: Float64Array, codes: Codes, count: number): Float64Array {
  const out = new Float64Array(count);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code >= 0) out[code] = (out[code] as number) + (values[row] as number);
  }
  return out;
}

/** Wraps at 64 bits, as pandas' does. */
export function sumBig(values: BigInt64Array, codes: Codes, count: number): BigInt64Array {
  const out = new BigInt64Array(count);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code >= 0) out[code] = (out[code] as bigint) + (values[row] as bigint);
  }
  return out;
}

/** How many, their mean, and the sum of the squares of what they are apart from it. */
export interface Moments {
  readonly n: Float64Array;
  readonly mean: Float64Array;
  readonly squares: Float64Array;
}

/** Welford's way, which loses no digits to large means. */
export function momentsOf(values: Float64Array, codes: Codes, count: number): Moments {
  const [n, mean, squares] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code < 0) continue;
    const value = values[row] as number;
    const many = (n[code] as number) + 1;
    const apart = value - (mean[code] as number);
    const middle = (mean[code] as number) + apart / many;
    n[code] = many;
    mean[code] = middle;
    squares[code] = (squares[code] as number) + apart * (value - middle);
  }
  return { n, mean, squares };
}

/** Moments of parts put together: Chan's way. */
export function mergeMoments(parts: Moments, codes: Codes, count: number): Moments {
  const [n, mean, squares] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    const more = parts.n[row] as number;
    if (code < 0 || more === 0) continue;
    const before = n[code] as number;
    const many = before + more;
    const apart = (parts.mean[row] as number) - (mean[code] as number);
    n[code] = many;
    mean[code] = (mean[code] as number) + (apart * more) / many;
    squares[code] = (squares[code] as number) + (parts.squares[row] as number) + (apart * apart * before * more) / many;
  }
  return { n, mean, squares };
}

/** Of each group the row that `how` chooses, -1 if it has none with a value. NaN is below and above all numbers. */
export function chooseRows(
  how: "min" | "max" | "first" | "last",
  column: Column,
  codes: Codes,
  count: number,
): Int32Array {
  const chosen = new Int32Array(count).fill(-1);
  const isBetter = how === "first" ? never : how === "last" ? always : betterOf(how, column);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] as number;
    if (code < 0 || column.valid?.[row] === 0) continue;
    const known = chosen[code] as number;
    if (known === -1 || isBetter(row, known)) chosen[code] = row;
  }
  return chosen;
}

const never = (): boolean => false;
const always = (): boolean => true;

function betterOf(how: "min" | "max", column: Column): (row: number, known: number) => boolean {
  const { type } = column;
  const values = (type === "string" ? ranksOf(column) : column.values) as Float64Array; // or 64-bit integers: alike
  if (how === "min") {
    return (row, known) => {
      const [value, other] = [values[row] as number, values[known] as number];
      return value < other || (Number.isNaN(value) && !Number.isNaN(other));
    };
  }
  return (row, known) => {
    const [value, other] = [values[row] as number, values[known] as number];
    return value > other || (Number.isNaN(value) && !Number.isNaN(other));
  };
}

const ranksOf = (column: Column): Uint32Array => {
  const { valid: _, ...whole } = column;
  return wordsOfColumn(whole, false)[0] as Uint32Array;
};
