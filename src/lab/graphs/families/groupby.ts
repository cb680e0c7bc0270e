// groupby: a time series in partitions; the sum of means by name, plus the sum of a column that is filtered and
// resampled.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { drawEach, reduceTree } from "../reduce-tree.ts";

export const BYTES_PER_ROW = 94.5;
/** Sums or counts of all groups. */
export const GROUPS_BYTES = 2.76 * 1024;
const NUMBER_BYTES = 32;
/** Per partition, and per row of it. */
export const MAKE_MS = { partition: 5.2, row: 3.42e-4 };
export const GROUP_MS = { partition: 1.9, row: 1.3e-4 };
export const RESAMPLE_MS = { partition: 7.8, row: 2.2e-4 };

export function drawGroupby(name: string, partitions: number, rows: number): PaperGraph {
  const drawing = new Drawing();
  const time = (ms: typeof MAKE_MS): number => ms.partition + ms.row * rows;
  const make = drawing.kind("make-timeseries", { milliseconds: time(MAKE_MS), bytes: BYTES_PER_ROW * rows });
  const series = drawEach(partitions, () => make([]));
  const group = (what: string): number => {
    const chunk = drawing.kind(`groupby-${what}-chunk`, { milliseconds: time(GROUP_MS), bytes: GROUPS_BYTES });
    const combine = drawing.kind(`groupby-${what}-combine`, { milliseconds: 0.8, bytes: GROUPS_BYTES });
    const last = drawing.kind(`groupby-${what}-aggregate`, { milliseconds: 0.6, bytes: GROUPS_BYTES });
    const chunks = series.map((task) => chunk([task]));
    return reduceTree(chunks, 8, combine, last);
  };
  const sumsAndCounts = [group("sum"), group("count")];
  const divide = drawing.kind("divide-sum-chunk", { milliseconds: 0.5, bytes: NUMBER_BYTES });
  const sum = drawing.kind("sum-aggregate", { milliseconds: 0.3, bytes: NUMBER_BYTES });
  const resample = drawing.kind("filter-resample-sum", { milliseconds: time(RESAMPLE_MS), bytes: NUMBER_BYTES });
  const part = drawing.alias("alias-sum-chunk");
  const add = drawing.kind("add", { milliseconds: 0.1, bytes: NUMBER_BYTES });
  const means = sum([divide(sumsAndCounts)]);
  const resampled = series.map((task) => resample([task])).map((task) => part(task));
  add([means, sum(resampled)]);
  return drawing.done(name);
}
