// The beginning of a CSV file, read before anything is planned: how it is written, what its columns are called, and what
// they seem to hold.
import type { Source } from "../source.ts";
import { nameOfSource, readRange, sizeOfSource } from "../source.ts";
import { recordsOf } from "./broken-rows.ts";
import type { Dialect } from "./dialect.ts";
import type { Inferred } from "./inference.ts";
import { kindOfText, widest } from "./inference.ts";
import { missingOf } from "./missing.ts";
import type { CsvOptions } from "./options.ts";
import { rowsOf } from "./rows-of.ts";

export interface Head {
  readonly dialect: Dialect;
  readonly names: readonly string[];
  /** The byte at which the first row begins. */
  readonly start: number;
  /** What the first rows hold, by column. */
  readonly kinds: readonly Inferred[];
}

const BYTES = 64 * 1024;

export async function readHead(source: Source, options: CsvOptions): Promise<Head> {
  const size = sizeOfSource(source);
  const mark = markOf(await readRange(source, 0, Math.min(3, size)));
  const encoding = encodingOf(options.encoding ?? mark.encoding ?? "utf-8");
  const begin = mark.bytes;
  for (let length = BYTES; ; length *= 4) {
    const end = Math.min(size, begin + length);
    const bytes = await readRange(source, begin, end);
    const dialect = dialectOf(bytes, encoding, options);
    const head = headOf(bytes, { dialect, isWhole: end === size, options });
    if (head !== undefined) return { ...head, dialect, start: begin + head.start };
    if (end === size)
      throw new Error(`Cannot read ${nameOfSource(source)}: it has no rows, must have a header at least`);
  }
}

/** Undefined if the bytes do not hold the first record and its end. */
function headOf(
  bytes: Uint8Array,
  given: { readonly dialect: Dialect; readonly isWhole: boolean; readonly options: CsvOptions },
): Omit<Head, "dialect"> | undefined {
  const { dialect, isWhole, options } = given;
  const starts: number[] = [];
  for (const { row, at } of recordsOf(bytes, dialect)) if (row !== undefined) starts.push(at);
  if (!isWhole) starts.pop(); // it may go on
  const [first] = starts;
  if (first === undefined || (starts.length === 1 && !isWhole)) return isWhole ? emptyHead(options) : undefined;
  const hasHeader = options.header ?? true;
  const second = starts[1] ?? bytes.length;
  const newline = dialect.newline === "\r" ? "\r" : "mixed";
  const cells = [...rowsOf(bytes.subarray(first, second), dialect, newline)][0]?.rows[0] ?? [];
  const names = namesOf(cells, hasHeader, options);
  const start = hasHeader ? second : first;
  const sample = bytes.subarray(start, isWhole ? bytes.length : (starts.at(-1) as number));
  const rows = [...rowsOf(sample, dialect, newline)].flatMap((piece) =>
    piece.rows.filter((_, i) => !piece.faults.has(i)),
  );
  return { names, start, kinds: kindsOf(rows, names.length, options) };
}

function emptyHead({ header = true, names }: CsvOptions): Omit<Head, "dialect"> | undefined {
  return names === undefined || header ? undefined : { names, start: 0, kinds: names.map(() => "empty") };
}

function namesOf(cells: readonly string[], hasHeader: boolean, { names }: CsvOptions): readonly string[] {
  if (names === undefined) return hasHeader ? distinct(cells) : cells.map((_, i) => `column${i}`);
  if (names.length === cells.length && new Set(names).size === names.length) return names;
  const found = `${names.length} names, ${new Set(names).size} of them different`;
  throw new RangeError(`Cannot name ${cells.length} columns: ${found}, must be a name of its own for each`);
}

/** A name that is there already gets a number, as pandas does it: `a`, `a.1`. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names.map((name, i) => {
    const base = name === "" ? `column${i}` : name;
    let own = base;
    for (let n = 1; seen.has(own); n++) own = `${base}.${n}`;
    seen.add(own);
    return own;
  });
}

function kindsOf(rows: readonly (readonly string[])[], count: number, { missing }: CsvOptions): readonly Inferred[] {
  const { texts } = missingOf(missing);
  const kinds = new Array<Inferred>(count).fill("empty");
  for (const row of rows) {
    if (row.length !== count) continue;
    row.forEach((text, i) => {
      if (kinds[i] !== "string" && !texts.has(text)) kinds[i] = widest(kinds[i] as Inferred, kindOfText(text));
    });
  }
  return kinds;
}

function markOf([a, b, c]: Uint8Array): { readonly bytes: number; readonly encoding?: string } {
  if (a === 0xef && b === 0xbb && c === 0xbf) return { bytes: 3, encoding: "utf-8" };
  if (a === 0xff && b === 0xfe) return { bytes: 2, encoding: "utf-16le" };
  return a === 0xfe && b === 0xff ? { bytes: 2, encoding: "utf-16be" } : { bytes: 0 };
}

function encodingOf(label: string): string {
  const { encoding } = new TextDecoder(label); // throws a RangeError for a label that nobody knows
  if (encoding !== "iso-2022-jp") return encoding;
  throw new RangeError(`Cannot read CSV as "${label}": a piece of it cannot be understood without all before it`);
}

function dialectOf(bytes: Uint8Array, encoding: string, options: CsvOptions): Dialect {
  const { delimiter = ",", quote = '"', comment, newline } = options;
  const text = new TextDecoder(encoding).decode(bytes);
  const outside =
    quote === null
      ? text
      : text
          .split(quote)
          .filter((_, i) => i % 2 === 0)
          .join("");
  const isOld = !outside.includes("\n") && outside.includes("\r");
  return {
    ...{ delimiter, encoding, comment, quote: quote ?? undefined },
    newline: newline ?? (isOld ? "\r" : "\n"),
  };
}
