// The tasks of `readJsonLines`.
import type { Column, ColumnType, Table } from "../../frame/table.ts";
import { arrayOf } from "../../frame/table.ts";
import type { BadRow } from "../csv/broken-rows.ts";
import type { Inferred } from "../csv/inference.ts";
import { typeOf } from "../csv/inference.ts";
import type { Kinds } from "../csv/kernels.ts";
import type { Source } from "../source.ts";
import { nameOfSource, readRange } from "../source.ts";
import { eachLine, linesOf } from "./lines.ts";
import { columnOf, isMissing, kindOfValues, valueAs, widened } from "./values.ts";

export interface JsonPart {
  readonly source: Source;
  readonly from: number;
  readonly to: number;
  readonly columns: readonly { readonly name: string; readonly type?: ColumnType }[];
  /** Names of those that are wanted; absent: all. */
  readonly wanted?: readonly string[];
  readonly onBadRow: "fail" | "skip";
  /** Whether keys that are no columns are passed over; else their rows are bad ones. */
  readonly mayHaveOthers: boolean;
}

export interface ParsedLines {
  readonly table: Table;
  /** Kinds of the columns whose types were found here. */
  readonly kinds: Kinds;
  /** Their rows counted from the first of the slice. */
  readonly badRows: readonly BadRow[];
  readonly lines: number;
}

type Row = Readonly<Record<string, unknown>>;

/** @throws {Error} at the first line that cannot be read, with `onBadRow: "fail"` */
export async function parseJsonLines(part: JsonPart): Promise<ParsedLines> {
  const { bytes, start } = await linesOf(part.source, part);
  const names = new Set(part.columns.map(({ name }) => name));
  const rows: Row[] = [];
  const badRows: BadRow[] = [];
  let lines = 0;
  for (const { text, at } of eachLine(bytes)) {
    lines++;
    const row = parse(text);
    const reason = typeof row === "string" ? row : faultOf(row, part, names);
    if (reason === undefined) rows.push(row as Row);
    else {
      const bad = { row: lines, byteOffset: start + at, reason };
      if (part.onBadRow === "fail") throw await failureOf(bad, start, part.source);
      badRows.push(bad);
    }
  }
  const columns: Record<string, Column> = {};
  const kinds: Record<string, Inferred> = {};
  const asked = part.wanted === undefined ? undefined : new Set(part.wanted);
  for (const { name, type } of part.columns) {
    if (asked?.has(name) === false) continue;
    const values = rows.map((row) => row[name]);
    if (type === undefined) kinds[name] = kindOfValues(values);
    columns[name] = columnOf(type ?? typeOf(kinds[name] as Inferred), values);
  }
  return { table: { rows: rows.length, columns }, kinds, badRows, lines };
}

/** The row, or what is wrong with it. */
function parse(text: string): Row | string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Row;
    return `it is ${text.slice(0, 40)}, must be an object`;
  } catch (error) {
    return `it is no JSON (${(error as Error).message})`;
  }
}

function faultOf(row: Row, { columns, mayHaveOthers }: JsonPart, names: ReadonlySet<string>): string | undefined {
  for (const { name, type } of columns) {
    const value = row[name];
    if (type === undefined || isMissing(value) || valueAs(type, value) !== undefined) continue;
    return `column "${name}" has ${JSON.stringify(value)}, must be ${type}`;
  }
  if (mayHaveOthers) return undefined;
  const other = Object.keys(row).find((key) => !names.has(key));
  return other === undefined ? undefined : `it has "${other}", which no row before it had; must be named in columns`;
}

/** Which line of the file it is, is counted now. */
async function failureOf({ row, byteOffset, reason }: BadRow, start: number, source: Source): Promise<Error> {
  let before = 0;
  for (let at = 0; at < start; at += COUNTED) {
    for (const _ of eachLine(await readRange(source, at, Math.min(start, at + COUNTED)))) before++;
  }
  return new Error(`Cannot read row ${before + row} of ${nameOfSource(source)}, at byte ${byteOffset}: ${reason}`);
}

const COUNTED = 2 ** 40; // all at once

/** With `onBadRow: "fail"` and given types. */
export async function readJsonTable(part: JsonPart): Promise<Table> {
  return (await parseJsonLines(part)).table;
}

export const kindsOfJson = ({ kinds }: ParsedLines): Kinds => kinds;
export const linesOfJson = ({ lines }: ParsedLines): number => lines;
export const tableOfJson = ({ table }: ParsedLines): Table => table;

export function settleJson({ table, kinds }: ParsedLines, common: Kinds): Table {
  const columns = Object.entries(table.columns).map(([name, column]) => {
    const kind = common[name];
    if (kind === undefined) return [name, column] as const;
    return [name, kinds[name] === "empty" ? nothing(typeOf(kind), table.rows) : widened(column, kind)] as const;
  });
  return { rows: table.rows, columns: Object.fromEntries(columns) };
}

function nothing(type: ColumnType, rows: number): Column {
  const column = { type, values: arrayOf(type, rows), valid: new Uint8Array(rows) };
  return type === "string" ? { ...column, dictionary: [] } : column;
}

/** Lines before each slice. */
export function linesBefore(...lines: readonly number[]): readonly number[] {
  let sum = 0;
  return lines.map((count) => (sum += count) - count);
}

export function badRowsOfJson(
  { index }: { readonly index: number },
  { badRows }: ParsedLines,
  before: readonly number[],
): readonly BadRow[] {
  return badRows.map((bad) => ({ ...bad, row: bad.row + (before[index] as number) }));
}

export function writeJsonPart(table: Table): Uint8Array {
  const encoder = new TextEncoder();
  const columns = Object.entries(table.columns).map(
    ([name, column]) => [JSON.stringify(name), textsOf(column)] as const,
  );
  let text = "";
  for (let row = 0; row < table.rows; row++) {
    text += `{${columns.map(([name, textAt]) => `${name}:${textAt(row)}`).join(",")}}\n`;
  }
  return encoder.encode(text);
}

/** NaN and the infinities, which JSON has not, become null. */
function textsOf({ type, values, valid, dictionary = [] }: Column): (row: number) => string {
  const texts = dictionary.map((text) => JSON.stringify(text));
  return (row) => {
    if (valid?.[row] === 0) return "null";
    const value = values[row] as number | bigint;
    if (type === "string") return texts[Number(value)] as string;
    if (type === "bool") return String(value !== 0);
    if (type === "timestamp") return JSON.stringify(new Date(Number(value)));
    if (Object.is(value, -0)) return "-0";
    return typeof value === "bigint" || Number.isFinite(value) ? String(value) : "null";
  };
}
