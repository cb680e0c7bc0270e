// merge and merge_slow: i * 10 for every i, and the sum of it.
import { drawMerge } from "../graphs/families/merge.ts";
import { realGraph, sumOf } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole } from "./workload.ts";

export function merge({ count }: { readonly count: number }): Workload {
  checkWhole("count", count);
  const graph = realGraph(drawMerge("merge", count), {
    source: { fn: timesTen, argument: (i) => i },
    merge: { fn: sumOf, inputs: "list" },
  });
  return { graph, expected: () => 5 * count * (count - 1), tolerance: 0 };
}

/** As `merge`, but each task sleeps for `seconds` first. */
export function mergeSlow({ count, seconds }: { readonly count: number; readonly seconds: number }): Workload {
  checkWhole("count", count);
  const graph = realGraph(drawMerge("merge_slow", count, seconds), {
    sleep: { fn: sleepThenTimesTen, argument: (i) => ({ i, milliseconds: seconds * 1000 }) },
    merge: { fn: sumOf, inputs: "list" },
  });
  return { graph, expected: () => 5 * count * (count - 1), tolerance: 0 };
}

const timesTen = (i: number): number => i * 10;

const sleepThenTimesTen = ({ i, milliseconds }: { i: number; milliseconds: number }): Promise<number> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(i * 10), milliseconds);
  });
