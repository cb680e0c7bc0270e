// Table II of "Runtime vs Scheduler": geometric means of speedups against Dask with work-stealing, over the 25 graphs of
// Figures 2 to 4, recomputed from the published raw data.
import type { PaperSetting } from "./makespans.ts";

export const PAPER_SPEEDUPS: Readonly<
  Record<Exclude<PaperSetting, "dask/ws">, readonly [on24: number, on168: number]>
> = {
  "dask/random": [0.8753, 0.9524],
  "rsds/random": [1.0446, 1.4105],
  "rsds/ws": [1.276, 1.6585],
};
