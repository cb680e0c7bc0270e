// join of the paper, written as people write it with data frames.
import { col } from "../../../collections/frame/expression.ts";
import { scalarSum } from "../../../collections/frame/scalar.ts";
import type { LazyPart } from "../../../collections/plan/lazy-part.ts";
import { toTaskGraph } from "../../../collections/plan/task-graph.ts";
import type { JoinOptions } from "../join.ts";
import { join, makeRows } from "../join.ts";
import type { Workload } from "../workload.ts";
import { seriesOf } from "./groupby.ts";

export function joinOfFrames(options: JoinOptions): Workload {
  const { expected, tolerance } = join(options);
  return { graph: toTaskGraph([joinPart(options)]).graph, expected, tolerance };
}

/** A time series merged with itself by id: the sum of both values over all pairs. */
export function joinPart({ partitions, rows, seed = 0 }: JoinOptions): LazyPart {
  const specs = Array.from({ length: partitions }, (_, n) => ({ rows, partitions, seed: seed + n }));
  const series = seriesOf({ id: "i32", value: "f64" }, makeOnly, makeRows, specs);
  const pairs = series.join(series, { on: "id", broadcast: false, partitions });
  return scalarSum([pairs.agg({ sum: col("value_x").add(col("value_y")).sum() }).frame]);
}

type Make = (spec: object) => object;

const makeOnly = (make: Make, spec: object): object => make(spec);
