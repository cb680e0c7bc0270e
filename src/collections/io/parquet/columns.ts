// Columns of a Parquet file as columns of a frame: which type each becomes, and how its values get there.
import type { FileMetaData, ParquetParsers, SchemaElement } from "hyparquet/src/types.js";
import type { Column, ColumnType } from "../../frame/table.ts";
import { arrayOf } from "../../frame/table.ts";

export interface ParquetColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** The columns at the top of the schema; lists and structs become their JSON. `int64` without `keep` becomes as narrow as the statistics of all row groups allow. */
export function columnsOf(metadata: FileMetaData, int64: "narrow" | "keep"): readonly ParquetColumn[] {
  const out: ParquetColumn[] = [];
  let leaf = 0;
  for (let at = 1; at < metadata.schema.length; ) {
    const element = metadata.schema[at] as SchemaElement;
    const [end, leaves] = extent(metadata.schema, at);
    const isFlat = end === at + 1 && element.repetition_type !== "REPEATED";
    const type = isFlat ? typeOfElement(element) : "string";
    const narrowed = type === "i64" && isFlat && int64 === "narrow" ? narrowest(metadata, leaf) : type;
    out.push({ name: element.name, type: narrowed });
    at = end;
    leaf += leaves;
  }
  return out;
}

/** Where the subtree of a schema element ends, and how many leaves it has. */
function extent(schema: readonly SchemaElement[], at: number): readonly [end: number, leaves: number] {
  const children = schema[at]?.num_children ?? 0;
  if (children === 0) return [at + 1, 1];
  let [end, leaves] = [at + 1, 0];
  for (let i = 0; i < children; i++) {
    const [next, more] = extent(schema, end);
    end = next;
    leaves += more;
  }
  return [end, leaves];
}

function typeOfElement({ type, converted_type: converted, logical_type: logical }: SchemaElement): ColumnType {
  if (converted === "DECIMAL" || logical?.type === "DECIMAL") return "f64";
  if (converted === "DATE" || logical?.type === "DATE" || logical?.type === "TIMESTAMP") return "timestamp";
  if (converted === "TIMESTAMP_MILLIS" || converted === "TIMESTAMP_MICROS" || type === "INT96") return "timestamp";
  if (logical?.type === "FLOAT16" || type === "FLOAT") return "f32";
  if (type === "BOOLEAN") return "bool";
  if (type === "DOUBLE") return "f64";
  if (type === "INT64") return isUnsigned(converted, logical) ? "f64" : "i64";
  if (type === "INT32") return INTEGERS[converted ?? ""] ?? (isUnsigned(converted, logical) ? "u32" : "i32");
  return "string";
}

const isUnsigned = (converted: string | undefined, logical: SchemaElement["logical_type"]): boolean =>
  converted?.startsWith("UINT_") === true || (logical?.type === "INTEGER" && !logical.isSigned);

const INTEGERS: Readonly<Record<string, ColumnType>> = {
  ...{ INT_8: "i8", INT_16: "i16", UINT_8: "u8", UINT_16: "u16", UINT_32: "u32" },
};

function narrowest(metadata: FileMetaData, leaf: number): ColumnType {
  let type: ColumnType = "i32";
  for (const { columns } of metadata.row_groups) {
    const { min, max, min_value = min, max_value = max } = columns[leaf]?.meta_data?.statistics ?? {};
    if (typeof min_value !== "bigint" || typeof max_value !== "bigint") return "i64";
    if (!fits(min_value, 53) || !fits(max_value, 53)) return "i64";
    if (!fits(min_value, 31) || !fits(max_value, 31)) type = "f64";
  }
  return type;
}

const fits = (value: bigint, bits: number): boolean => value >= -(2n ** BigInt(bits)) && value < 2n ** BigInt(bits);

const decoder = new TextDecoder();

/** Called once for each entry of a dictionary where there is one. Timestamps become milliseconds, JSON stays text. */
export const PARSERS: Partial<ParquetParsers> = {
  timestampFromMilliseconds: (millis) => Number(millis),
  timestampFromMicroseconds: (micros) => Number(micros) / 1000,
  timestampFromNanoseconds: (nanos) => Number(nanos / 1_000_000n) + Number(nanos % 1_000_000n) / 1e6,
  dateFromDays: (days) => days * 86_400_000,
  jsonFromBytes: (bytes) => decoder.decode(bytes),
};

/** A column that is filled by runs of decoded values. */
export class DecodedColumn {
  readonly #column: ParquetColumn;
  readonly #values: Column["values"];
  readonly #codes = new Map<unknown, number>();
  #valid: Uint8Array | undefined;
  #filled = 0;

  constructor(column: ParquetColumn, rows: number) {
    this.#column = column;
    this.#values = arrayOf(column.type, rows);
  }

  get isFull(): boolean {
    return this.#filled === this.#values.length;
  }

  /** Values of the rows from `at` on; those outside of the column are left out. */
  fill(run: ArrayLike<unknown>, at: number): void {
    const from = Math.max(0, -at);
    const to = Math.min(run.length, this.#values.length - at);
    if (to <= from) return;
    this.#filled += to - from;
    if (ArrayBuffer.isView(run) && run.constructor === this.#values.constructor) {
      (this.#values as Float64Array).set((run as Float64Array).subarray(from, to), at + from);
      return;
    }
    const { type } = this.#column;
    const values = this.#values as { [row: number]: unknown };
    for (let i = from; i < to; i++) {
      const value = run[i];
      if (value === null || value === undefined) this.#miss(at + i);
      else if (type === "string") values[at + i] = this.#codeOf(value);
      else if (type === "i64") values[at + i] = value;
      else values[at + i] = Number(value);
    }
  }

  finish(): Column {
    const { type } = this.#column;
    const column = { type, values: this.#values, ...(this.#valid === undefined ? {} : { valid: this.#valid }) };
    return type === "string" ? { ...column, dictionary: [...this.#codes.keys()] as string[] } : column;
  }

  #codeOf(value: unknown): number {
    const text = typeof value === "string" ? value : textOf(value);
    let code = this.#codes.get(text);
    if (code === undefined) this.#codes.set(text, (code = this.#codes.size));
    return code;
  }

  #miss(row: number): void {
    this.#valid ??= new Uint8Array(this.#values.length).fill(1);
    this.#valid[row] = 0;
  }
}

/** What has no type here: bytes as hexadecimal digits, all else as JSON. */
function textOf(value: unknown): string {
  if (value instanceof Uint8Array) return Array.from(value, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner));
}
