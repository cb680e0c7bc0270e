// A slice of a CSV file, which begins and ends between records, as a table.
import type { Column, ColumnType, Table } from "../../frame/table.ts";
import type { BadRow, Fault, Place } from "./broken-rows.ts";
import { locate, recordsOf } from "./broken-rows.ts";
import type { Inferred } from "./inference.ts";
import { missingOf } from "./missing.ts";
import type { Piece } from "./rows-of.ts";
import { rowsOf } from "./rows-of.ts";
import type { Rows } from "./text-column.ts";
import { TextColumn } from "./text-column.ts";

export interface ColumnPlan {
  readonly name: string;
  /** The type that was given; absent: it is found. */
  readonly type?: ColumnType;
  /** What the head of the file, or all of it, showed: a kind to begin with. */
  readonly kind?: Inferred;
}

export interface ParseOptions {
  /** All columns of the file, in order. */
  readonly columns: readonly ColumnPlan[];
  /** Names of those that are wanted; absent: all. */
  readonly wanted?: readonly string[];
  readonly missing?: readonly string[];
  readonly onBadRow: "fail" | "skip";
  /** What becomes of rows with fewer cells than columns. */
  readonly shortRows: "bad" | "fill";
}

export interface SlicePlace extends Place {
  readonly newline: "\n" | "\r\n" | "\r" | "mixed";
  /** What the slice holds, by the automaton. */
  readonly rows: number;
  readonly emptyLines: number;
  /** For errors. */
  readonly name: string;
}

export interface ParsedSlice {
  readonly table: Table;
  readonly badRows: readonly BadRow[];
  /** Kinds of the columns whose types were found here. */
  readonly kinds: Readonly<Record<string, Inferred>>;
}

/** @throws {Error} at the first row that cannot be read, with `onBadRow: "fail"` */
export function parseSlice(place: SlicePlace, options: ParseOptions): ParsedSlice {
  let kinds: Readonly<Record<string, Inferred>> = {};
  for (;;) {
    const parsed = new SliceParser(place, options, kinds).parse();
    if (!("text" in parsed)) return parsed;
    kinds = { ...kinds, ...Object.fromEntries(parsed.text.map((name) => [name, "string"])) };
  }
}

interface ColumnCells {
  readonly at: number;
  readonly name: string;
  readonly type: ColumnType | undefined;
  readonly cells: TextColumn;
}

class SliceParser {
  readonly #place: SlicePlace;
  readonly #options: ParseOptions;
  readonly #columns: readonly ColumnCells[];
  readonly #faults: Fault[] = [];
  readonly #emptyLines: EmptyLines;
  /** Lines so far, and those of them that are rows. */
  #lines = 0;
  #seen = 0;
  #rows = 0;

  constructor(place: SlicePlace, options: ParseOptions, kinds: Readonly<Record<string, Inferred>>) {
    const { columns, wanted } = options;
    this.#place = place;
    this.#options = options;
    this.#emptyLines = new EmptyLines(place);
    const missing = missingOf(options.missing);
    const asked = wanted === undefined ? undefined : new Set(wanted);
    this.#columns = columns.flatMap(({ name, type, kind = "empty" }, at) => {
      if (asked?.has(name) === false) return [];
      return [{ at, name, type, cells: new TextColumn({ missing, type, kind: kinds[name] ?? kind }) }];
    });
  }

  /** Or else the columns that turned out to be text. */
  parse(): ParsedSlice | { readonly text: readonly string[] } {
    const { bytes, dialect, newline, rows, name, start } = this.#place;
    for (const piece of rowsOf(bytes, dialect, newline)) {
      const text = this.#take(piece);
      if (text.length > 0) return { text };
    }
    if (this.#seen !== rows) {
      const found = `papaparse finds ${this.#seen} rows and the scan ${rows}`;
      throw new Error(`Cannot read ${name} from byte ${start} on: ${found}, must be read as one partition`);
    }
    const columns: Record<string, Column> = {};
    const kinds: Record<string, Inferred> = {};
    for (const { name, type, cells } of this.#columns) {
      columns[name] = cells.finish();
      if (type === undefined) kinds[name] = cells.kind;
    }
    return { table: { rows: this.#rows, columns }, badRows: locate(this.#faults, this.#place), kinds };
  }

  #take(piece: Piece): readonly string[] {
    const found: Fault[] = [];
    const { rows, places } = this.#goodRows(piece, found);
    const misfits = new Set<number>();
    const text: string[] = [];
    for (const { name, type, at, cells } of this.#columns) {
      const wrong = cells.append(rows, at);
      if (wrong === "text") text.push(name);
      else {
        for (const i of wrong) {
          if (misfits.has(i)) continue;
          misfits.add(i);
          const reason = `column "${name}" has ${JSON.stringify(rows[i]?.[at])}, must be ${type}`;
          found.push({ row: places[i] as number, reason });
        }
      }
    }
    if (found.length > 0) this.#report(found.sort((a, b) => a.row - b.row));
    if (misfits.size > 0) for (const { cells } of this.#columns) cells.drop(misfits, rows.length);
    this.#rows += rows.length - misfits.size;
    return text;
  }

  /** Rows that have as many cells as they must, and their places in the slice. */
  #goodRows({ rows, faults }: Piece, found: Fault[]): { readonly rows: Rows; readonly places: Uint32Array } {
    const good: (readonly string[])[] = [];
    const places = new Uint32Array(rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as readonly string[];
      const line = this.#lines++;
      if (row.length === 1 && this.#emptyLines.has(line)) continue;
      const place = this.#seen++;
      const reason = faults.size > 0 ? (faults.get(i) ?? this.#faultOf(row)) : this.#faultOf(row);
      if (reason !== undefined) found.push({ row: place, reason });
      else places[good.push(row) - 1] = place;
    }
    return { rows: good, places };
  }

  #faultOf(row: readonly string[]): string | undefined {
    const { columns, shortRows } = this.#options;
    const isFine = row.length === columns.length || (row.length < columns.length && shortRows === "fill");
    return isFine ? undefined : `it has ${row.length} cells, must have ${columns.length}`;
  }

  #report(faults: readonly Fault[]): void {
    if (faults.length > 0 && this.#options.onBadRow === "fail") {
      const [bad] = locate(faults, this.#place);
      const where = `row ${bad?.row} of ${this.#place.name}, at byte ${bad?.byteOffset}`;
      throw new Error(`Cannot read ${where}: ${bad?.reason}`);
    }
    this.#faults.push(...faults);
  }
}

/** Which lines of one empty cell are empty lines: one with two quotes is a row, and what follows the last end is nothing. */
class EmptyLines {
  readonly #place: SlicePlace;
  #found: ReadonlySet<number> | undefined;

  constructor(place: SlicePlace) {
    this.#place = place;
  }

  has(line: number): boolean {
    const { rows, emptyLines, bytes, dialect } = this.#place;
    if (line >= rows + emptyLines) return true;
    if (emptyLines === 0) return false;
    this.#found ??= new Set(
      Array.from(recordsOf(bytes, dialect)).flatMap(({ row }, i) => (row === undefined ? i : [])),
    );
    return this.#found.has(line);
  }
}
