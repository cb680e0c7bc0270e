// Levels of a graph: how far a task is from the ends. Schedulers turn them into priorities.
import type { GraphColumns } from "./task-graph.ts";

/** The b-level of each task: tasks on the longest path from it to a sink, itself included; a sink has 1. One pass backwards, since tasks stand in topological order. */
export function bLevels(graph: GraphColumns): Int32Array {
  const { count, inputOffsets, inputs } = graph;
  const levels = new Int32Array(count).fill(1);
  for (let task = count - 1; task >= 0; task--) {
    const above = (levels[task] as number) + 1;
    const end = inputOffsets[task + 1] as number;
    for (let i = inputOffsets[task] as number; i < end; i++) {
      const input = inputs[i] as number;
      if (input >= 0 && (levels[input] as number) < above) levels[input] = above;
    }
  }
  return levels;
}

/** Arcs on the longest path of the graph (Table I of the paper calls it LP). */
export function longestPath(graph: GraphColumns): number {
  let longest = 1;
  for (const level of bLevels(graph)) longest = Math.max(longest, level);
  return longest - 1;
}

/** The tasks whose output no task of the graph takes. */
export function sinks(graph: GraphColumns): number[] {
  const taken = new Uint8Array(graph.count);
  for (const input of graph.inputs) if (input >= 0) taken[input] = 1;
  const found: number[] = [];
  for (let task = 0; task < graph.count; task++) if (taken[task] === 0) found.push(task);
  return found;
}
