// One number of a frame, for graphs that end in one.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { cellAt } from "./cells.ts";
import type { FrameParts } from "./frame-parts.ts";
import type { Table } from "./table.ts";

/** The sum of the first values of frames of one row: what `agg` gives. */
export function scalarSum(frames: readonly FrameParts[]): LazyPart {
  return lazyPart(
    "scalar",
    kernel("addCells"),
    frames.flatMap(({ parts }) => parts),
  );
}

/** Kernel. */
export function addCells(...tables: readonly Table[]): number {
  let sum = 0;
  for (const { rows, columns } of tables) {
    const [column] = Object.values(columns);
    if (column !== undefined && rows > 0) sum += Number(cellAt(column, 0));
  }
  return sum;
}
