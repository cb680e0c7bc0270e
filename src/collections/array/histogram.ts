// How many values fall between edges.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { shapeOfPlan } from "./array-plan.ts";
import type { Block } from "./block.ts";
import type { NumberArray } from "./dtype.ts";
import { castData } from "./dtype.ts";
import { astype } from "./elementwise.ts";
import { reduce } from "./reduce.ts";
import { sizeOfShape } from "./shape.ts";

export interface HistogramOptions {
  /** How many bins of equal width (default 10), or their edges. */
  readonly bins?: number | readonly number[] | undefined;
  /** Where the first begins and the last ends. Default the least and the greatest value. Ignored if edges are given. */
  readonly range?: readonly [number, number] | undefined;
}

export interface HistogramPlans {
  /** By bin; each has its lower edge, the last its upper one too. */
  readonly counts: ArrayPlan;
  /** One more than bins. */
  readonly edges: ArrayPlan;
}

/** @throws {RangeError} for bins or limits that make no sense; a task fails with one if the least or greatest value is not finite */
export function histogram(array: ArrayPlan, { bins = 10, range }: HistogramOptions): HistogramPlans {
  checkChoices(bins, range);
  const count = typeof bins === "number" ? bins : bins.length - 1;
  const edges = edgesPart(array, bins, range);
  const blocks = array.parts.map((part) =>
    lazyPart("count bins", kernel("countBins"), [part, edges], { value: { isEven: typeof bins === "number" } }),
  );
  const value = { dtype: "f64" };
  let level: readonly LazyPart[] = blocks;
  do {
    const groups = Array.from({ length: Math.ceil(level.length / GROUP) }, (_, i) =>
      level.slice(i * GROUP, (i + 1) * GROUP),
    );
    level = groups.map((group) => lazyPart("histogram", kernel("addBlocks"), group, { value, bytes: 8 * count }));
  } while (level.length > 1);
  return {
    counts: { dtype: "f64", chunks: [[count]], parts: level },
    edges: { dtype: "f64", chunks: [[count + 1]], parts: [edges] },
  };
}

const GROUP = 8;

function checkChoices(bins: number | readonly number[], range: readonly [number, number] | undefined): void {
  if (typeof bins === "number") {
    if (!(Number.isInteger(bins) && bins > 0)) {
      throw new RangeError(`Cannot count into ${bins} bins: must be a whole number from 1 up`);
    }
    if (range !== undefined && !(range[0] <= range[1] && Number.isFinite(range[1] - range[0]))) {
      throw new RangeError(`Cannot count from ${range[0]} to ${range[1]}: must be finite and in order`);
    }
    return;
  }
  const isRising = bins.length > 1 && bins.every((edge, i) => i === 0 || edge >= (bins[i - 1] as number));
  if (!isRising) throw new RangeError(`Cannot count between edges ${bins.join(", ")}: must be at least two that rise`);
}

function edgesPart(array: ArrayPlan, bins: number | readonly number[], range?: readonly [number, number]): LazyPart {
  const fn = kernel("binEdges");
  if (typeof bins !== "number") return lazyPart("bin edges", fn, [], { value: { edges: bins } });
  if (range !== undefined) return lazyPart("bin edges", fn, [], { value: { bins, range } });
  if (sizeOfShape(shapeOfPlan(array)) === 0) return lazyPart("bin edges", fn, [], { value: { bins, range: [0, 1] } });
  const values = astype(array, "f64");
  const ends = [reduce("min", values), reduce("max", values)].map(({ parts }) => parts[0] as LazyPart);
  return lazyPart("bin edges", fn, ends, { value: { bins } });
}

export interface EdgesSpec {
  readonly edges?: readonly number[];
  readonly bins?: number;
  readonly range?: readonly [number, number];
}

export function binEdges({ edges, bins = 0, range }: EdgesSpec, ...ends: readonly Block[]): Block {
  if (edges !== undefined) return { dtype: "f64", shape: [edges.length], data: Float64Array.from(edges) };
  let [low, high] = range ?? (ends.map(({ data }) => Number(data[0])) as [number, number]);
  if (!Number.isFinite(low) || !Number.isFinite(high)) {
    throw new RangeError(`Cannot count into bins from ${low} to ${high}: must be finite, or give a range`);
  }
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const data = new Float64Array(bins + 1).map((_, i) => low + (i * (high - low)) / bins);
  data[bins] = high;
  return { dtype: "f64", shape: [bins + 1], data };
}

export function countBins({ isEven }: { readonly isEven: boolean }, block: Block, { data }: Block): Block {
  const edges = data as Float64Array;
  const bins = edges.length - 1;
  const values = (block.dtype === "i64" ? castData(block.data, "i64", "f64") : block.data) as NumberArray;
  const counts = new Float64Array(bins);
  const [low, high] = [edges[0] as number, edges[bins] as number];
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number;
    if (!(value >= low && value <= high)) continue;
    const bin = isEven ? evenBin(edges, value) : lastUpTo(edges, value);
    counts[bin] = (counts[bin] as number) + 1;
  }
  return { dtype: "f64", shape: [bins], data: counts };
}

/** By division, put right where that rounds over an edge. */
function evenBin(edges: Float64Array, value: number): number {
  const bins = edges.length - 1;
  const [low, high] = [edges[0] as number, edges[bins] as number];
  const bin = Math.min(bins - 1, Math.floor(((value - low) / (high - low)) * bins));
  if (value < (edges[bin] as number)) return bin - 1;
  return bin < bins - 1 && value >= (edges[bin + 1] as number) ? bin + 1 : bin;
}

function lastUpTo(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length - 1];
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if ((edges[middle] as number) <= value) low = middle;
    else high = middle;
  }
  return low;
}
