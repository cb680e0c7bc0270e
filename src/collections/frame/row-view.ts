// A row as functions of users see it: an object with a property for each column. One object is moved from row to row.
import { cellAt } from "./cells.ts";
import type { Cell, Table } from "./table.ts";

/** Values by column: numbers (of timestamps milliseconds), bigint, text, true and false; null where one is missing. Valid during the call only. */
export type Row = Readonly<Record<string, Cell>>;

/** Calls `visit` for each row in order. */
export function eachRow(table: Table, visit: (view: Row, row: number) => void): void {
  let at = 0;
  const view = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(table.columns).map(([name, column]) => [
        name,
        { enumerable: true, get: (): Cell => cellAt(column, at) },
      ]),
    ),
  ) as Row;
  for (at = 0; at < table.rows; at++) visit(view, at);
}
