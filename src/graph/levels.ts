// Levels of a graph: how far a task is from the ends. Schedulers turn them into priorities.
import type { GraphColumns } from "./task-graph.ts";

/**
 * The b-level of each task: tasks on the longest path from it to a sink, itself included; a sink has 1. One pass
 * backwards, since tasks stand in topological order; it can be made in pieces, so that a large graph makes no long turn.
 */
export class LevelSweep {
  readonly #graph: GraphColumns;
  /** Of tasks that the pass has left: their level. Of others: the highest level of a consumer so far, 0 for none. */
  readonly #levels: Int32Array;
  /** Where the pass stands: the arcs of this task from here on are done. */
  #task: number;
  #arc: number;

  constructor(graph: GraphColumns) {
    this.#graph = graph;
    this.#levels = new Int32Array(graph.count);
    this.#task = graph.count - 1;
    this.#arc = graph.inputOffsets[graph.count] as number;
  }

  /** Goes on by at most so many tasks and arcs; the levels, when they are complete. Hot path (B1). */
  advance(most: number): Int32Array | undefined {
    const { inputOffsets, inputs } = this.#graph;
    const levels = this.#levels;
    let task = this.#task;
    let arc = this.#arc;
    for (let left = most; task >= 0 && left > 0; task--) {
      const level = (levels[task] as number) + 1;
      const start = inputOffsets[task] as number;
      const stop = Math.max(start, arc - left);
      left -= 1 + arc - stop;
      while (arc > stop) {
        const input = inputs[--arc] as number;
        if (input >= 0 && (levels[input] as number) < level) levels[input] = level;
      }
      if (arc > start) break;
      levels[task] = level;
    }
    this.#task = task;
    this.#arc = arc;
    return task < 0 ? levels : undefined;
  }
}

/** The b-levels of a graph at once. */
export function bLevels(graph: GraphColumns): Int32Array {
  return new LevelSweep(graph).advance(Number.MAX_SAFE_INTEGER) as Int32Array;
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
