// Columns of Arrow as columns of a frame: numbers are the same bytes, seen through views.
import type { Column as ArrowColumn, Batch } from "@uwdata/flechette";
import { Type } from "@uwdata/flechette";
import type { DataType, DictionaryType } from "@uwdata/flechette/dist/types/types.js";
import type { Column, ColumnType } from "../../frame/table.ts";
import { arrayClass, arrayOf } from "../../frame/table.ts";

const INTEGERS: Readonly<Record<string, ColumnType>> = {
  ...{ i8: "i8", i16: "i16", i32: "i32", i64: "i64", u8: "u8", u16: "u16", u32: "u32", u64: "f64" },
};

/** The type that a column becomes; lists, structs and whatever else there is become their JSON. */
export function typeOfArrow(type: DataType): ColumnType {
  switch (type.typeId) {
    case Type.Int:
      return INTEGERS[`${type.signed ? "i" : "u"}${type.bitWidth}`] as ColumnType;
    case Type.Float:
      return type.precision === 2 ? "f64" : "f32";
    case Type.Decimal:
      return "f64";
    case Type.Bool:
      return "bool";
    case Type.Date:
    case Type.Timestamp:
      return "timestamp";
    case Type.Time:
    case Type.Duration:
      return type.values === BigInt64Array ? "i64" : "i32";
    case Type.Dictionary:
      return typeOfArrow(type.dictionary);
    default:
      return "string";
  }
}

/** A column of one batch. */
export function columnFromArrow(column: ArrowColumn<unknown>): Column {
  const [batch] = column.data as readonly Batch<unknown>[];
  const type = typeOfArrow(column.type);
  if (batch === undefined) return { type, values: arrayOf(type, 0), ...(type === "string" ? { dictionary: [] } : {}) };
  const valid = validOf(batch);
  const found = type === "string" ? textsOf(batch) : { values: valuesOf(batch, type) };
  return valid === undefined ? { type, ...found } : { type, ...found, valid };
}

function validOf({ length, nullCount, validity }: Batch<unknown>): Uint8Array | undefined {
  if (nullCount === 0 || validity === undefined || validity.length === 0) return undefined;
  return bitsOf(validity, length);
}

function bitsOf(bits: Uint8Array, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = ((bits[i >> 3] as number) >> (i & 7)) & 1;
  return bytes;
}

function valuesOf(batch: Batch<unknown>, type: ColumnType): Column["values"] {
  const { length, values, type: arrow } = batch;
  if (arrow.typeId === Type.Bool) return bitsOf(values as Uint8Array, length);
  if (values?.constructor === arrayClass(type) && arrow.typeId !== Type.Dictionary) {
    return (values as Float64Array).subarray(0, length) as Column["values"];
  }
  const out = arrayOf(type, length) as { [row: number]: unknown };
  for (let i = 0; i < length; i++) out[i] = type === "i64" ? (batch.at(i) ?? 0n) : Number(batch.at(i) ?? 0);
  return out as Column["values"];
}

/** Codes of a dictionary are seen through a view if they are of 32 bits and its texts differ from each other. */
function textsOf(batch: Batch<unknown>): Pick<Column, "values" | "dictionary"> {
  const { length, values, type } = batch;
  if (type.typeId === Type.Dictionary) {
    const texts = Array.from((batch as unknown as { readonly dictionary: Iterable<unknown> }).dictionary, String);
    const indices = (values as Int32Array).subarray(0, length);
    const is32 = (type as DictionaryType).indices.bitWidth === 32;
    if (new Set(texts).size === texts.length) {
      const codes = is32
        ? new Uint32Array(indices.buffer, indices.byteOffset, length)
        : Uint32Array.from(indices, Number);
      return { values: codes, dictionary: texts };
    }
  }
  const codes = new Map<string, number>();
  const out = new Uint32Array(length);
  for (let i = 0; i < length; i++) {
    const value = batch.at(i);
    if (value === null || value === undefined) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value, asText);
    let code = codes.get(text);
    if (code === undefined) codes.set(text, (code = codes.size));
    out[i] = code;
  }
  return { values: out, dictionary: [...codes.keys()] };
}

const asText = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);
