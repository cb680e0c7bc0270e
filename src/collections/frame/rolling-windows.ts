// Aggregates of windows, each from two halves: rows are cut into blocks as long as a window, and what is known of a block
// from its start on and to its end is put together. No value is taken away again, so nothing is lost to rounding, and a NaN
// or an infinity stays in the windows that have it.
import type { Aggregation } from "./aggregation.ts";
import { toFloats } from "./evaluate-numbers.ts";
import type { Moments } from "./group-sums.ts";
import type { Column } from "./table.ts";

export const ROLLING: ReadonlySet<Aggregation["how"]> = new Set(["count", "sum", "mean", "std", "min", "max"]);

export interface Windows {
  readonly window: number;
  readonly minPeriods: number;
  readonly rows: number;
  /** Rows at the beginning of which no aggregate is wanted. */
  readonly skip: number;
}

/** The aggregate of the window that ends with each row; missing where it has fewer values than `minPeriods`. */
export function rollColumn(how: Aggregation["how"], column: Column, windows: Windows): Column {
  const { window, minPeriods, rows, skip } = windows;
  const n = slide(presence(column, rows), window, add);
  const all = aggregatesOf(how, column, n, window);
  const values = all.slice(skip);
  const least = Math.max(minPeriods, LEAST[how] ?? 1);
  const valid = Uint8Array.from(n.subarray(skip), (count) => (count >= least ? 1 : 0));
  if (!valid.includes(0)) return { type: "f64", values };
  for (let row = 0; row < values.length; row++) if (valid[row] === 0) values[row] = 0;
  return { type: "f64", values, valid };
}

/** How many values an aggregate needs at least. */
const LEAST: Readonly<Partial<Record<Aggregation["how"], number>>> = { count: 0, sum: 0, std: 2 };

function aggregatesOf(how: Aggregation["how"], column: Column, n: Float64Array, window: number): Float64Array {
  switch (how) {
    case "sum":
      return slide(filled(column, 0), window, add);
    case "mean":
      return slide(filled(column, 0), window, add).map((sum, row) => sum / (n[row] as number));
    case "min":
      return slide(filled(column, Number.POSITIVE_INFINITY), window, Math.min);
    case "max":
      return slide(filled(column, Number.NEGATIVE_INFINITY), window, Math.max);
    case "std":
      return slideDeviations(filled(column, 0), presence(column, n.length), window);
    default:
      return n;
  }
}

const add = (a: number, b: number): number => a + b;

const presence = ({ valid }: Column, rows: number): Float64Array =>
  valid === undefined ? new Float64Array(rows).fill(1) : Float64Array.from(valid);

/** The numbers, with this one where one is missing. */
function filled(column: Column, value: number): Float64Array {
  const numbers = toFloats(column);
  const { valid } = column;
  return valid === undefined ? numbers : numbers.map((number, row) => (valid[row] === 0 ? value : number));
}

/** `together` must not depend on how values are bracketed. */
function slide(values: Float64Array, window: number, together: (a: number, b: number) => number): Float64Array {
  const rows = values.length;
  const toEnd = new Float64Array(rows);
  for (let row = rows - 1; row >= 0; row--) {
    const value = values[row] as number;
    const isLast = row === rows - 1 || (row + 1) % window === 0;
    toEnd[row] = isLast ? value : together(value, toEnd[row + 1] as number);
  }
  const out = new Float64Array(rows);
  let fromStart = 0;
  for (let row = 0; row < rows; row++) {
    const value = values[row] as number;
    fromStart = row % window === 0 ? value : together(fromStart, value);
    const first = row - window + 1;
    out[row] = first <= 0 || first % window === 0 ? fromStart : together(toEnd[first] as number, fromStart);
  }
  return out;
}

/** Standard deviations, from moments that are put together by Chan's way. */
function slideDeviations(values: Float64Array, there: Float64Array, window: number): Float64Array {
  const rows = values.length;
  const toEnd: Moments = { n: new Float64Array(rows), mean: new Float64Array(rows), squares: new Float64Array(rows) };
  for (let row = rows - 1; row >= 0; row--) {
    const isLast = row === rows - 1 || (row + 1) % window === 0;
    if (isLast) put(toEnd, row, there[row] as number, values[row] as number, 0);
    else join(toEnd, row, { n: there[row] as number, mean: values[row] as number, squares: 0 }, toEnd, row + 1);
  }
  const known: Moments = { n: new Float64Array(1), mean: new Float64Array(1), squares: new Float64Array(1) };
  const both: Moments = { n: new Float64Array(1), mean: new Float64Array(1), squares: new Float64Array(1) };
  const out = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    const own = { n: there[row] as number, mean: values[row] as number, squares: 0 };
    if (row % window === 0) put(known, 0, own.n, own.mean, 0);
    else join(known, 0, own, known, 0);
    const first = row - window + 1;
    const isWhole = first <= 0 || first % window === 0;
    if (!isWhole) join(both, 0, momentAt(toEnd, first), known, 0);
    const { n, squares } = momentAt(isWhole ? known : both, 0);
    out[row] = Math.sqrt(squares / (n - 1));
  }
  return out;
}

interface Moment {
  readonly n: number;
  readonly mean: number;
  readonly squares: number;
}

const momentAt = ({ n, mean, squares }: Moments, row: number): Moment => ({
  n: n[row] as number,
  mean: mean[row] as number,
  squares: squares[row] as number,
});

function put(to: Moments, at: number, n: number, mean: number, squares: number): void {
  to.n[at] = n;
  to.mean[at] = mean;
  to.squares[at] = squares;
}

/** Puts one moment and that of a row together into a row. */
function join(to: Moments, at: number, one: Moment, others: Moments, other: number): void {
  const more = others.n[other] as number;
  const n = one.n + more;
  if (more === 0) put(to, at, one.n, one.mean, one.squares);
  else if (one.n === 0) put(to, at, more, others.mean[other] as number, others.squares[other] as number);
  else {
    const apart = (others.mean[other] as number) - one.mean;
    const squares = one.squares + (others.squares[other] as number) + (apart * apart * one.n * more) / n;
    put(to, at, n, one.mean + (apart * more) / n, squares);
  }
}
