// Where the rows of the task stream stand; the page and whoever writes it must agree, or the page would jump.
import type { StreamRow } from "./payload.ts";

/** Kinds of tasks with a colour of their own. */
export const SHOWN_KINDS = 8;

/** The strip below a worker's cores, a half for transfers and one for the store, and what separates workers; in pixels. */
export const STRIP = 7;
export const GAP = 3;

/** Pixels of a row: less when there are many. */
export function rowHeight(rows: readonly StreamRow[]): number {
  return Math.max(3, Math.min(26, Math.floor(520 / Math.max(1, rows.length))));
}

/** Where each row begins, in pixels from the top. */
export function rowTops(rows: readonly StreamRow[]): number[] {
  const height = rowHeight(rows);
  let top = 0;
  return rows.map((row) => {
    const at = top;
    top += height + (row.core === row.cores - 1 ? STRIP + GAP : 1);
    return at;
  });
}

export function streamHeight(rows: readonly StreamRow[]): number {
  const tops = rowTops(rows);
  return (tops.at(-1) ?? 0) + rowHeight(rows) + STRIP + GAP;
}
