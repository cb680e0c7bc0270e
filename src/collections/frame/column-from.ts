// Columns made of what people have: typed arrays, lists of values, or columns.
import type { Cell, Column, ColumnType, Schema, Table } from "./table.ts";
import { arrayClass, arrayOf, COLUMN_TYPES } from "./table.ts";

type NumberArray =
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Int16Array
  | Uint16Array
  | Int8Array
  | Uint8Array
  | Uint8ClampedArray
  | BigInt64Array;

/** A typed array is taken as it is; in lists null and undefined are missing values, and dates become timestamps. */
export type ColumnInput = Column | NumberArray | readonly (Cell | Date | undefined)[];
export type ColumnInputs = Readonly<Record<string, ColumnInput>>;

/**
 * A table of columns, all of the same length; `types` says what cannot be seen: timestamps in a list of numbers.
 * @throws {RangeError} if lengths differ; {TypeError} for a value that does not fit, naming column and row
 */
export function tableFrom(inputs: ColumnInputs, types: Schema = {}): Table {
  const columns: Record<string, Column> = {};
  let rows: number | undefined;
  for (const [name, input] of Object.entries(inputs)) {
    const column = columnFrom(name, input, types[name]);
    const length = column.values.length;
    rows ??= length;
    if (rows !== length) {
      throw new RangeError(`Cannot make a table: column "${name}" has ${length} rows, must have ${rows} as the others`);
    }
    columns[name] = column;
  }
  return { rows: rows ?? 0, columns };
}

/** One column; `name` is for errors. @throws {TypeError} for a value that does not fit, naming its row */
export function columnFrom(name: string, input: ColumnInput, type?: ColumnType): Column {
  if (isColumn(input)) return input;
  if (!ArrayBuffer.isView(input)) return columnOfList(name, input, type);
  const found = COLUMN_TYPES.find((each) => input instanceof arrayClass(each)) ?? "u8";
  if (type === undefined || type === found) return { type: found, values: input as Column["values"] };
  return columnOfList(name, Array.from(input as ArrayLike<number | bigint>), type);
}

export function isColumn(input: unknown): input is Column {
  if (typeof input !== "object" || input === null || ArrayBuffer.isView(input) || !("values" in input)) return false;
  return "type" in input && COLUMN_TYPES.includes(input.type as ColumnType) && ArrayBuffer.isView(input.values);
}

function columnOfList(name: string, list: readonly unknown[], wanted: ColumnType | undefined): Column {
  const type = wanted ?? typeOfList(list);
  const builder = new ColumnBuilder(type, list.length);
  for (let row = 0; row < list.length; row++) {
    if (builder.set(row, list[row])) continue;
    throw new TypeError(`Cannot make column "${name}": row ${row} is ${quoted(list[row])}, must be ${WANTED[type]}`);
  }
  return builder.finish();
}

function typeOfList(list: readonly unknown[]): ColumnType {
  const value = list.find((each) => each !== null && each !== undefined);
  if (value instanceof Date) return "timestamp";
  return ({ string: "string", bigint: "i64", boolean: "bool" } as const)[typeof value as "string"] ?? "f64";
}

const WANTED: Readonly<Record<ColumnType, string>> = {
  ...{ f64: "a number", f32: "a number", i32: "a whole number of 32 bits", u32: "a whole number from 0 to 2^32 - 1" },
  ...{ i16: "a whole number of 16 bits", u16: "a whole number from 0 to 65535", i8: "a whole number of 8 bits" },
  ...{ u8: "a whole number from 0 to 255", i64: "a bigint of 64 bits", bool: "true or false" },
  ...{ timestamp: "a Date or a number of milliseconds", string: "a string" },
};

/** Fills a column value by value. */
export class ColumnBuilder {
  readonly #type: ColumnType;
  readonly #values: Column["values"];
  readonly #codes = new Map<string, number>();
  #valid: Uint8Array | undefined;

  constructor(type: ColumnType, rows: number) {
    this.#type = type;
    this.#values = arrayOf(type, rows);
  }

  /** Puts a value into a row, null and undefined as missing; false if it does not fit. */
  set(row: number, value: unknown): boolean {
    if (value === null || value === undefined) {
      this.#valid ??= new Uint8Array(this.#values.length).fill(1);
      this.#valid[row] = 0;
      return true;
    }
    if (this.#type === "string") return typeof value === "string" && this.#setText(row, value);
    if (this.#type === "i64") return this.#setBig(row, value);
    const number = value instanceof Date && this.#type === "timestamp" ? value.getTime() : value;
    if (this.#type === "bool" ? typeof value !== "boolean" : typeof number !== "number") return false;
    const values = this.#values as Float64Array;
    values[row] = Number(number);
    return isFloat(this.#type) || values[row] === Number(number);
  }

  finish(): Column {
    const column = { type: this.#type, values: this.#values };
    const checked = this.#valid === undefined ? column : { ...column, valid: this.#valid };
    return this.#type === "string" ? { ...checked, dictionary: [...this.#codes.keys()] } : checked;
  }

  #setText(row: number, text: string): true {
    let code = this.#codes.get(text);
    if (code === undefined) this.#codes.set(text, (code = this.#codes.size));
    (this.#values as Uint32Array)[row] = code;
    return true;
  }

  #setBig(row: number, value: unknown): boolean {
    if (typeof value !== "bigint" && !Number.isSafeInteger(value)) return false;
    const values = this.#values as BigInt64Array;
    values[row] = BigInt(value as bigint | number);
    return values[row] === BigInt(value as bigint | number);
  }
}

const isFloat = (type: ColumnType): boolean => type === "f64" || type === "f32" || type === "timestamp";

const quoted = (value: unknown): string =>
  typeof value === "string" ? `"${value}"` : typeof value === "bigint" ? `${value}n` : String(value);
