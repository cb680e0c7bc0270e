// One value that a bag comes to, still to be computed.
import type { ExplainOptions, PlanExplanation } from "../plan/explain.ts";
import { explain } from "../plan/explain.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import type { PlanOptions } from "../plan/plan.ts";
import type { ComputingCluster } from "../plan/run.ts";
import { computeParts } from "../plan/run.ts";
import type { PlannedGraph } from "../plan/task-graph.ts";
import { toTaskGraph } from "../plan/task-graph.ts";

export class BagResult<T> {
  /** @internal */
  readonly part: LazyPart;

  /** @internal Results are made by the methods of bags. */
  constructor(part: LazyPart) {
    this.part = part;
  }

  /** @throws {RangeError} if memory cannot suffice; what a task threw */
  async compute(cluster: ComputingCluster): Promise<T> {
    return (await computeParts(cluster, [this.part]))[0] as T;
  }

  /** What would be computed, and how. */
  explain(options?: ExplainOptions): PlanExplanation {
    return explain([this.part], options);
  }

  /** The graph for `cluster.compute(graph, outputs)`; its only output is the value. @throws {TypeError} if the bag was persisted */
  toTaskGraph(options?: PlanOptions): PlannedGraph {
    return toTaskGraph([this.part], options);
  }
}
