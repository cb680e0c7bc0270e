// Figures 6 and 7 of "Runtime vs Scheduler": average overhead per task with zero workers, in microseconds, work-stealing.

export interface PaperZero {
  readonly graph: string;
  /** On 24 and on 168 workers. */
  readonly dask: readonly [on24: number, on168: number];
  readonly rsds: readonly [on24: number, on168: number];
}

type Line = readonly [graph: string, dask24: number, dask168: number, rsds24: number, rsds168: number];

const LINES: readonly Line[] = [
  ["merge-10K", 314, 359, 62, 79],
  ["merge-15K", 313, 362, 63, 68],
  ["merge-20K", 323, 380, 65, 72],
  ["merge-25K", 327, 383, 65, 71],
  ["merge-30K", 330, 381, 68, 74],
  ["tree-15", 433, 433, 74, 78],
  ["xarray-25", 1322, 1359, 925, 1221],
  ["xarray-5", 1381, 1387, 974, 978],
  ["bag-50K-50", 1327, 1359, 845, 875],
  ["numpy-50K-100", 649, 657, 268, 269],
  ["groupby-1440-1S-8H", 618, 629, 261, 273],
  ["groupby-1440-1S-1H", 647, 668, 277, 281],
  ["join-1-2s-1H", 515, 515, 150, 450],
  ["join-1-1S-1H", 512, 516, 149, 450],
  ["join-1-1S-1T", 489, 498, 160, 172],
];

export const PAPER_ZERO: readonly PaperZero[] = LINES.map(([graph, dask24, dask168, rsds24, rsds168]) => ({
  graph,
  dask: [dask24, dask168],
  rsds: [rsds24, rsds168],
}));
