// Columns of a frame as columns of Arrow: numbers are the same bytes, seen through views.
import type { Table as ArrowTable, Batch } from "@uwdata/flechette";
import * as arrow from "@uwdata/flechette";
import type { DataType, TypedArray } from "@uwdata/flechette/dist/types/types.js";
import type { Column, ColumnType, Table } from "../../frame/table.ts";

const TYPES: Readonly<Record<ColumnType, () => DataType>> = {
  f64: arrow.float64,
  f32: arrow.float32,
  i32: arrow.int32,
  u32: arrow.uint32,
  i16: arrow.int16,
  u16: arrow.uint16,
  i8: arrow.int8,
  u8: arrow.uint8,
  i64: arrow.int64,
  bool: arrow.bool,
  timestamp: () => arrow.timestamp(arrow.TimeUnit.MICROSECOND),
  string: arrow.utf8,
};

/** One batch. Timestamps count microseconds, without a zone; strings are written out. */
export function tableToArrow({ columns }: Table): ArrowTable {
  const entries = Object.entries(columns).map(([name, column]): [string, arrow.Column<unknown>] => {
    const batch = batchOf(column);
    return [name, new arrow.Column([batch], batch.type)];
  });
  return arrow.tableFromColumns(entries);
}

function batchOf(column: Column): Batch<unknown> {
  const { type, values, valid } = column;
  const arrowType = TYPES[type]();
  const BatchType = arrow.batchType(arrowType) as new (options: object) => Batch<unknown>;
  const [validity, nullCount] = valid === undefined ? [new Uint8Array(0), 0] : packBits(valid);
  return new BatchType({
    length: values.length,
    nullCount,
    type: arrowType,
    validity,
    ...(type === "string" ? textsOf(column) : { values: valuesOf(column) }),
  });
}

function valuesOf({ type, values }: Column): TypedArray {
  if (type === "bool") return packBits(values as Uint8Array)[0];
  if (type !== "timestamp") return values as TypedArray;
  const micros = new BigInt64Array(values.length);
  for (let i = 0; i < values.length; i++) micros[i] = BigInt(Math.round(Number(values[i]) * 1000) || 0);
  return micros;
}

/** Bits, and how many of them are 0. */
function packBits(bytes: Uint8Array): [bits: Uint8Array, zeros: number] {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  let ones = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 0) continue;
    bits[i >> 3] = (bits[i >> 3] as number) | (1 << (i & 7));
    ones++;
  }
  return [bits, bytes.length - ones];
}

function textsOf({ values, valid, dictionary = [] }: Column): {
  readonly offsets: Int32Array;
  readonly values: Uint8Array;
} {
  const encoder = new TextEncoder();
  const texts = dictionary.map((text) => encoder.encode(text));
  const textAt = (row: number): Uint8Array | undefined => (valid?.[row] === 0 ? undefined : texts[Number(values[row])]);
  const offsets = new Int32Array(values.length + 1);
  for (let row = 0; row < values.length; row++) {
    const end = (offsets[row] as number) + (textAt(row)?.length ?? 0);
    if (end > 2 ** 31 - 1)
      throw new RangeError("Cannot write a partition as Arrow: its texts exceed 2 GiB, must be less");
    offsets[row + 1] = end;
  }
  const bytes = new Uint8Array(offsets[values.length] as number);
  for (let row = 0; row < values.length; row++) {
    const text = textAt(row);
    if (text !== undefined) bytes.set(text, offsets[row]);
  }
  return { offsets, values: bytes };
}
