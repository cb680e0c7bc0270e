// Rows of a table taken by their numbers, or a stretch of them. Loops by the width of the values: each runs over one kind
// of array, which is what makes it fast; the bits of a value are what they were.
import type { Column, Table } from "./table.ts";
import { arrayOf } from "./table.ts";

/** The rows that `rows` names, in that order; a row below 0 is one of missing values. The result shares no buffer. */
export function takeRows(table: Table, rows: Int32Array | Uint32Array): Table {
  const columns = Object.entries(table.columns).map(([name, column]) => [name, takeColumn(column, rows)] as const);
  return { rows: rows.length, columns: Object.fromEntries(columns) };
}

export function takeColumn(column: Column, rows: Int32Array | Uint32Array): Column {
  const values = arrayOf(column.type, rows.length);
  gather(column.values, rows, values);
  const valid = takeValid(column.valid, rows);
  return compactDictionary(withValid({ ...column, values }, valid));
}

/** Rows `from` to `to`, the last excluded. The result shares no buffer. */
export function sliceRows(table: Table, from: number, to: number): Table {
  const columns = Object.entries(table.columns).map(([name, column]) => {
    const values = column.values.slice(from, to) as Column["values"];
    return [name, compactDictionary(withValid({ ...column, values }, column.valid?.slice(from, to)))] as const;
  });
  return { rows: Math.max(0, Math.min(to, table.rows) - from), columns: Object.fromEntries(columns) };
}

/** The table with those of these columns that it has; all if none are named. */
export function withColumns(table: Table, names: readonly string[] | undefined): Table {
  if (names === undefined) return table;
  const columns = names.flatMap((name) =>
    name in table.columns ? [[name, table.columns[name] as Column] as const] : [],
  );
  return { rows: table.rows, columns: Object.fromEntries(columns) };
}

/** The column with this for its `valid`; none if all values are there. */
export function withValid(column: Column, valid: Uint8Array | undefined): Column {
  const { valid: _, ...rest } = column;
  return valid === undefined || !valid.includes(0) ? rest : { ...rest, valid };
}

/** A dictionary with far more texts than rows is cut down to those that are used: pieces of a shuffle carry no others. */
export function compactDictionary(column: Column): Column {
  const { dictionary, values } = column;
  if (dictionary === undefined || dictionary.length <= SMALL || dictionary.length <= values.length / 2) return column;
  const codes = new Int32Array(dictionary.length).fill(-1);
  const kept: string[] = [];
  const compact = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) {
    if (column.valid?.[row] === 0) continue;
    const code = values[row] as number;
    if (codes[code] === -1) codes[code] = kept.push(dictionary[code] as string) - 1;
    compact[row] = codes[code] as number;
  }
  return { ...column, values: compact, dictionary: kept };
}

const SMALL = 16;

function takeValid(valid: Uint8Array | undefined, rows: Int32Array | Uint32Array): Uint8Array | undefined {
  let isWhole = valid === undefined;
  if (isWhole && rows instanceof Int32Array) for (let i = 0; i < rows.length; i++) isWhole &&= (rows[i] as number) >= 0;
  if (isWhole) return undefined;
  const taken = new Uint8Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as number;
    taken[i] = row < 0 ? 0 : valid === undefined ? 1 : (valid[row] as number);
  }
  return taken;
}

/** `to[i] = from[rows[i]]`; 0 for rows below 0. */
function gather(from: Column["values"], rows: Int32Array | Uint32Array, to: Column["values"]): void {
  if (from instanceof Float64Array) gather8(from, rows, to as Float64Array);
  else if (from.BYTES_PER_ELEMENT === 8) gatherPairs(wordsOf(from), rows, wordsOf(to));
  else if (from.BYTES_PER_ELEMENT === 4) gather4(wordsOf(from), rows, wordsOf(to));
  else if (from.BYTES_PER_ELEMENT === 2) gather2(halvesOf(from), rows, halvesOf(to));
  else gather1(bytesOf(from), rows, bytesOf(to));
}

const wordsOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint32Array =>
  new Uint32Array(buffer, byteOffset, byteLength / 4);
const halvesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint16Array =>
  new Uint16Array(buffer, byteOffset, byteLength / 2);
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

function gather8(from: Float64Array, rows: Int32Array | Uint32Array, to: Float64Array): void {
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i] as number] ?? 0;
}

function gather4(from: Uint32Array, rows: Int32Array | Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i] as number] ?? 0;
}

function gather2(from: Uint16Array, rows: Int32Array | Uint32Array, to: Uint16Array): void {
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i] as number] ?? 0;
}

function gather1(from: Uint8Array, rows: Int32Array | Uint32Array, to: Uint8Array): void {
  for (let i = 0; i < rows.length; i++) to[i] = from[rows[i] as number] ?? 0;
}

function gatherPairs(from: Uint32Array, rows: Int32Array | Uint32Array, to: Uint32Array): void {
  for (let i = 0; i < rows.length; i++) {
    const at = 2 * (rows[i] as number);
    to[2 * i] = from[at] ?? 0;
    to[2 * i + 1] = from[at + 1] ?? 0;
  }
}
