// Figure 5 of "Runtime vs Scheduler": mean makespans in seconds of 2 runs by number of nodes with 24 workers each.

/** The nodes of each column. */
export const PAPER_NODES: readonly number[] = [1, 7, 15, 23, 31, 47, 63];

/** Seconds by node count as in `PAPER_NODES`; undefined: not published; 300 is where a run was given up. */
export interface PaperScaling {
  readonly graph: string;
  readonly server: "dask" | "rsds";
  readonly seconds: readonly (number | undefined)[];
}

type Line = readonly [string, "dask" | "rsds", ...(readonly (number | undefined)[])];

const LINES: readonly Line[] = [
  ["groupby-1440-1S-1H", "dask", undefined, 128.97, 132.4, undefined, undefined, undefined, undefined],
  ["groupby-1440-1S-1H", "rsds", undefined, 63.41, 59.6, undefined, undefined, undefined, undefined],
  ["groupby-1440-1S-8H", "dask", undefined, 15.91, 17.17, undefined, undefined, undefined, undefined],
  ["groupby-1440-1S-8H", "rsds", undefined, 8.17, 7.37, undefined, undefined, undefined, undefined],
  ["groupby-2880-1S-16H", "dask", 21.62, 16.1, 16.83, 17.28, 18.52, 21.03, 22.75],
  ["groupby-2880-1S-16H", "rsds", 21.75, 8.84, 8.36, 7.77, 8.26, 9.6, 11.44],
  ["groupby-2880-1S-8H", "dask", 35.16, 32.83, 32.52, 34.65, 37.32, 39.63, 44.15],
  ["groupby-2880-1S-8H", "rsds", 34.35, 16.12, 14.87, 16.74, 17.04, 18.63, 20.85],
  ["merge-100K", "dask", 50.24, 57.85, 64.12, 72.54, 82.01, 100.19, 118.12],
  ["merge-100K", "rsds", 24.3, 22.29, 21.49, 24.02, 25.88, 29.16, 31.7],
  ["merge_slow-20K-0.1", "dask", 92.22, 20.92, 16.1, 16.0, 16.98, 20.8, 24.57],
  ["merge_slow-20K-0.1", "rsds", 88.53, 16.17, 9.91, 8.32, 7.58, 7.46, 7.74],
  ["merge_slow-20K-1", "dask", 300.0, 129.27, 66.81, 48.99, 41.37, 35.48, 34.26],
  ["merge_slow-20K-1", "rsds", 300.0, 125.6, 62.07, 42.62, 32.9, 24.52, 21.19],
  ["merge_slow-50K-0.1", "dask", 231.32, 53.63, 41.69, 40.93, 42.75, 50.71, 60.53],
  ["merge_slow-50K-0.1", "rsds", 221.32, 40.6, 24.85, 20.23, 18.27, 16.67, 16.63],
  ["merge_slow-20K-0.01", "dask", 16.73, 11.84, 13.25, 14.9, 16.99, 20.45, 24.66],
  ["merge_slow-20K-0.01", "rsds", 12.81, 5.25, 4.86, 4.91, 5.15, 6.1, 7.01],
];

export const PAPER_SCALING: readonly PaperScaling[] = LINES.map(([graph, server, ...seconds]) => ({
  graph,
  server,
  seconds,
}));
