// `readJsonLines`: a frame of a file with a JSON object in each line.
import { DataFrame } from "../../frame/data-frame.ts";
import type { ColumnType } from "../../frame/table.ts";
import type { Columns, ColumnUse } from "../../plan/column-use.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import type { LazyPart } from "../../plan/lazy-part.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import type { PartitionChoice } from "../../plan/partition-count.ts";
import { partitionCount } from "../../plan/partition-count.ts";
import type { Inferred } from "../csv/inference.ts";
import { typeOf } from "../csv/inference.ts";
import type { Input } from "../input.ts";
import { openInput } from "../input.ts";
import type { Source } from "../source.ts";
import { nameOfSource, sizeOfSource } from "../source.ts";
import type { JsonPart } from "./kernels.ts";
import { eachLine, linesOf } from "./lines.ts";
import { kindOfValues } from "./values.ts";

export interface JsonLinesOptions extends PartitionChoice {
  /** Names of the columns, if rows have other keys than those in the first 64 KiB; keys that are not named are passed over. */
  readonly columns?: readonly string[];
  /** Types of columns; others are found from all their values. */
  readonly types?: Readonly<Record<string, ColumnType>>;
  /** What to do with a line that cannot be read: fail, or go on without it and keep a note. Default `fail`. */
  readonly onBadRow?: "fail" | "skip";
}

/**
 * A frame with a partition for each slice of the file, which is UTF-8. Keys that a row has not, and null, are missing
 * values; lists and objects become their JSON as `string`, and so do columns whose values are of several types.
 * @throws {RangeError} for a type of a column that is not there; {Error} if the file cannot be read
 */
export async function readJsonLines(input: Input, options: JsonLinesOptions = {}): Promise<DataFrame> {
  const { types = {}, onBadRow = "fail" } = options;
  const source = await openInput(input);
  const sample = await sampleOf(source);
  const names = options.columns ?? [...new Set(sample.flatMap((row) => Object.keys(row)))];
  for (const name of Object.keys(types)) {
    if (names.includes(name)) continue;
    const known = names.map((each) => `"${each}"`).join(", ");
    throw new RangeError(`Cannot give column "${name}" a type: it is not there, must be one of ${known}`);
  }
  const columns = names.map((name) =>
    Object.hasOwn(types, name) ? { name, type: types[name] as ColumnType } : { name },
  );
  const size = sizeOfSource(source);
  const count = partitionCount(size, options);
  const values = Array.from({ length: count }, (_, i): JsonPart => {
    const [from, to] = [Math.floor((size * i) / count), Math.floor((size * (i + 1)) / count)];
    return { source, from, to, columns, onBadRow, mayHaveOthers: options.columns !== undefined };
  });
  const schema = Object.fromEntries(
    names.map((name): [string, ColumnType] => {
      const kind = kindOfValues(sample.map((row) => row[name]));
      return [name, Object.hasOwn(types, name) ? (types[name] as ColumnType) : typeOf(kind as Inferred)];
    }),
  );
  const parse = (value: JsonPart, fn: string): LazyPart =>
    lazyPart("read-json", ioKernel(fn), [], { value, bytes: value.to - value.from, use: PARSE });
  if (onBadRow === "fail" && columns.every((column) => "type" in column)) {
    return new DataFrame({ schema, parts: values.map((value) => parse(value, "readJsonTable")) });
  }
  const parsed = values.map((value) => parse(value, "parseJsonLines"));
  const pass = (fn: string, inputs: readonly LazyPart[]): LazyPart =>
    lazyPart("types-json", ioKernel(fn), inputs, { use: PASS });
  const common = pass(
    "commonKinds",
    parsed.map((part) => pass("kindsOfJson", [part])),
  );
  const before = pass(
    "linesBefore",
    parsed.map((part) => pass("linesOfJson", [part])),
  );
  const badRows = parsed.map((part, index) =>
    lazyPart("bad-rows", ioKernel("badRowsOfJson"), [part, before], { value: { index }, use: PASS }),
  );
  return new DataFrame({ schema, parts: parsed.map((part) => pass("settleJson", [part, common])), badRows });
}

const PARSE: ColumnUse = {
  needs: () => "all",
  narrow: (value, wanted) => ({ ...(value as JsonPart), wanted: [...wanted] }),
};
const PASS: ColumnUse = { needs: (wanted: Columns) => wanted };

const HEAD = 64 * 1024;

/** The rows in the first lines, those among them that can be read. */
async function sampleOf(source: Source): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { bytes } = await linesOf(source, { from: 0, to: Math.min(HEAD, sizeOfSource(source)) });
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const { text } of eachLine(bytes)) {
    try {
      const row: unknown = JSON.parse(text);
      if (typeof row === "object" && row !== null && !Array.isArray(row)) rows.push(row as Record<string, unknown>);
    } catch {
      // A bad row: the task that meets it says so.
    }
  }
  if (rows.length > 0 || sizeOfSource(source) === 0) return rows;
  throw new Error(`Cannot read ${nameOfSource(source)} as JSON lines: its first lines are no objects`);
}
