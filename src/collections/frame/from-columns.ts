// Frames of columns that are here.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { PartitionChoice } from "../plan/partition-count.ts";
import { partitionCount } from "../plan/partition-count.ts";
import type { ColumnInputs } from "./column-from.ts";
import { tableFrom } from "./column-from.ts";
import type { FrameParts } from "./frame-parts.ts";
import { narrowBytes } from "./select.ts";
import type { Schema, Table } from "./table.ts";
import { schemaOf, tableBytes } from "./table.ts";
import { sliceRows } from "./take.ts";

export interface FromColumnsOptions extends PartitionChoice {
  /** Types that cannot be seen: timestamps in a list of numbers, `i32` for numbers. */
  readonly types?: Schema;
}

/** Partitions of nearly equal numbers of rows. The data travels with each graph that is drawn of it: persist it first if it is used often. */
export function partsFromColumns(columns: ColumnInputs, { types, ...choice }: FromColumnsOptions = {}): FrameParts {
  const table = tableFrom(columns, types);
  const count = partitionCount(tableBytes(table), choice);
  const cuts = Array.from({ length: count + 1 }, (_, i) => Math.floor((i * table.rows) / count));
  const tables = cuts.slice(1).map((to, i) => sliceRows(table, cuts[i] as number, to));
  return partsFromTables(tables, schemaOf(table));
}

/** A partition of each table. @throws {TypeError} if one has other columns than the schema, by default those of the first */
export function partsFromTables(
  tables: readonly Table[],
  schema = schemaOf(tables[0] ?? { rows: 0, columns: {} }),
): FrameParts {
  const use = {
    needs: (): "all" => "all",
    narrow: (value: unknown, wanted: ReadonlySet<string>): Table => {
      const { rows, columns } = value as Table;
      return { rows, columns: Object.fromEntries(Object.entries(columns).filter(([name]) => wanted.has(name))) };
    },
    bytes: (bytes: number, wanted: ReadonlySet<string>): number => narrowBytes(schema, bytes, wanted),
  };
  const wanted = Object.keys(schema).join();
  const parts = tables.map((table, i) => {
    if (Object.keys(table.columns).join() === wanted) {
      return lazyPart("data", kernel("sameTable"), [], { value: table, use, bytes: tableBytes(table) });
    }
    const found = Object.keys(table.columns).join(", ");
    throw new TypeError(`Cannot make a frame: partition ${i} has the columns ${found}, must have ${wanted}`);
  });
  return { schema, parts };
}

/** Kernel. */
export const sameTable = (table: Table): Table => table;
