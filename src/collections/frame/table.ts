// A partition of a data frame as it lies on a worker: plain cloneable objects around typed arrays, as Arrow has them, so
// that numbers go to and from Arrow uncopied. A column that shares no buffer with another result is moved, not copied.

export type NumberType = "f64" | "f32" | "i32" | "u32" | "i16" | "u16" | "i8" | "u8";
export type ColumnType = NumberType | "i64" | "bool" | "timestamp" | "string";

/** The typed array that carries the values of each type. */
export interface ColumnArrays {
  readonly f64: Float64Array;
  readonly f32: Float32Array;
  readonly i32: Int32Array;
  readonly u32: Uint32Array;
  readonly i16: Int16Array;
  readonly u16: Uint16Array;
  readonly i8: Int8Array;
  readonly u8: Uint8Array;
  readonly i64: BigInt64Array;
  /** 1 or 0. */
  readonly bool: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly timestamp: Float64Array;
  /** Codes: indices of the column's dictionary. */
  readonly string: Uint32Array;
}

export type ColumnArray = ColumnArrays[ColumnType];

export interface Column<T extends ColumnType = ColumnType> {
  readonly type: T;
  /** One per row; what stands where a value is missing means nothing. */
  readonly values: ColumnArrays[T];
  /** 1 where a value is there, 0 where it is missing; absent: all are there. NaN is a value and not missing. */
  readonly valid?: Uint8Array;
  /** Of type `string` alone: the texts that the codes name, none of them twice. */
  readonly dictionary?: readonly string[];
  /** What the values are counted in, for people. */
  readonly unit?: string;
}

export interface Table {
  readonly rows: number;
  /** All of length `rows`, in the order in which they are shown. */
  readonly columns: Readonly<Record<string, Column>>;
}

/** The names and types of a frame's columns, in order. */
export type Schema = Readonly<Record<string, ColumnType>>;

/** A value as people see it: numbers (a timestamp's milliseconds too), bigint of `i64`, null where it is missing. */
export type Cell = number | bigint | string | boolean | null;

const ARRAYS = {
  f64: Float64Array,
  f32: Float32Array,
  i32: Int32Array,
  u32: Uint32Array,
  i16: Int16Array,
  u16: Uint16Array,
  i8: Int8Array,
  u8: Uint8Array,
  i64: BigInt64Array,
  bool: Uint8Array,
  timestamp: Float64Array,
  string: Uint32Array,
} as const;

/** Room for the values of `rows` rows, all 0. */
export function arrayOf<T extends ColumnType>(type: T, rows: number): ColumnArrays[T] {
  return new ARRAYS[type](rows) as ColumnArrays[T];
}

export const COLUMN_TYPES = Object.keys(ARRAYS) as readonly ColumnType[];

/** The class of the values of a type. */
export const arrayClass = (type: ColumnType): (typeof ARRAYS)[ColumnType] => ARRAYS[type];

/** Types whose values JavaScript reads as numbers. */
export const isNumeric = (type: ColumnType): boolean => type !== "string" && type !== "i64" && type !== "bool";

export function schemaOf(table: Table): Schema {
  return Object.fromEntries(Object.entries(table.columns).map(([name, { type }]) => [name, type]));
}

/** No rows of these columns. */
export function emptyTable(schema: Schema): Table {
  const columns = Object.entries(schema).map(([name, type]): [string, Column] => {
    const column = { type, values: arrayOf(type, 0) };
    return [name, type === "string" ? { ...column, dictionary: [] } : column];
  });
  return { rows: 0, columns: Object.fromEntries(columns) };
}

/** Bytes of the columns, their dictionaries estimated. */
export function tableBytes(table: Table): number {
  let bytes = 0;
  for (const column of Object.values(table.columns)) bytes += columnBytes(column);
  return bytes;
}

function columnBytes({ values, valid, dictionary }: Column): number {
  let bytes = values.byteLength + (valid?.byteLength ?? 0);
  for (const text of dictionary ?? []) bytes += STRING_BYTES + text.length;
  return bytes;
}

const STRING_BYTES = 16;
