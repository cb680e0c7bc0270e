// What Table I says about a graph, counted.
import type { PaperGraph } from "./paper-graph.ts";

export interface GraphStatistics {
  readonly tasks: number;
  readonly arcs: number;
  /** Arcs on the longest path. */
  readonly longestPathArcs: number;
  readonly meanOutputKiB: number;
  readonly meanDurationMs: number;
}

export function graphStatistics(graph: PaperGraph): GraphStatistics {
  const tasks = graph.kindOf.length;
  return {
    tasks,
    arcs: graph.inputs.length,
    longestPathArcs: longestPathArcs(graph),
    meanOutputKiB: sum(graph.bytes) / tasks / 1024,
    meanDurationMs: sum(graph.milliseconds) / tasks,
  };
}

function longestPathArcs({ kindOf, inputOffsets, inputs }: PaperGraph): number {
  const depths = new Int32Array(kindOf.length);
  let longest = 0;
  for (let task = 0; task < depths.length; task++) {
    let depth = 0;
    const end = inputOffsets[task + 1] as number;
    for (let at = inputOffsets[task] as number; at < end; at++) {
      depth = Math.max(depth, (depths[inputs[at] as number] as number) + 1);
    }
    depths[task] = depth;
    longest = Math.max(longest, depth);
  }
  return longest;
}

export function sum(values: Float64Array): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
