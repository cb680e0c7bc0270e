// The tasks of `toParquet`.
import type { RowGroup, SchemaElement } from "hyparquet/src/types.js";
import { ByteWriter } from "hyparquet-writer/src/bytewriter.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";
import { ParquetWriter } from "hyparquet-writer/src/parquet-writer.js";
import type { Column, ColumnType, Schema, Table } from "../../frame/table.ts";
import { castTable } from "../output/same-types.ts";
import type { ParquetOutputOptions } from "./write-parquet.ts";

/** The word at both ends of a file. */
const MAGIC = 0x31524150;
const MAGIC_BYTES = 4;

/** A row group as it stands at the beginning of a file; none if there are no rows. */
export interface WrittenGroup {
  /** Without the word. */
  readonly bytes: Uint8Array;
  readonly groups: readonly RowGroup[];
}

export type GroupPlace = Omit<WrittenGroup, "bytes"> & { readonly length: number };

export function writeRowGroup({ codec = "SNAPPY" }: ParquetOutputOptions, table: Table, schema: Schema): WrittenGroup {
  const { columns, rows } = castTable(table, schema);
  const writer = new ByteWriter();
  const file = new ParquetWriter({ writer, schema: elementsOf(schema) as never, codec });
  const columnData = Object.entries(columns).map(([name, column]) => ({
    name,
    data: dataOf(column),
    offsetIndex: false,
  }));
  if (rows > 0) file.write({ columnData: columnData as never, rowGroupSize: rows });
  return { bytes: writer.getBytes().slice(MAGIC_BYTES), groups: file.row_groups as readonly RowGroup[] };
}

export function bytesOfRowGroup({ isFirst }: { readonly isFirst: boolean }, { bytes }: WrittenGroup): Uint8Array {
  if (!isFirst) return bytes;
  const whole = new Uint8Array(MAGIC_BYTES + bytes.length);
  new DataView(whole.buffer).setUint32(0, MAGIC, true);
  whole.set(bytes, MAGIC_BYTES);
  return whole;
}

export const placesOfRowGroup = ({ bytes, groups }: WrittenGroup): GroupPlace => ({ length: bytes.length, groups });

/** With the word before it if there is no row group at all. */
export function writeParquetFooter(schema: Schema, ...places: readonly GroupPlace[]): Uint8Array {
  const writer = new ByteWriter();
  if (places.length === 0) writer.appendUint32(MAGIC);
  const groups: RowGroup[] = [];
  let at = 0;
  for (const place of places) {
    groups.push(...place.groups.map((group) => movedBy(group, BigInt(at))));
    at += place.length;
  }
  const rows = groups.reduce((sum, { num_rows }) => sum + num_rows, 0n);
  const metadata = {
    version: 2,
    created_by: "weftwork",
    schema: elementsOf(schema),
    num_rows: rows,
    row_groups: groups,
  };
  writeMetadata(writer, metadata as never);
  writer.appendUint32(MAGIC);
  return writer.getBytes().slice();
}

function movedBy(group: RowGroup, bytes: bigint): RowGroup {
  const columns = group.columns.map(({ meta_data: data, file_offset, ...rest }) => {
    const moved = { ...rest, file_offset: file_offset + bytes };
    if (data === undefined) return moved;
    const { data_page_offset, dictionary_page_offset: dictionary } = data;
    const place = { ...data, data_page_offset: data_page_offset + bytes };
    const whole = dictionary === undefined ? place : { ...place, dictionary_page_offset: dictionary + bytes };
    return { ...moved, meta_data: whole };
  });
  return { ...group, columns };
}

type Element = Omit<SchemaElement, "name" | "repetition_type">;

const ELEMENTS: Readonly<Record<ColumnType, Element>> = {
  f64: { type: "DOUBLE" },
  f32: { type: "FLOAT" },
  i32: { type: "INT32" },
  u32: { type: "INT32", converted_type: "UINT_32" },
  i16: { type: "INT32", converted_type: "INT_16" },
  u16: { type: "INT32", converted_type: "UINT_16" },
  i8: { type: "INT32", converted_type: "INT_8" },
  u8: { type: "INT32", converted_type: "UINT_8" },
  i64: { type: "INT64" },
  bool: { type: "BOOLEAN" },
  timestamp: { type: "INT64", logical_type: { type: "TIMESTAMP", isAdjustedToUTC: false, unit: "MICROS" } },
  string: { type: "BYTE_ARRAY", converted_type: "UTF8", logical_type: { type: "STRING" } },
};

function elementsOf(schema: Schema): SchemaElement[] {
  const columns = Object.entries(schema).map(([name, type]): SchemaElement => {
    return { ...ELEMENTS[type], name, repetition_type: "OPTIONAL" };
  });
  return [{ name: "root", num_children: columns.length }, ...columns];
}

function dataOf(column: Column): ArrayLike<unknown> {
  const { type, values, valid } = column;
  if (valid === undefined && !MADE_ANEW.has(type)) return values;
  return Array.from(values as ArrayLike<number | bigint>, (value, row) =>
    valid?.[row] === 0 ? null : cellOf(column, value),
  );
}

const MADE_ANEW: ReadonlySet<ColumnType> = new Set<ColumnType>(["u32", "bool", "timestamp", "string"]);

function cellOf({ type, dictionary }: Column, value: number | bigint): unknown {
  if (type === "bool") return value !== 0;
  if (type === "timestamp") return BigInt(Math.round(Number(value) * 1000) || 0);
  return type === "string" ? dictionary?.[Number(value)] : value;
}
