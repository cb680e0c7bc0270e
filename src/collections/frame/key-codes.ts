// Rows with the same key get the same code: 0, 1, 2 ... in the order in which keys first appear. Plain loops over typed
// arrays: a table by value where values lie close together, a table of places where they do not. -0 is 0, all NaN are
// one key.
import { columnHashes } from "./hash.ts";
import type { Column } from "./table.ts";

export interface KeyCodes {
  /** One per row; -1 for rows that were left out. */
  readonly codes: Int32Array;
  /** How many different keys there are. */
  readonly count: number;
  /** Of each key, the first row that has it. */
  readonly first: Int32Array;
}

/**
 * The codes of keys that are made of the columns' values, all of `rows` rows. With `dropMissing`, rows with a missing
 * value in their key are left out; else a missing value is a key of its own.
 */
export function keyCodes(columns: readonly Column[], rows: number, dropMissing: boolean): KeyCodes {
  if (columns.length === 0) return { codes: new Int32Array(rows), count: rows === 0 ? 0 : 1, first: Int32Array.of(0) };
  let known = columnCodes(columns[0] as Column, dropMissing);
  for (const column of columns.slice(1)) known = combine(known, columnCodes(column, dropMissing));
  return known;
}

function columnCodes(column: Column, dropMissing: boolean): KeyCodes {
  const { values, type, valid } = column;
  const range = type === "i64" ? undefined : wholeRange(column);
  const isClose = range !== undefined && range.size <= 4 * values.length + 1024;
  if (isClose) return codesByTable(values as Float64Array, range, { valid, dropMissing });
  return codesByHash(column, dropMissing);
}

interface WholeRange {
  readonly least: number;
  readonly size: number;
}

/** The range of values that are all whole numbers; undefined if one is not, or is missing and means nothing. */
function wholeRange({ values, type, valid, dictionary }: Column): WholeRange | undefined {
  if (type === "string") return { least: 0, size: dictionary?.length ?? 0 };
  if (type === "bool") return { least: 0, size: 2 };
  const numbers = values as Float64Array;
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < numbers.length; row++) {
    if (valid !== undefined && valid[row] === 0) continue;
    const value = numbers[row] as number;
    if (!(value % 1 === 0)) return undefined;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return least > most ? { least: 0, size: 0 } : { least, size: most - least + 1 };
}

interface MissingRule {
  readonly valid: Uint8Array | undefined;
  readonly dropMissing: boolean;
}

function codesByTable(values: Float64Array, { least, size }: WholeRange, rule: MissingRule): KeyCodes {
  const { valid, dropMissing } = rule;
  const known = new Int32Array(size + 1).fill(-1); // the last is of what is missing
  const codes = new Int32Array(values.length);
  const first = new FirstRows();
  for (let row = 0; row < values.length; row++) {
    let at = (values[row] as number) - least;
    if (valid !== undefined && valid[row] === 0) {
      if (dropMissing) {
        codes[row] = -1;
        continue;
      }
      at = size;
    }
    let code = known[at] as number;
    if (code === -1) known[at] = code = first.add(row);
    codes[row] = code;
  }
  return { codes, count: first.count, first: first.take() };
}

function codesByHash(column: Column, dropMissing: boolean): KeyCodes {
  const { values, valid } = column;
  const hashes = columnHashes(column);
  const codes = new Int32Array(values.length);
  const places = new Places(hashes);
  const numbers = values as Float64Array; // or 64-bit integers: compared alike
  let missing = -1;
  for (let row = 0; row < numbers.length; row++) {
    if (valid !== undefined && valid[row] === 0) {
      if (!dropMissing && missing === -1) missing = places.first.add(row);
      codes[row] = missing;
      continue;
    }
    const value = numbers[row] as number;
    let at = places.home(hashes[row] as number);
    let code = places.codes[at] as number;
    while (code !== -1) {
      const other = numbers[places.first.at(code)] as number;
      if (other === value || (Number.isNaN(other) && Number.isNaN(value))) break;
      at = places.next(at);
      code = places.codes[at] as number;
    }
    codes[row] = code === -1 ? places.add(at, row) : code;
  }
  return { codes, count: places.first.count, first: places.first.take() };
}

function combine(one: KeyCodes, other: KeyCodes): KeyCodes {
  const { length } = one.codes;
  const size = one.count * other.count;
  return size <= 4 * length + 1024 ? combineByTable(one, other, size) : combineByHash(one, other);
}

function combineByTable({ codes: ones }: KeyCodes, { codes: others, count: width }: KeyCodes, size: number): KeyCodes {
  const known = new Int32Array(size).fill(-1);
  const codes = new Int32Array(ones.length);
  const first = new FirstRows();
  for (let row = 0; row < codes.length; row++) {
    const one = ones[row] as number;
    const other = others[row] as number;
    if (one < 0 || other < 0) {
      codes[row] = -1;
      continue;
    }
    const at = one * width + other;
    let code = known[at] as number;
    if (code === -1) known[at] = code = first.add(row);
    codes[row] = code;
  }
  return { codes, count: first.count, first: first.take() };
}

function combineByHash(one: KeyCodes, other: KeyCodes): KeyCodes {
  const { length } = one.codes;
  const values = new Float64Array(length);
  const valid = new Uint8Array(length).fill(1);
  for (let row = 0; row < length; row++) {
    const [left, right] = [one.codes[row] as number, other.codes[row] as number];
    if (left < 0 || right < 0) valid[row] = 0;
    else values[row] = left * other.count + right;
  }
  return codesByHash({ type: "f64", values, valid }, true);
}

/** The first rows of keys, a list that grows. */
class FirstRows {
  #rows = new Int32Array(64);
  count = 0;

  /** Notes the first row of a new key; its code. */
  add(row: number): number {
    if (this.count === this.#rows.length) {
      const grown = new Int32Array(2 * this.#rows.length);
      grown.set(this.#rows);
      this.#rows = grown;
    }
    this.#rows[this.count] = row;
    return this.count++;
  }

  at(code: number): number {
    return this.#rows[code] as number;
  }

  take(): Int32Array {
    return this.#rows.slice(0, this.count);
  }
}

/** Open addressing over codes; at most half of the places are taken. */
class Places {
  readonly first = new FirstRows();
  codes = new Int32Array(256).fill(-1);
  readonly #hashes: Uint32Array;

  constructor(hashes: Uint32Array) {
    this.#hashes = hashes;
  }

  home(hash: number): number {
    return hash & (this.codes.length - 1);
  }

  next(at: number): number {
    return (at + 1) & (this.codes.length - 1);
  }

  /** Takes the empty place `at` for the key of `row`. */
  add(at: number, row: number): number {
    const code = this.first.add(row);
    this.codes[at] = code;
    if (2 * this.first.count > this.codes.length) this.#grow();
    return code;
  }

  #grow(): void {
    this.codes = new Int32Array(2 * this.codes.length).fill(-1);
    for (let code = 0; code < this.first.count; code++) {
      let at = this.home(this.#hashes[this.first.at(code)] as number);
      while (this.codes[at] !== -1) at = this.next(at);
      this.codes[at] = code;
    }
  }
}
