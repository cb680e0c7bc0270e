// The tasks of `readArrow` and `toArrow`.
import { tableFromIPC, tableToIPC } from "@uwdata/flechette";
import type { Column, Schema, Table } from "../../frame/table.ts";
import { castTable } from "../output/same-types.ts";
import type { Source } from "../source.ts";
import { nameOfSource, readRange } from "../source.ts";
import { columnFromArrow } from "./from-arrow.ts";
import { findMessages } from "./messages.ts";
import { tableToArrow } from "./to-arrow.ts";

export type Stretch = readonly [start: number, end: number];

export interface ArrowPart {
  readonly source: Source;
  readonly schema: Stretch;
  /** Dictionaries that come before the batch. */
  readonly dictionaries: readonly Stretch[];
  readonly batch: Stretch;
  readonly rows: number;
  /** Names of the columns that are wanted; absent: all. */
  readonly wanted?: readonly string[];
}

/** A batch is read whole; columns are views on its bytes. */
export async function readArrowBatch(part: ArrowPart): Promise<Table> {
  const { source, schema, dictionaries, batch, rows, wanted } = part;
  const stretches = await Promise.all(
    [schema, ...dictionaries, batch].map(([start, end]) => readRange(source, start, end)),
  );
  const asked = wanted === undefined ? undefined : new Set(wanted);
  try {
    const table = tableFromIPC(stretches);
    const columns: Record<string, Column> = {};
    table.names.forEach((name, i) => {
      if (asked?.has(name) !== false) columns[name] = columnFromArrow(table.getChildAt(i));
    });
    return { rows, columns };
  } catch (error) {
    throw new Error(`Cannot read a batch of ${nameOfSource(source)} as Arrow: ${String(error)}`, { cause: error });
  }
}

/** The messages of a partition: with the schema if it is the first. */
export async function writeArrowBatch(
  { isFirst }: { readonly isFirst: boolean },
  table: Table,
  schema: Schema,
): Promise<Uint8Array> {
  const bytes = tableToIPC(tableToArrow(castTable(table, schema)), { format: "stream" }) as Uint8Array;
  const messages = await findMessages((start, end) => bytes.subarray(start, end), bytes.length);
  const from = isFirst ? 0 : (messages[0]?.end ?? 0);
  return bytes.slice(from, messages.at(-1)?.end);
}

/** What ends a stream. */
export const endOfArrow = (): Uint8Array => Uint8Array.of(255, 255, 255, 255, 0, 0, 0, 0);
