// Items as rows of a data frame.
import { columnFrom } from "../frame/column-from.ts";
import type { FrameParts } from "../frame/frame-parts.ts";
import type { Column, Schema, Table } from "../frame/table.ts";
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";

export function toFrame(parts: readonly LazyPart[], schema: Schema): FrameParts {
  const fn = kernel("tabulateItems");
  return { schema, parts: parts.map((part) => lazyPart("to frame", fn, [part], { value: { schema } })) };
}

/** Objects by the names of columns, or lists by their order; what an item lacks is missing. @throws {TypeError} naming column and row of a value that does not fit */
export function tabulateItems({ schema }: { readonly schema: Schema }, items: readonly unknown[]): Table {
  const columns: Record<string, Column> = {};
  Object.entries(schema).forEach(([name, type], place) => {
    const values = items.map((item) => cellOf(item, name, place));
    columns[name] = columnFrom(name, values as never[], type);
  });
  return { rows: items.length, columns };
}

function cellOf(item: unknown, name: string, place: number): unknown {
  if (Array.isArray(item)) return item[place];
  if (typeof item === "object" && item !== null && !(item instanceof Date))
    return (item as Readonly<Record<string, unknown>>)[name];
  return place === 0 ? item : undefined;
}
