// A plan as a task graph of the engine.
import { Call, packCall } from "../../graph/call.ts";
import { TaskGraph } from "../../graph/task-graph.ts";
import type { LazyPart } from "./lazy-part.ts";
import type { PlannedTask, PlanOptions } from "./plan.ts";
import { planOf } from "./plan.ts";

export interface PlannedGraph {
  readonly graph: TaskGraph;
  /** The tasks of the parts, in their order. */
  readonly outputs: readonly number[];
}

/**
 * The graph that computes `parts`, culled, fused and pruned unless `options` say otherwise; for `cluster.compute(graph, outputs)`.
 * @throws {TypeError} if a part is a result that is on a cluster: a graph holds none
 */
export function toTaskGraph(parts: readonly LazyPart[], options: PlanOptions = {}): PlannedGraph {
  const { tasks, outputs } = planOf(parts, options);
  return { graph: graphOf(tasks), outputs };
}

/** The graph of a plan; task i of the plan is task i of the graph. */
export function graphOf(tasks: readonly PlannedTask[]): TaskGraph {
  const graph = new TaskGraph();
  for (const { fn, value, inputs, kind, future } of tasks) {
    if (future !== undefined) {
      throw new TypeError(`Cannot draw a graph: its ${kind} is persisted, must be computed by the cluster that has it`);
    }
    const defined = graph.define(fn);
    if (value === undefined) graph.call(defined, inputs);
    else if (inputs.length === 0) graph.callValue(defined, value);
    else graph.addCall(packCall(defined, Call.template), inputs, templateOf(value, inputs.length));
  }
  return graph;
}

/** The arguments [value, hole, hole ...], as `codec/holes.ts` fills them. */
function templateOf(value: unknown, inputs: number): unknown {
  return {
    args: [value, ...Array.from({ length: inputs }, () => null)],
    paths: Array.from({ length: inputs }, (_, i) => [i + 1]),
  };
}
