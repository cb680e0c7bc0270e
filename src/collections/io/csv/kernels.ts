// The tasks of `readCsv`, as workers call them: slices are scanned, linked, parsed, and brought to common types.
import type { Table } from "../../frame/table.ts";
import type { Source } from "../source.ts";
import { nameOfSource, readRange, sizeOfSource } from "../source.ts";
import type { BadRow } from "./broken-rows.ts";
import type { Dialect } from "./dialect.ts";
import { firstUnit, unitBytes, unitsOf } from "./dialect.ts";
import type { Inferred } from "./inference.ts";
import { widest } from "./inference.ts";
import type { Links } from "./link.ts";
import { linkSlices } from "./link.ts";
import type { ParsedSlice, ParseOptions } from "./parse-slice.ts";
import { parseSlice } from "./parse-slice.ts";
import { retype } from "./retype.ts";
import type { SliceScan } from "./scan.ts";
import { scanSlice } from "./scan.ts";

/** Bytes `from` to `to` of a file, wherever in a record they fall. */
export interface CsvSlice {
  readonly source: Source;
  readonly dialect: Dialect;
  readonly from: number;
  readonly to: number;
}

export interface CsvPart extends CsvSlice, ParseOptions {
  /** Which slice of the file it is. */
  readonly index: number;
}

/** What a delimiter may reach beyond a slice, in bytes. */
const BEYOND = 3;

const marginBefore = ({ from, dialect }: CsvSlice): number => Math.min(from, unitBytes(dialect));

/** The bytes of a slice with a little around them. */
export function loadCsvSlice(slice: CsvSlice): Promise<Uint8Array> {
  const to = Math.min(sizeOfSource(slice.source), slice.to + BEYOND);
  return readRange(slice.source, slice.from - marginBefore(slice), to);
}

export async function scanCsvSlice(slice: CsvSlice, loaded?: Uint8Array): Promise<SliceScan> {
  const { dialect, from, to } = slice;
  const bytes = loaded ?? (await loadCsvSlice(slice));
  const before = marginBefore(slice);
  const each = unitBytes(dialect);
  const skipped = firstUnit(bytes.subarray(before), dialect);
  const range = { from: before / each + skipped, to: (before + to - from) / each };
  const lanes = scanSlice(unitsOf(bytes, dialect), range, dialect);
  return skipped === 0
    ? lanes
    : lanes.map((lane) => (lane.first > 0 ? { ...lane, first: lane.first + skipped } : lane));
}

export function linkCsvSlices({ offsets }: { readonly offsets: Float64Array }, ...scans: readonly SliceScan[]): Links {
  return linkSlices(scans, offsets);
}

/** The table of a slice whose types are given and in which bad rows fail. */
export async function parseCsvTable(part: CsvPart, links: Links, loaded?: Uint8Array): Promise<Table> {
  return (await parseCsvSlice(part, links, loaded)).table;
}

export async function parseCsvSlice(part: CsvPart, links: Links, loaded?: Uint8Array): Promise<ParsedSlice> {
  const { index, dialect, source } = part;
  const [start, end] = [links.starts[index] as number, links.starts[index + 1] as number];
  const place = {
    bytes: await bytesOf(part, { start, end }, loaded),
    dialect,
    start,
    rowsBefore: links.rows[index] as number,
    rows: (links.rows[index + 1] as number) - (links.rows[index] as number),
    emptyLines: (links.emptyLines[index + 1] as number) - (links.emptyLines[index] as number),
    newline: dialect.newline === "\r" ? ("\r" as const) : links.newline,
    name: nameOfSource(source),
  };
  return parseSlice(place, part);
}

/** What is loaded already, and the end of the last record, which lies in the next slice. */
async function bytesOf(
  part: CsvPart,
  { start, end }: { readonly start: number; readonly end: number },
  loaded: Uint8Array | undefined,
): Promise<Uint8Array> {
  if (loaded === undefined) return readRange(part.source, start, end);
  const loadedFrom = part.from - marginBefore(part);
  const own = loaded.subarray(start - loadedFrom, Math.min(end, part.to) - loadedFrom);
  if (end <= part.to) return own;
  const rest = await readRange(part.source, Math.max(start, part.to), end);
  const bytes = new Uint8Array(own.length + rest.length);
  bytes.set(own);
  bytes.set(rest, own.length);
  return bytes;
}

export type Kinds = Readonly<Record<string, Inferred>>;

export const kindsOfCsvSlice = ({ kinds }: ParsedSlice): Kinds => kinds;

/** The kinds that hold what all slices found. */
export function commonKinds(...all: readonly Kinds[]): Kinds {
  const found: Record<string, Inferred> = {};
  for (const kinds of all) {
    for (const [name, kind] of Object.entries(kinds)) found[name] = widest(found[name] ?? "empty", kind);
  }
  return found;
}

/** The table of a slice in the types of all; what was taken for another type than text is parsed again. */
export async function settleCsvSlice(part: CsvPart, parsed: ParsedSlice, common: Kinds, links: Links): Promise<Table> {
  const table = retype(parsed, common);
  if (table !== undefined) return table;
  const columns = part.columns.map((column) => ({ ...column, kind: common[column.name] ?? "empty" }));
  return (await parseCsvSlice({ ...part, columns }, links)).table;
}

/** Where bad rows fail there are none. */
export const noBadRows = (): readonly BadRow[] => [];
export const tableOfCsvSlice = ({ table }: ParsedSlice): Table => table;
export const badRowsOfCsvSlice = ({ badRows }: ParsedSlice): readonly BadRow[] => badRows;
