// groupby of the paper, written as people write it with data frames.
import { DataFrame } from "../../../collections/frame/data-frame.ts";
import { col } from "../../../collections/frame/expression.ts";
import { scalarSum } from "../../../collections/frame/scalar.ts";
import type { Schema } from "../../../collections/frame/table.ts";
import { applied, kernel } from "../../../collections/plan/kernel-functions.ts";
import type { LazyPart } from "../../../collections/plan/lazy-part.ts";
import { lazyPart } from "../../../collections/plan/lazy-part.ts";
import { toTaskGraph } from "../../../collections/plan/task-graph.ts";
import type { GroupbyOptions } from "../groupby.ts";
import { groupby, makeTimeseries } from "../groupby.ts";
import type { Workload } from "../workload.ts";

export function groupbyOfFrames(options: GroupbyOptions): Workload {
  const { expected, tolerance } = groupby(options);
  return { graph: toTaskGraph([groupbyPart(options)]).graph, expected, tolerance };
}

/** Over names the means of x, summed, and over stretches of two seconds those of the rows with x > 0 or y < 0. */
export function groupbyPart({ partitions, rows, seed = 0 }: GroupbyOptions): LazyPart {
  const specs = Array.from({ length: partitions }, (_, n) => ({ rows, seed: seed + n, start: n * rows }));
  const series = seriesOf(SERIES, addTimes, makeTimeseries, specs);
  const means = series.groupby("name").agg({ mean: col("x").mean() });
  const resampled = series.filter(col("x").gt(0).or(col("y").lt(0))).resample("time", "2s", { mean: col("x").mean() });
  return scalarSum([means, resampled].map((frame) => frame.agg({ sum: col("mean").sum() }).frame));
}

const SERIES: Schema = { id: "i32", name: "u8", x: "f64", y: "f64", time: "timestamp" };

type Make = (spec: object) => object;

/** One row per second. */
function addTimes(make: Make, spec: { readonly rows: number; readonly start: number }): object {
  return { ...make(spec), time: Float64Array.from({ length: spec.rows }, (_, row) => 1000 * (spec.start + row)) };
}

/** A frame with a partition for each spec, of what `change(make, spec)` returns on a worker. */
export function seriesOf(
  schema: Schema,
  change: (make: never, spec: never) => object,
  make: (spec: never) => object,
  specs: readonly object[],
): DataFrame {
  const fn = applied(kernel("mapPartition"), [applied(change, [make])]);
  const value = { schema };
  const parts = specs.map((spec) => {
    return lazyPart("make-timeseries", fn, [lazyPart("spec", kernel("sameTable"), [], { value: spec })], { value });
  });
  return new DataFrame({ parts, schema });
}
