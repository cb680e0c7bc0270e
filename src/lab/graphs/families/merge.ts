// merge and merge_slow: independent tasks, and one that takes all their results.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { drawEach } from "../reduce-tree.ts";

const CALL = { milliseconds: 0.006, bytes: 28 };

/** `count` tasks that each take `sleepSeconds` (or next to no time), and the merge. */
export function drawMerge(name: string, count: number, sleepSeconds?: number): PaperGraph {
  const drawing = new Drawing();
  const cost = sleepSeconds === undefined ? CALL : { milliseconds: sleepSeconds * 1000, bytes: 24 };
  const source = drawing.kind(sleepSeconds === undefined ? "source" : "sleep", cost);
  const merge = drawing.kind("merge", { ...CALL, bytes: cost.bytes });
  merge(drawEach(count, () => source([])));
  return drawing.done(name);
}
