// Checks of names and types of columns, made when an operation is written down.
import { nearestName } from "../../base/nearest-name.ts";
import type { ColumnType, Schema } from "./table.ts";

/** The type of a column. @throws {RangeError} naming the nearest column if there is none of that name; `action` is what could not be done */
export function columnType(schema: Schema, name: string, action: string): ColumnType {
  const type = Object.hasOwn(schema, name) ? schema[name] : undefined;
  if (type !== undefined) return type;
  throw new RangeError(`Cannot ${action}: there is no column "${name}", ${hint(name, Object.keys(schema))}`);
}

/** @throws {RangeError} naming the nearest column for the first name that is unknown */
export function checkColumns(schema: Schema, names: readonly string[], action: string): void {
  for (const name of names) columnType(schema, name, action);
}

function hint(name: string, known: readonly string[]): string {
  if (known.length === 0) return "the frame has no columns";
  const nearest = nearestName(name.toLowerCase(), known);
  return `must be one of ${known.map((each) => `"${each}"`).join(", ")}; is "${nearest}" meant?`;
}

/** The columns of a schema that `names` names, in the order of `names`. */
export function pickSchema(schema: Schema, names: Iterable<string>): Schema {
  return Object.fromEntries([...names].map((name) => [name, schema[name] as ColumnType]));
}
