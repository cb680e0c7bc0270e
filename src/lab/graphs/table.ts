// Table I of "Runtime vs Scheduler: Analyzing Dask's Overheads" (Böhm and Beránek, 2020), as numbers.

/** Which interface of Dask made a graph: futures, array, bag, data frame, xarray. */
export type Api = "F" | "A" | "B" | "D" | "X";

/** A row of Table I. */
export interface TableRow {
  readonly graph: string;
  readonly tasks: number;
  readonly arcs: number;
  /** Mean size of a result. */
  readonly meanOutputKiB: number;
  /** Mean duration of a task on the paper's machine. */
  readonly meanDurationMs: number;
  /** Arcs on the longest path. */
  readonly longestPathArcs: number;
  readonly api: Api;
}

type Numbers = readonly [tasks: number, arcs: number, kib: number, milliseconds: number, path: number];

const row = (
  graph: string,
  api: Api,
  [tasks, arcs, meanOutputKiB, meanDurationMs, longestPathArcs]: Numbers,
): TableRow => ({
  graph,
  tasks,
  arcs,
  meanOutputKiB,
  meanDurationMs,
  longestPathArcs,
  api,
});

/** The 34 graphs of the paper. */
export const PAPER_TABLE: readonly TableRow[] = [
  row("bag-25K-10", "B", [236, 415, 292, 1233, 6]),
  row("bag-25K-100", "B", [21631, 41430, 3.2, 13.9, 8]),
  row("bag-25K-200", "B", [86116, 165715, 0.8, 3.6, 9]),
  row("bag-25K-50", "B", [5458, 10357, 12.6, 54.9, 7]),
  row("bag-50K-50", "B", [5458, 10357, 25.2, 214, 7]),
  row("merge-10K", "F", [10001, 10000, 0.027, 0.006, 1]),
  row("merge-15K", "F", [15001, 15000, 0.027, 0.006, 1]),
  row("merge-20K", "F", [20001, 20000, 0.027, 0.006, 1]),
  row("merge-25K", "F", [25001, 25000, 0.027, 0.006, 1]),
  row("merge-30K", "F", [30001, 30000, 0.027, 0.006, 1]),
  row("merge-50K", "F", [50001, 50000, 0.027, 0.006, 1]),
  row("merge-100K", "F", [100001, 100000, 0.027, 0.006, 1]),
  row("merge_slow-5K-0.1", "F", [5001, 5000, 0.023, 100, 1]),
  row("merge_slow-20K-0.1", "F", [20001, 20000, 0.023, 100, 1]),
  row("numpy-50K-10", "A", [209, 228, 70108, 169, 7]),
  row("numpy-50K-100", "A", [19334, 21783, 760, 2.6, 10]),
  row("numpy-50K-200", "A", [77067, 86966, 191, 0.9, 11]),
  row("numpy-50K-50", "A", [4892, 5491, 2999, 8.3, 9]),
  row("groupby-2880-1S-16H", "D", [22842, 31481, 1005, 11.9, 9]),
  row("groupby-2880-1S-8H", "D", [45674, 62953, 503, 7.7, 9]),
  row("groupby-1440-1S-1H", "D", [182682, 251801, 64.3, 3.8, 10]),
  row("groupby-1440-1S-8H", "D", [22842, 31481, 503, 7.7, 9]),
  row("groupby-360-1S-1H", "D", [45674, 62953, 64.3, 3.8, 9]),
  row("groupby-360-1S-8H", "D", [5714, 7873, 503, 8, 8]),
  row("groupby-90-1S-1H", "D", [11424, 15743, 64.3, 3.9, 8]),
  row("groupby-90-1S-8H", "D", [1434, 1973, 501, 7.7, 7]),
  row("join-1-1S-1H", "D", [673, 1224, 15.3, 33, 5]),
  row("join-1-1S-1T", "D", [72001, 125568, 3.7, 1.7, 11]),
  row("join-1-2s-1H", "D", [673, 1224, 9.3, 9.8, 5]),
  row("tree-15", "F", [32767, 32766, 0.027, 0.007, 14]),
  row("vectorizer-1M-300", "F", [301, 0, 10226, 1504, 0]),
  row("wordbag-100K-50", "F", [250, 200, 5136, 301, 2]),
  row("xarray-25", "X", [552, 862, 55.7, 3.1, 10]),
  row("xarray-5", "X", [9258, 14976, 3.3, 0.4, 10]),
];
