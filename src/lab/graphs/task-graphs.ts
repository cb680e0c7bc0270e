// Task graphs of the paper's benchmark set (Table I of "Runtime vs Scheduler"), as shapes: every task calls the same
// function, which need not do anything. Sources: the rsds benchmark programs, reimplemented.
import { TaskGraph } from "../../graph/task-graph.ts";

/** A function of no effect, cheap to call. */
export const noop = (): number => 0;

/** `n` independent tasks and one that takes all their results: n + 1 tasks, n arcs, longest path 1. */
export function merge(n: number, fn = noop): TaskGraph {
  const graph = new TaskGraph();
  const index = graph.define(fn);
  const sources = new Int32Array(n);
  for (let i = 0; i < n; i++) sources[i] = graph.callValue(index, i);
  graph.callList(index, sources);
  return graph;
}

/** Pairwise reduction of 2^e numbers: 2^e - 1 tasks, 2^e - 2 arcs, longest path e - 1. The first level takes numbers, not tasks. */
export function tree(e: number, fn = noop): TaskGraph {
  const graph = new TaskGraph();
  const index = graph.define(fn);
  let level: number[] = [];
  for (let i = 0; i < 2 ** (e - 1); i++) level.push(graph.callValue(index, i));
  while (level.length > 1) {
    const next: number[] = [];
    for (let i = 0; i < level.length; i += 2)
      next.push(graph.call(index, [level[i] as number, level[i + 1] as number]));
    level = next;
  }
  return graph;
}
