// Tables one after the other as one.
import type { Column, ColumnType, Table } from "./table.ts";
import { arrayOf, isNumeric } from "./table.ts";

/** The rows of all tables in order, with the columns that all have: one may bring more than is wanted. @throws {TypeError} naming a column that does not fit */
export function concatTables(tables: readonly Table[]): Table {
  const [first] = tables;
  if (first === undefined) return { rows: 0, columns: {} };
  if (tables.length === 1) return first;
  const columns: Record<string, Column> = {};
  for (const name of Object.keys(first.columns)) {
    const parts = tables.map((table) => table.columns[name]).filter((column) => column !== undefined);
    if (parts.length === tables.length) columns[name] = concatColumns(name, parts);
  }
  return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), columns };
}

/** The values of all columns in order; numbers of several types become `f64`. @throws {TypeError} naming the column */
export function concatColumns(name: string, columns: readonly Column[]): Column {
  const type = commonType(name, columns);
  const rows = columns.reduce((sum, { values }) => sum + values.length, 0);
  const values = arrayOf(type, rows);
  const dictionary = type === "string" ? new Map<string, number>() : undefined;
  const valid = columns.some((column) => column.valid !== undefined) ? new Uint8Array(rows).fill(1) : undefined;
  let at = 0;
  for (const column of columns) {
    if (dictionary !== undefined) copyCodes(column, dictionary, (values as Uint32Array).subarray(at));
    else if (column.type === type || hasValues(column)) (values as Float64Array).set(column.values as Float64Array, at);
    if (column.valid !== undefined) valid?.set(column.valid, at);
    at += column.values.length;
  }
  const whole: Column = { ...(columns[0] as Column), type, values };
  const checked = valid === undefined ? whole : { ...whole, valid };
  return dictionary === undefined ? checked : { ...checked, dictionary: [...dictionary.keys()] };
}

function commonType(name: string, columns: readonly Column[]): ColumnType {
  const types = new Set(columns.map(({ type }) => type));
  if (types.size === 1) return (columns[0] as Column).type;
  // A partition in which all is missing has no type of its own.
  const told = new Set(columns.filter(hasValues).map(({ type }) => type));
  if (told.size === 1) return [...told][0] as ColumnType;
  const all = [...(told.size === 0 ? types : told)];
  if (all.every((type) => isNumeric(type) && type !== "timestamp")) return "f64";
  throw new TypeError(`Cannot put partitions together: column "${name}" is ${all.join(" and ")}, must be of one type`);
}

const hasValues = ({ values, valid }: Column): boolean =>
  values.length > 0 && (valid === undefined || valid.includes(1));

function copyCodes({ values, dictionary = [] }: Column, into: Map<string, number>, to: Uint32Array): void {
  if (dictionary.length === 0) return;
  const codes = new Uint32Array(dictionary.length);
  dictionary.forEach((text, code) => {
    let known = into.get(text);
    if (known === undefined) into.set(text, (known = into.size));
    codes[code] = known;
  });
  for (let row = 0; row < values.length; row++) to[row] = codes[values[row] as number] ?? 0;
}
