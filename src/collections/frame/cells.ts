// Values of columns as people see them.
import type { Cell, Column, Table } from "./table.ts";

/** The value of a row; null where it is missing. */
export function cellAt(column: Column, row: number): Cell {
  if (column.valid?.[row] === 0) return null;
  const value = column.values[row] as number | bigint;
  if (column.type === "string") return column.dictionary?.[value as number] ?? null;
  return column.type === "bool" ? value !== 0 : value;
}

/** All values of a column, for people: numbers (of timestamps milliseconds), bigint, text, true and false; null where one is missing. */
export function valuesOf(table: Table, name: string): Cell[] {
  const column = table.columns[name];
  if (column === undefined) throw new RangeError(`Cannot read column "${name}": the table has none of that name`);
  return Array.from({ length: table.rows }, (_, row) => cellAt(column, row));
}

/** All rows as plain objects. */
export function rowsOf(table: Table): Record<string, Cell>[] {
  const columns = Object.entries(table.columns);
  return Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(columns.map(([name, column]) => [name, cellAt(column, row)])),
  );
}
