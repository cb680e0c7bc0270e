// groupby: of a time series with one row per second, the sum over names of the mean x, plus the sum of means over two
// seconds of the rows with x > 0 or y < 0.
import { drawGroupby } from "../graphs/families/groupby.ts";
import { alias, realGraph, sumOf } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole, FRACTION_TOLERANCE } from "./workload.ts";

export interface GroupbyOptions {
  readonly partitions: number;
  /** Rows of each partition; even, so that two seconds never lie in two partitions. */
  readonly rows: number;
  readonly seed?: number;
}

export function groupby({ partitions, rows, seed = 0 }: GroupbyOptions): Workload {
  checkWhole("partitions", partitions);
  checkWhole("half the number of rows", rows / 2);
  const spec = (n: number): SeriesSpec => ({ rows, seed: seed + n });
  const graph = realGraph(drawGroupby("groupby", partitions, rows), {
    "make-timeseries": { fn: makeTimeseries, argument: spec },
    "groupby-sum-chunk": { fn: sumsByName },
    "groupby-sum-combine": { fn: addColumns, inputs: "list" },
    "groupby-sum-aggregate": { fn: addColumns, inputs: "list" },
    "groupby-count-chunk": { fn: countsByName },
    "groupby-count-combine": { fn: addColumns, inputs: "list" },
    "groupby-count-aggregate": { fn: addColumns, inputs: "list" },
    "divide-sum-chunk": { fn: sumOfMeans },
    "filter-resample-sum": { fn: resampledSum },
    "alias-sum-chunk": { fn: alias },
    "sum-aggregate": { fn: sumOf, inputs: "list" },
    add: { fn: add },
  });
  const expected = (): number => sumSequentially(Array.from({ length: partitions }, (_, i) => spec(i)));
  return { graph, expected, tolerance: FRACTION_TOLERANCE };
}

interface SeriesSpec {
  readonly rows: number;
  readonly seed: number;
}

/** A frame by columns; names are codes from 0 to 25. */
interface Timeseries {
  readonly id: Int32Array;
  readonly name: Uint8Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Uses nothing from around it, since its source is sent. */
export function makeTimeseries({ rows, seed }: SeriesSpec): Timeseries {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return {
    id: new Int32Array(rows).map(() => 900 + Math.floor(200 * random())),
    name: new Uint8Array(rows).map(() => Math.floor(26 * random())),
    x: new Float64Array(rows).map(() => 2 * random() - 1),
    y: new Float64Array(rows).map(() => 2 * random() - 1),
  };
}

function sumsByName({ name, x }: Timeseries): Float64Array {
  const sums = new Float64Array(26);
  name.forEach((code, row) => {
    sums[code] = (sums[code] as number) + (x[row] as number);
  });
  return sums;
}

function countsByName({ name }: Timeseries): Float64Array {
  const counts = new Float64Array(26);
  for (const code of name) counts[code] = (counts[code] as number) + 1;
  return counts;
}

function addColumns(columns: readonly Float64Array[]): Float64Array {
  return (columns[0] as Float64Array).map((_, i) => {
    let sum = 0;
    for (const column of columns) sum += column[i] as number;
    return sum;
  });
}

function sumOfMeans(sums: Float64Array, counts: Float64Array): number {
  let total = 0;
  sums.forEach((sum, name) => {
    const count = counts[name] as number;
    if (count > 0) total += sum / count;
  });
  return total;
}

function resampledSum({ x, y }: Timeseries): number {
  let total = 0;
  for (let start = 0; start < x.length; start += 2) {
    let sum = 0;
    let count = 0;
    for (let row = start; row < start + 2; row++) {
      if (!((x[row] as number) > 0 || (y[row] as number) < 0)) continue;
      sum += x[row] as number;
      count++;
    }
    if (count > 0) total += sum / count;
  }
  return total;
}

const add = (a: number, b: number): number => a + b;

/** One row after the other, with maps by name and by span of two seconds. */
function sumSequentially(specs: readonly SeriesSpec[]): number {
  const byName = new Map<number, number[]>();
  const bySpan = new Map<number, number[]>();
  let second = 0;
  const put = (map: Map<number, number[]>, key: number, value: number): void => {
    const list = map.get(key);
    if (list === undefined) map.set(key, [value]);
    else list.push(value);
  };
  for (const { name, x, y } of specs.map(makeTimeseries)) {
    for (let row = 0; row < x.length; row++, second++) {
      const value = x[row] as number;
      put(byName, name[row] as number, value);
      if (value > 0 || (y[row] as number) < 0) put(bySpan, second >> 1, value);
    }
  }
  const mean = (list: readonly number[]): number => sumOf(list) / list.length;
  return sumOf([...byName.values(), ...bySpan.values()].map(mean));
}
