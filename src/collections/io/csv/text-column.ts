// A column that grows by cells of text. Its type is given, or found on the way.
import type { Column, ColumnArray, ColumnArrays, ColumnType, NumberType } from "../../frame/table.ts";
import { arrayClass, arrayOf } from "../../frame/table.ts";
import { readBoolean, readInteger, readNumber, readTimestamp, readWhole } from "./cells.ts";
import type { Inferred } from "./inference.ts";
import { kindOfText, kindOfWhole, typeOf, widest } from "./inference.ts";
import type { Missing } from "./missing.ts";

/** Rows of cells. */
export type Rows = readonly (readonly string[])[];

export interface TextColumnOptions {
  readonly missing: Missing;
  /** The type that it must have; absent: found. */
  readonly type?: ColumnType | undefined;
  /** The kind to begin with when it is found; it only widens. */
  readonly kind?: Inferred;
}

const NONE: number[] = [];

type Grown = Float64Array | BigInt64Array | Uint8Array | Uint32Array;

export class TextColumn {
  readonly #missing: Missing;
  readonly #type: ColumnType | undefined;
  readonly #codes = new Map<string, number>();
  #kind: Inferred;
  #length = 0;
  #values: Grown;
  #valid: Uint8Array | undefined;

  constructor({ missing, type, kind = "empty" }: TextColumnOptions) {
    this.#missing = missing;
    this.#type = type;
    this.#kind = type === undefined ? kind : KIND_OF_TYPE[type];
    this.#values = storageOf(this.#kind, 0);
  }

  get kind(): Inferred {
    return this.#kind;
  }

