// Columns of a slice in the types that all slices have in common.
import type { Column, ColumnArrays, ColumnType, Table } from "../../frame/table.ts";
import { arrayOf } from "../../frame/table.ts";
import type { Inferred } from "./inference.ts";
import { typeOf } from "./inference.ts";
import type { ParsedSlice } from "./parse-slice.ts";

/** The table itself if all is as it should be; undefined if a column must be read again, since it is text elsewhere. */
export function retype({ table, kinds }: ParsedSlice, common: Readonly<Record<string, Inferred>>): Table | undefined {
  const changed: Record<string, Column> = {};
  for (const [name, column] of Object.entries(table.columns)) {
    const kind = common[name];
    if (kind === undefined || typeOf(kind) === column.type) continue;
    if (kinds[name] === "empty") changed[name] = nothingOf(typeOf(kind), table.rows);
    else if (kind === "string") return undefined;
    else changed[name] = convert(column, typeOf(kind));
  }
  return Object.keys(changed).length === 0 ? table : { rows: table.rows, columns: { ...table.columns, ...changed } };
}

function nothingOf(type: ColumnType, rows: number): Column {
  const column = { type, values: arrayOf(type, rows), valid: new Uint8Array(rows) };
  return type === "string" ? { ...column, dictionary: [] } : column;
}

/** From a narrower number to a wider one. */
function convert({ values, valid }: Column, type: ColumnType): Column {
  const converted = arrayOf(type, values.length);
  if (type === "i64") {
    for (let i = 0; i < values.length; i++) (converted as ColumnArrays["i64"])[i] = BigInt(values[i] as number);
  } else {
    for (let i = 0; i < values.length; i++) (converted as ColumnArrays["f64"])[i] = Number(values[i]);
  }
  return { type, values: converted, ...(valid === undefined ? {} : { valid }) };
}
