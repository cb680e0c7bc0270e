// A graph's shape alone: every task calls a function of no effect, that zero workers do not even call.
import { TaskGraph } from "../../graph/task-graph.ts";
import type { PaperGraph } from "../graphs/paper-graph.ts";
import { noop } from "../graphs/task-graphs.ts";

export function zeroGraph({ kindOf, inputOffsets, inputs }: PaperGraph): TaskGraph {
  const graph = new TaskGraph();
  const index = graph.define(noop);
  for (let task = 0; task < kindOf.length; task++) {
    graph.callList(index, inputs.subarray(inputOffsets[task], inputOffsets[task + 1]));
  }
  return graph;
}
