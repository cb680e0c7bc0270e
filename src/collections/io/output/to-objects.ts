// `toObjects`: rows as plain objects.
import { rowsOf } from "../../frame/cells.ts";
import type { DataFrame } from "../../frame/data-frame.ts";
import type { Cell } from "../../frame/table.ts";
import type { ComputingCluster } from "../../plan/run.ts";

/** Yields the rows of each partition in order: numbers (of timestamps milliseconds), bigint, text, true and false, null where one is missing. */
export async function* toObjects(
  frame: DataFrame,
  cluster: ComputingCluster,
): AsyncGenerator<Record<string, Cell>[], void> {
  for await (const table of frame.partitions(cluster)) yield rowsOf(table);
}