  /**
   * Adds cell `at` of each row. Of rows whose cell is not of the given type it adds something and returns their numbers:
   * `drop` must take them out again.
   * @returns "text" when the column was found to hold text after it took cells for something else: it must begin anew
   */
  append(rows: Rows, at: number): readonly number[] | "text" {
    const start = this.#length;
    this.#reserve(start + rows.length);
    let misfits: number[] = NONE;
    for (let i = 0; i < rows.length; i++) {
      const text = (rows[i] as readonly string[])[at] ?? "";
      if (this.#put(text, start + i)) continue;
      if (this.#type !== undefined) {
        if (misfits === NONE) misfits = [];
        misfits.push(i);
      } else if (!this.#widen(kindOfText(text), start + i)) return "text";
      else this.#put(text, start + i);
    }
    this.#length = start + rows.length;
    return misfits;
  }

  /** Takes out rows of the last `count` that were appended, by their numbers among those. */
  drop(rows: ReadonlySet<number>, count: number): void {
    const start = this.#length - count;
    let kept = start;
    for (let i = 0; i < count; i++) {
      if (rows.has(i)) continue;
      this.#values[kept] = this.#values[start + i] as never;
      if (this.#valid !== undefined) this.#valid[kept] = this.#valid[start + i] as number;
      kept++;
    }
    this.#length = kept;
  }

  finish(): Column {
    const type = this.#type ?? typeOf(this.#kind);
    const valid = this.#valid === undefined ? {} : { valid: this.#valid.slice(0, this.#length) };
    const values = exactly(this.#values, type, this.#length);
    if (type !== "string") return { type, values, ...valid };
    return { type, values, ...valid, dictionary: this.#dictionary() };
  }

  /** Whether the text is a value of the column, or missing; it is there now. */
  #put(text: string, at: number): boolean {
    const isMaybeMissing = text === "" || this.#missing.areNumbers;
    if (isMaybeMissing && this.#missing.texts.has(text)) return this.#miss(at);
    const value = this.#read(text);
    if (value === undefined) return this.#missing.texts.has(text) && this.#miss(at);
    this.#values[at] = value;
    if (this.#valid !== undefined) this.#valid[at] = 1;
    return true;
  }

  #read(text: string): number | bigint | undefined {
    switch (this.#kind) {
      case "i32":
      case "i53": {
        const value = readWhole(text);
        if (value !== undefined && this.#kind === "i32" && value !== (value | 0)) this.#kind = kindOfWhole(value);
        return value;
      }
      case "f64":
        return this.#readNumber(text);
      case "string":
        return this.#codeOf(text);
      case "timestamp":
        return readTimestamp(text);
      case "bool":
        return readBoolean(text);
      case "i64":
        return readInteger(text);
      case "empty":
        return undefined;
    }
  }

  #readNumber(text: string): number | undefined {
    const value = readNumber(text);
    if (value === undefined || this.#type === undefined) return value;
    const range = RANGES[this.#type as NumberType];
    if (range === undefined) return value;
    return Number.isInteger(value) && value >= range[0] && value <= range[1] ? value : undefined;
  }

  #codeOf(text: string): number | undefined {
    let code = this.#codes.get(text);
    if (code !== undefined) return code;
    if (this.#missing.texts.has(text)) return undefined;
    code = this.#codes.size;
    this.#codes.set(text, code);
    return code;
  }

  #miss(at: number): true {
    this.#valid ??= new Uint8Array(this.#values.length).fill(1, 0, at);
    this.#valid[at] = 0;
    return true;
  }

  /** Goes on as a kind that holds `kind` too; false if cells are gone that would be needed as text. */
  #widen(kind: Inferred, filled: number): boolean {
    const from = this.#kind;
    const room = this.#values.length;
    this.#kind = widest(from, kind);
    if (from === "empty") this.#values = storageOf(this.#kind, room);
    else if (this.#kind === "string") return false;
    else if (this.#kind === "i64") this.#values = convert(this.#values, new BigInt64Array(room), filled, BigInt);
    else if (from === "i64") this.#values = convert(this.#values, new Float64Array(room), filled, Number);
    return true;
  }

  #reserve(length: number): void {
    if (length <= this.#values.length) return;
    const room = Math.max(length, 2 * this.#values.length);
    const values = storageOf(this.#kind, room);
    values.set(this.#values as never);
    this.#values = values;
    if (this.#valid === undefined) return;
    const valid = new Uint8Array(room);
    valid.set(this.#valid);
    this.#valid = valid;
  }

  /** Texts that were cut out of the file's text keep all of it in memory; those that go on are their own. */
  #dictionary(): readonly string[] {
    const [encoder, decoder] = [new TextEncoder(), new TextDecoder("utf-8", { ignoreBOM: true })];
    return Array.from(this.#codes.keys(), (text) =>
      text.length < LONGEST_COPIED ? text : decoder.decode(encoder.encode(text)),
    );
  }
}

/** V8 copies what is cut out of a text when it is shorter. */
const LONGEST_COPIED = 13;

const KIND_OF_TYPE: Readonly<Record<ColumnType, Inferred>> = {
  ...{ f64: "f64", f32: "f64", i32: "f64", u32: "f64", i16: "f64", u16: "f64", i8: "f64", u8: "f64" },
  ...{ i64: "i64", bool: "bool", timestamp: "timestamp", string: "string" },
};

const RANGES: Partial<Readonly<Record<NumberType, readonly [number, number]>>> = {
  ...{ i32: [-(2 ** 31), 2 ** 31 - 1], u32: [0, 2 ** 32 - 1], i16: [-(2 ** 15), 2 ** 15 - 1], u16: [0, 2 ** 16 - 1] },
  ...{ i8: [-128, 127], u8: [0, 255] },
};

function storageOf(kind: Inferred, room: number): Grown {
  if (kind === "string") return new Uint32Array(room);
  if (kind === "bool") return new Uint8Array(room);
  return kind === "i64" ? new BigInt64Array(room) : new Float64Array(room);
}

function convert<Into extends Grown>(from: Grown, into: Into, count: number, as: (value: never) => unknown): Into {
  for (let i = 0; i < count; i++) into[i] = as(from[i] as never) as never;
  return into;
}

/** As many values as there are, in an array of the column's type. */
function exactly(values: Grown, type: ColumnType, length: number): ColumnArray {
  if (values.constructor === arrayClass(type)) return values.slice(0, length);
  const exact = arrayOf(type, length) as ColumnArrays[NumberType];
  exact.set(values.subarray(0, length) as Float64Array);
  return exact;
}
