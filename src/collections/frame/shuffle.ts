// Shuffles: each partition is put into the order of its targets by one task, and each piece is taken out by a task of its
// own, which writes the rows once into buffers that no other result has. So a piece that goes to another worker is moved.
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { rowHashes } from "./hash.ts";
import type { SplitOrder } from "./split-order.ts";
import { orderByTarget, rowsOfTarget } from "./split-order.ts";
import type { Column, Table } from "./table.ts";
import { takeRows, withColumns } from "./take.ts";

/** A partition and the order of its pieces. */
export interface SplitTable {
  readonly table: Table;
  readonly order: SplitOrder;
}

/** The pieces of each target, in the order of the partitions that they come from. */
export function pieces(splits: readonly LazyPart[], targets: number, pick = "pickPiece"): LazyPart[][] {
  const isTable = pick === "pickPiece";
  return Array.from({ length: targets }, (_, target) =>
    splits.map((split) => {
      const bytes = split.bytes === undefined ? undefined : Math.ceil(split.bytes / targets);
      return lazyPart("pick", kernel(pick), [split], { value: { target }, bytes, ...(isTable ? { use: PICKED } : {}) });
    }),
  );
}

const PICKED: ColumnUse = {
  needs: (wanted) => wanted,
  narrow: (value, wanted) => ({ ...(value as Pick), columns: [...wanted] }),
};

/** Which piece is picked, and which of its columns; absent: all. */
interface Pick {
  readonly target: number;
  readonly columns?: readonly string[];
}

/** Splits of partitions by the hash of keys: rows with equal keys go to one target. */
export function splitsByKeys(parts: readonly LazyPart[], keys: readonly string[], targets: number): LazyPart[] {
  const use: ColumnUse = { needs: (wanted) => (wanted === "all" ? "all" : new Set([...wanted, ...keys])) };
  const value = { keys, partitions: targets };
  return parts.map((part) => lazyPart("split", kernel("splitByKeys"), [part], { value, use, bytes: part.bytes }));
}

/** Kernel of `splitsByKeys`. */
export function splitByKeys(
  { keys, partitions }: { keys: readonly string[]; partitions: number },
  table: Table,
): SplitTable {
  const columns = keys.map((name) => table.columns[name] as Column);
  return { table, order: orderByTarget(rowHashes(columns, table.rows), partitions) };
}

/** Kernel: the piece of a split partition that goes to a target. */
export function pickPiece({ target, columns }: Pick, { table, order }: SplitTable): Table {
  return takeRows(withColumns(table, columns), rowsOfTarget(order, target));
}
