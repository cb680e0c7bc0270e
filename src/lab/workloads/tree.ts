// tree: the sum of 0, 1, ... 2^exponent - 1, in pairs. The first tasks add numbers, the others results.
import { drawTree } from "../graphs/families/tree.ts";
import { realGraph } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole } from "./workload.ts";

export function tree({ exponent }: { readonly exponent: number }): Workload {
  checkWhole("exponent", exponent);
  const count = 2 ** exponent;
  const graph = realGraph(drawTree("tree", exponent), {
    "add-numbers": { fn: addPair, argument: (i) => [2 * i, 2 * i + 1] },
    add: { fn: add },
  });
  return { graph, expected: () => (count * (count - 1)) / 2, tolerance: 0 };
}

const addPair = ([a, b]: readonly [number, number]): number => a + b;
const add = (a: number, b: number): number => a + b;
