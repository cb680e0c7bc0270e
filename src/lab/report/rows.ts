// Looks rows up, and says numbers in few characters.
import type { ExperimentRow, RowFacts } from "../experiments/row.ts";

export type Wanted = Partial<Omit<RowFacts, "tasks">>;

/** The rows of which all of `wanted` is true. */
export function rowsWith(rows: readonly ExperimentRow[], wanted: Wanted): readonly ExperimentRow[] {
  const entries = Object.entries(wanted) as [keyof Wanted, unknown][];
  return rows.filter((row) => entries.every(([name, value]) => row[name] === value));
}

export const rowWith = (rows: readonly ExperimentRow[], wanted: Wanted): ExperimentRow | undefined =>
  rowsWith(rows, wanted).at(-1);

/** Each value once, in order of appearance. */
export function valuesOf<Name extends keyof ExperimentRow>(
  rows: readonly ExperimentRow[],
  name: Name,
): readonly ExperimentRow[Name][] {
  return [...new Set(rows.map((row) => row[name]))];
}

/** Three digits; what is missing is a dash. */
export function short(value: number | null | undefined): string {
  if (value === undefined || value === null || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** Milliseconds as seconds. */
export const seconds = (milliseconds: number | undefined): number | undefined =>
  milliseconds === undefined ? undefined : milliseconds / 1000;

const COLORS = ["weftwork", "rsds", "dask"];
const SCHEDULERS = ["work-stealing", "random", "dask-like", "b-level", "t-level", "queued"];

export const colorOfServer = (server: string): number => Math.max(0, COLORS.indexOf(server));

/** Schedulers of users come after ours. */
export function colorOfScheduler(scheduler: string, all: readonly string[]): number {
  const known = SCHEDULERS.indexOf(scheduler);
  if (known >= 0) return known;
  const others = all.filter((name) => !SCHEDULERS.includes(name));
  return 6 + (others.indexOf(scheduler) % 2);
}
