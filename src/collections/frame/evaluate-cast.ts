// Columns as another type; what does not fit fails with its row.
import { cellAt } from "./cells.ts";
import { ColumnBuilder } from "./column-from.ts";
import { toFloats } from "./evaluate-numbers.ts";
import type { Node } from "./expression-node.ts";
import { textOf } from "./expression-node.ts";
import type { Cell, Column, ColumnType } from "./table.ts";
import { isNumeric } from "./table.ts";
import { withValid } from "./take.ts";

/** `of` is what is cast, for errors. @throws {TypeError} naming the first value that does not fit */
export function castColumn(column: Column, to: ColumnType, of: Node): Column {
  const from = column.type;
  if (from === to) return column;
  if (to === "f64" && from !== "string") return withValid({ type: "f64", values: toFloats(column) }, column.valid);
  if (to === "timestamp" && isNumeric(from)) {
    return withValid({ type: "timestamp", values: toFloats(column) }, column.valid);
  }
  const rows = column.values.length;
  const builder = new ColumnBuilder(to, rows);
  for (let row = 0; row < rows; row++) {
    const cell = cellAt(column, row);
    const value = cell === null ? null : convert(cell, from, to);
    if (value !== undefined && builder.set(row, value)) continue;
    throw new TypeError(`Cannot cast ${textOf(of)} to ${to}: row ${row} of a partition is ${quoted(cell)}`);
  }
  return builder.finish();
}

/** Undefined where it does not fit. */
function convert(cell: Exclude<Cell, null>, from: ColumnType, to: ColumnType): unknown {
  if (to === "string") return from === "timestamp" ? isoText(cell as number) : String(cell);
  if (from === "string") return parseText((cell as string).trim(), to);
  if (to === "bool") return Number(cell) !== 0;
  if (to === "i64") return typeof cell === "bigint" ? cell : wholeBig(Number(cell));
  return Number(cell);
}

function parseText(text: string, to: ColumnType): unknown {
  if (to === "bool") return ({ true: true, false: false } as const)[text.toLowerCase() as "true"];
  if (to === "timestamp") return parseTime(text);
  if (text === "" || (Number.isNaN(Number(text)) && text !== "NaN")) return undefined;
  return to === "i64" ? (/^[+-]?\d+$/.test(text) ? BigInt(text) : undefined) : Number(text);
}

const ISO = /^[+-]?\d{4,6}-\d\d(-\d\d)?([T ]\d\d:\d\d(:\d\d(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?)?$/;

/** ISO 8601; without a zone it is UTC. */
function parseTime(text: string): number | undefined {
  if (!ISO.test(text)) return undefined;
  const exact = text.replace(" ", "T").replace(/\s+/g, "");
  const time = Date.parse(/T.*(Z|[+-]\d\d:?\d\d)$/.test(exact) || !exact.includes("T") ? exact : `${exact}Z`);
  return Number.isNaN(time) ? undefined : time;
}

const isoText = (time: number): string => (Number.isFinite(time) ? new Date(time).toISOString() : "NaN");
const wholeBig = (value: number): bigint | undefined => (Number.isInteger(value) ? BigInt(value) : undefined);
const quoted = (cell: Cell): string => (typeof cell === "string" ? `"${cell}"` : String(cell));
