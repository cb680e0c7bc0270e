// Values of JSON as values of a column.

import { ColumnBuilder } from "../../frame/column-from.ts";
import type { Column, ColumnType, NumberType } from "../../frame/table.ts";
import { arrayOf } from "../../frame/table.ts";
import { readTimestamp } from "../csv/cells.ts";
import type { Inferred } from "../csv/inference.ts";
import { kindOfWhole, typeOf, widest } from "../csv/inference.ts";

export const isMissing = (value: unknown): boolean => value === null || value === undefined;

/** The narrowest kind of a value; objects and lists are kept as text. */
export function kindOfValue(value: unknown): Inferred {
  if (isMissing(value)) return "empty";
  if (typeof value === "boolean") return "bool";
  if (typeof value !== "number") return "string";
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? (kindOfWhole(value) as Inferred) : "f64";
}

export function kindOfValues(values: readonly unknown[]): Inferred {
  let kind: Inferred = "empty";
  for (const value of values) kind = widest(kind, kindOfValue(value));
  return kind;
}

/** The value as one of that type; undefined if it is none. */
export function valueAs(type: ColumnType, value: unknown): number | bigint | string | boolean | undefined {
  switch (type) {
    case "string":
      return typeof value === "string" ? value : JSON.stringify(value);
    case "bool":
      return typeof value === "boolean" ? value : undefined;
    case "timestamp":
      return typeof value === "string" ? readTimestamp(value) : numberOf(value);
    case "i64":
      return Number.isSafeInteger(value) ? BigInt(value as number) : undefined;
    default:
      return numberAs(type, value);
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

function numberAs(type: NumberType, value: unknown): number | undefined {
  if (typeof value !== "number" || type === "f64" || type === "f32") return numberOf(value);
  const probe = arrayOf(type, 1) as { [row: number]: number };
  probe[0] = value;
  return probe[0] === value ? value : undefined;
}

export function columnOf(type: ColumnType, values: readonly unknown[]): Column {
  const builder = new ColumnBuilder(type, values.length);
  values.forEach((value, row) => builder.set(row, isMissing(value) ? undefined : valueAs(type, value)));
  return builder.finish();
}

/** A column that was found to be of one kind, as one of a wider kind. */
export function widened(column: Column, to: Inferred): Column {
  const type = typeOf(to);
  if (column.type === type) return column;
  const { values, valid } = column;
  const list = Array.from({ length: values.length }, (_, row) => {
    if (valid?.[row] === 0) return undefined;
    return column.type === "bool" ? values[row] === 1 : Number(values[row]);
  });
  return columnOf(type, list);
}
