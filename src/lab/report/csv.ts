// Rows as a table for spreadsheets and statistics programs (RFC 4180).
import type { ExperimentRow } from "../experiments/row.ts";

const COLUMNS = [
  ...(["experiment", "how", "runtime", "server", "scheduler", "graph", "tasks", "workers", "nodes"] as const),
  ...(["workforce", "costs", "unit", "median", "lower", "upper"] as const),
] as const satisfies readonly (keyof ExperimentRow)[];

/** One line per row; the last column holds the samples, separated by spaces. */
export function reportCsv(rows: readonly ExperimentRow[]): string {
  const lines = rows.map((row) => [...COLUMNS.map((name) => row[name]), row.samples.length, row.samples.join(" ")]);
  return [[...COLUMNS, "samples", "values"], ...lines].map((cells) => `${cells.map(quote).join(",")}\r\n`).join("");
}

function quote(cell: string | number): string {
  const text = String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
