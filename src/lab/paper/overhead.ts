// Figure 8 of "Runtime vs Scheduler": overhead per task of merge graphs with zero workers, in microseconds.

/** What `PAPER_BY_TASKS` has a column for: merge-10K to merge-70K. */
export const PAPER_TASKS: readonly number[] = [10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000];

export const PAPER_BY_TASKS: readonly {
  readonly server: "dask" | "rsds";
  readonly scheduler: "random" | "ws";
  readonly workers: 24 | 168;
  readonly microseconds: readonly number[];
}[] = [
  { server: "dask", scheduler: "random", workers: 24, microseconds: [286, 294, 300, 301, 304, 303, 309] },
  { server: "dask", scheduler: "random", workers: 168, microseconds: [297, 303, 305, 305, 305, 309, 318] },
  { server: "dask", scheduler: "ws", workers: 24, microseconds: [312, 319, 326, 327, 336, 335, 340] },
  { server: "dask", scheduler: "ws", workers: 168, microseconds: [359, 375, 382, 385, 391, 394, 399] },
  { server: "rsds", scheduler: "random", workers: 24, microseconds: [61, 65, 67, 68, 67, 69, 72] },
  { server: "rsds", scheduler: "random", workers: 168, microseconds: [73, 68, 69, 71, 71, 70, 72] },
  { server: "rsds", scheduler: "ws", workers: 24, microseconds: [62, 65, 69, 69, 70, 69, 70] },
  { server: "rsds", scheduler: "ws", workers: 168, microseconds: [67, 71, 74, 76, 75, 76, 77] },
];

/** What `PAPER_BY_WORKERS` has a column for; the graph is merge-50K. */
export const PAPER_WORKERS: readonly number[] = [24, 48, 72, 96, 120, 144, 168];

export const PAPER_BY_WORKERS: readonly {
  readonly server: "dask" | "rsds";
  readonly scheduler: "random" | "ws";
  readonly microseconds: readonly number[];
}[] = [
  { server: "dask", scheduler: "random", microseconds: [303, 306, 306, 309, 308, 307, 307] },
  { server: "dask", scheduler: "ws", microseconds: [332, 344, 349, 361, 371, 382, 389] },
  { server: "rsds", scheduler: "random", microseconds: [69, 70, 71, 70, 70, 70, 70] },
  { server: "rsds", scheduler: "ws", microseconds: [70, 69, 70, 71, 72, 74, 76] },
];
