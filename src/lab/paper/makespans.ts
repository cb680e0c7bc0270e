// Figures 2 to 4 of "Runtime vs Scheduler": mean makespans in seconds of 5 runs, from the published raw data.

/** Seconds by number of workers (24 on one node, 168 on seven), server and scheduler. */
export interface PaperMakespans {
  readonly graph: string;
  readonly seconds: Readonly<Record<PaperSetting, readonly [on24: number, on168: number]>>;
}

/** Server and scheduler, in the paper's names. */
export type PaperSetting = "dask/ws" | "dask/random" | "rsds/random" | "rsds/ws";

type Line = readonly [string, ...(readonly number[])];

// Workers:        24: dask/ws, dask/random, rsds/random, rsds/ws; 168: the same
const LINES: readonly Line[] = [
  ["merge-10K", 4.33, 4.1, 2.06, 2.06, 4.89, 4.28, 1.98, 2.03],
  ["merge-15K", 6.6, 6.28, 3.16, 3.2, 7.54, 6.5, 3.0, 3.08],
  ["merge-25K", 11.75, 11.08, 5.57, 5.58, 13.29, 11.43, 5.06, 5.19],
  ["merge-50K", 24.54, 23.01, 11.35, 11.59, 27.22, 23.12, 10.42, 10.66],
  ["merge_slow-5K-0.1", 22.85, 25.51, 24.77, 22.1, 5.18, 6.46, 5.74, 4.23],
  ["tree-15", 10.42, 10.77, 5.5, 4.54, 10.92, 11.59, 2.66, 2.64],
  ["xarray-25", 0.99, 0.85, 0.8, 0.76, 1.7, 1.11, 0.88, 0.88],
  ["xarray-5", 18.02, 12.53, 10.29, 9.56, 17.7, 12.69, 9.37, 9.59],
  ["bag-25K-10", 15.86, 23.08, 26.81, 17.04, 6.02, 10.38, 11.1, 4.91],
  ["bag-25K-50", 18.93, 21.53, 21.2, 18.75, 9.55, 9.06, 8.86, 7.38],
  ["bag-25K-100", 34.34, 35.89, 35.75, 33.58, 32.19, 32.61, 22.19, 21.29],
  ["bag-25K-200", 110.31, 108.48, 97.7, 95.14, 123.74, 119.77, 78.64, 77.96],
  ["numpy-50K-10", 2.77, 4.64, 4.31, 3.11, 1.15, 2.38, 2.19, 1.39],
  ["numpy-50K-50", 3.84, 4.8, 4.6, 3.61, 3.37, 4.38, 5.13, 2.74],
  ["numpy-50K-100", 12.2, 12.12, 10.32, 9.25, 12.63, 13.39, 9.36, 6.51],
  ["numpy-50K-200", 45.8, 46.49, 33.34, 29.41, 48.58, 48.62, 25.81, 22.29],
  ["groupby-90-1S-8H", 1.3, 2.05, 2.06, 1.25, 1.43, 1.52, 1.01, 0.84],
  ["groupby-90-1S-1H", 7.54, 8.74, 8.4, 6.38, 8.2, 8.33, 4.25, 3.92],
  ["groupby-360-1S-8H", 4.36, 7.3, 7.19, 4.27, 4.36, 4.48, 2.88, 2.24],
  ["groupby-360-1S-1H", 31.0, 35.3, 33.61, 25.49, 32.45, 32.55, 16.7, 15.26],
  ["join-1-2s-1H", 2.08, 3.11, 3.05, 1.97, 2.01, 2.55, 2.35, 2.22],
  ["join-1-1S-1H", 6.76, 7.55, 8.23, 6.38, 6.51, 6.84, 6.88, 6.62],
  ["join-1-1S-1T", 37.64, 68.61, 66.07, 34.62, 37.07, 41.65, 22.24, 17.1],
  ["vectorizer-1M-300", 33.09, 41.49, 41.02, 33.21, 16.01, 19.96, 20.81, 16.99],
  ["wordbag-100K-50", 54.54, 58.48, 56.74, 55.15, 51.77, 54.26, 53.59, 51.33],
];

export const PAPER_MAKESPANS: readonly PaperMakespans[] = LINES.map(([graph, ...seconds]) => {
  const pair = (at: number): readonly [number, number] => [seconds[at] as number, seconds[at + 4] as number];
  return {
    graph,
    seconds: { "dask/ws": pair(0), "dask/random": pair(1), "rsds/random": pair(2), "rsds/ws": pair(3) },
  };
});
