// Kernels of exact percentiles without gathering all values: sorted blocks give samples, samples give bounds between which
// the wanted values lie, and only what lies there is brought together.
import type { Block } from "./block.ts";
import type { Dtype, NumberArray } from "./dtype.ts";
import { castData } from "./dtype.ts";
import type { Shape } from "./shape.ts";
import { sizeOfShape } from "./shape.ts";

export interface Sorted {
  /** Without NaN. */
  readonly values: Float64Array;
  readonly hasNaN: boolean;
}

export function sortBlock(block: Block): Sorted {
  const sorted = Float64Array.from(castData(block.data, block.dtype, "f64") as NumberArray).sort();
  let end = sorted.length;
  while (end > 0 && Number.isNaN(sorted[end - 1])) end--;
  return { values: end === sorted.length ? sorted : sorted.slice(0, end), hasNaN: end < sorted.length };
}

export interface Sample {
  readonly count: number;
  readonly hasNaN: boolean;
  /** Some of the sorted values, the first and the last among them, and their indices. */
  readonly values: Float64Array;
  readonly indices: Float64Array;
}

const SAMPLES = 256;

export function sampleSorted({ values, hasNaN }: Sorted): Sample {
  const count = values.length;
  const size = Math.min(count, SAMPLES);
  const indices = Float64Array.from({ length: size }, (_, i) => Math.floor((i * (count - 1)) / Math.max(1, size - 1)));
  return { count, hasNaN, indices, values: indices.map((index) => values[index] as number) };
}

/** The values at two neighbouring ranks, and how far the percentile is from the first to the second. */
export interface Bounds {
  readonly hasNaN: boolean;
  readonly count: number;
  /** For each wanted percentile. */
  readonly ranks: readonly { readonly low: RankBounds; readonly high: RankBounds; readonly part: number }[];
}

/** The value with this index in the order of all lies from `from` to `to`. */
interface RankBounds {
  readonly rank: number;
  readonly from: number;
  readonly to: number;
}

export function boundRanks(percents: readonly number[], ...samples: readonly Sample[]): Bounds {
  const count = samples.reduce((sum, sample) => sum + sample.count, 0);
  const hasNaN = samples.some((sample) => sample.hasNaN);
  if (count === 0 || hasNaN) return { count, hasNaN, ranks: [] };
  const candidates = Float64Array.from(samples.flatMap(({ values }) => [...values])).sort();
  const ranks = percents.map((percent) => {
    const exact = (percent / 100) * (count - 1);
    const low = Math.floor(exact);
    return {
      low: boundRank(samples, candidates, low),
      high: boundRank(samples, candidates, Math.min(count - 1, low + 1)),
      part: exact - low,
    };
  });
  return { count, hasNaN, ranks };
}

/** Candidates are sorted, and what is known of their ranks grows with them. */
function boundRank(samples: readonly Sample[], candidates: Float64Array, rank: number): RankBounds {
  const from = firstIndex(candidates.length, (i) => mostBelow(samples, candidates[i] as number) > rank) - 1;
  const to = firstIndex(candidates.length, (i) => leastUpTo(samples, candidates[i] as number) > rank);
  return { rank, from: candidates[from] as number, to: candidates[to] as number };
}

/** At most so many values are below `value`. */
function mostBelow(samples: readonly Sample[], value: number): number {
  return samples.reduce((sum, { values, indices, count }) => {
    const at = firstIndex(values.length, (i) => (values[i] as number) >= value);
    return sum + (at === values.length ? count : (indices[at] as number));
  }, 0);
}

/** At least so many values are `value` or below it. */
function leastUpTo(samples: readonly Sample[], value: number): number {
  return samples.reduce((sum, { values, indices }) => {
    const at = firstIndex(values.length, (i) => (values[i] as number) > value);
    return sum + (at === 0 ? 0 : (indices[at - 1] as number) + 1);
  }, 0);
}

/** The first index from 0 up at which something holds that holds at all later ones; `length` if there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** What a block has between the bounds of each rank, low and high of each percentile in turn. */
export type Picked = readonly { readonly upToFrom: number; readonly between: Float64Array }[];

export function pickRanks({ values }: Sorted, { ranks }: Bounds): Picked {
  return ranks
    .flatMap(({ low, high }) => [low, high])
    .map(({ from, to }) => {
      const start = firstIndex(values.length, (i) => (values[i] as number) > from);
      const end = Math.max(
        start,
        firstIndex(values.length, (i) => (values[i] as number) >= to),
      );
      return { upToFrom: start, between: values.slice(start, end) };
    });
}

export interface PercentileSpec {
  readonly dtype: Dtype;
  /** () for one percentile, (n,) for a list of n. */
  readonly shape: Shape;
}

export function finishPercentiles(
  { dtype, shape }: PercentileSpec,
  bounds: Bounds,
  ...picked: readonly Picked[]
): Block {
  const data = new Float64Array(sizeOfShape(shape)).fill(Number.NaN);
  bounds.ranks.forEach(({ low, high, part }, i) => {
    const [a, b] = [low, high].map((rank, j) =>
      valueAt(
        rank,
        picked.map((own) => own[2 * i + j] as Picked[number]),
      ),
    );
    data[i] = between(a as number, b as number, part);
  });
  return { dtype, shape, data: castData(data, "f64", dtype) };
}

function valueAt({ rank, from, to }: RankBounds, picked: readonly Picked[number][]): number {
  if (from === to) return from;
  const before = picked.reduce((sum, { upToFrom }) => sum + upToFrom, 0);
  if (rank < before) return from;
  const inside = picked.reduce((sum, own) => sum + own.between.length, 0);
  if (rank >= before + inside) return to;
  const sorted = new Float64Array(inside);
  let at = 0;
  for (const own of picked) {
    sorted.set(own.between, at);
    at += own.between.length;
  }
  return sorted.sort()[rank - before] as number;
}

/** Of two values a part of the way from the first to the second, exact at both ends. */
function between(a: number, b: number, part: number): number {
  if (part === 0 || a === b) return a;
  return part < 0.5 ? a + (b - a) * part : b - (b - a) * (1 - part);
}

export interface AlongSpec {
  readonly dtype: Dtype;
  readonly percents: readonly number[];
  readonly axis: number;
  /** Of the result. */
  readonly shape: Shape;
}

/** Percentiles along one axis of a block that has all of it; the percentiles are the first axis of the result. */
export function percentilesAlong({ dtype, percents, axis, shape }: AlongSpec, block: Block): Block {
  const n = block.shape[axis] as number;
  const outer = sizeOfShape(block.shape.slice(0, axis));
  const inner = sizeOfShape(block.shape.slice(axis + 1));
  const values = castData(block.data, block.dtype, "f64") as Float64Array;
  const out = new Float64Array(percents.length * outer * inner).fill(Number.NaN);
  const line = new Float64Array(n);
  for (let at = 0; at < outer * inner; at++) {
    const start = Math.floor(at / inner) * n * inner + (at % inner);
    for (let i = 0; i < n; i++) line[i] = values[start + i * inner] as number;
    line.sort();
    if (n === 0 || Number.isNaN(line[n - 1])) continue;
    percents.forEach((percent, i) => {
      const exact = (percent / 100) * (n - 1);
      const low = Math.floor(exact);
      const [a, b] = [line[low] as number, line[Math.min(n - 1, low + 1)] as number];
      out[i * outer * inner + at] = between(a, b, exact - low);
    });
  }
  return { dtype, shape, data: castData(out, "f64", dtype) };
}
