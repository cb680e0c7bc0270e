// tree: 2^exponent numbers are added in pairs until one is left. The first tasks take numbers, not results.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { drawEach } from "../reduce-tree.ts";

export function drawTree(name: string, exponent: number): PaperGraph {
  const drawing = new Drawing();
  const cost = { milliseconds: 0.007, bytes: 28 };
  const addNumbers = drawing.kind("add-numbers", cost);
  const add = drawing.kind("add", cost);
  let level = drawEach(2 ** (exponent - 1), () => addNumbers([]));
  while (level.length > 1) {
    const below = level;
    level = drawEach(below.length / 2, (i) => add(below.slice(2 * i, 2 * i + 2)));
  }
  return drawing.done(name);
}
