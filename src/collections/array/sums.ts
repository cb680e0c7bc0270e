// Sums that lose little: pairwise as NumPy's, so that the error grows with the logarithm of how many there are.
import type { DataArray, NumberArray } from "./dtype.ts";

/** Data seen as [outer][n][inner]: the axis in the middle is reduced. */
export interface Along {
  readonly outer: number;
  readonly n: number;
  readonly inner: number;
}

export function sumAlong(data: NumberArray, along: Along): Float64Array {
  const { outer, n, inner } = along;
  const sums = new Float64Array(outer * inner);
  if (n === 0) return sums;
  if (inner === 1) for (let o = 0; o < outer; o++) sums[o] = pairwiseSum(data, o * n, n);
  else for (let o = 0; o < outer; o++) sumRows(data, o * n * inner, { ...along, outer: o }, sums);
  return sums;
}

const BLOCK = 128;

/** The sum of `n` numbers from `at` on. */
function pairwiseSum(data: NumberArray, at: number, n: number): number {
  if (n > BLOCK) {
    const half = Math.floor(n / 2 / 8) * 8;
    return pairwiseSum(data, at, half) + pairwiseSum(data, at + half, n - half);
  }
  if (n < 8) {
    let sum = 0;
    for (let i = at; i < at + n; i++) sum += data[i] as number;
    return sum;
  }
  let [a, b, c, d] = [0, 0, 0, 0];
  let i = at;
  for (const end = at + n - 3; i < end; i += 4) {
    a += data[i] as number;
    b += data[i + 1] as number;
    c += data[i + 2] as number;
    d += data[i + 3] as number;
  }
  let sum = a + b + (c + d);
  for (; i < at + n; i++) sum += data[i] as number;
  return sum;
}

/** Row after row, in groups, so that no sum is added to more often than it must be; `outer` is the place of the result. */
function sumRows(data: NumberArray, at: number, { outer, n, inner }: Along, sums: Float64Array): void {
  const group = new Float64Array(inner);
  const target = sums.subarray(outer * inner, (outer + 1) * inner);
  for (let first = 0; first < n; first += BLOCK) {
    group.fill(0);
    for (let row = first; row < Math.min(n, first + BLOCK); row++) {
      const start = at + row * inner;
      for (let i = 0; i < inner; i++) group[i] = (group[i] as number) + (data[start + i] as number);
    }
    for (let i = 0; i < inner; i++) target[i] = (target[i] as number) + (group[i] as number);
  }
}

/** Folds along the axis from `first` on; for kinds without a loop of their own. */
export function foldAlong<T extends DataArray>(
  data: T,
  { outer, n, inner }: Along,
  out: T,
  step: (a: T[number], b: T[number]) => T[number],
): T {
  for (let o = 0; o < outer; o++) {
    for (let row = 0; row < n; row++) {
      const start = (o * n + row) * inner;
      for (let i = 0; i < inner; i++) {
        const at = o * inner + i;
        out[at] = step(out[at] as T[number], data[start + i] as T[number]) as never;
      }
    }
  }
  return out;
}
