// The plan of `readCsv`: each slice of the file is scanned, the scans are linked in one small task, and then each slice is
// parsed from its first record on to the first of the next. Where types are to be found, one more small task compares what
// the slices found before their tables are handed on.
import type { Schema } from "../../frame/table.ts";
import type { Columns, ColumnUse } from "../../plan/column-use.ts";
import { ioKernel } from "../../plan/kernel-functions.ts";
import type { LazyPart } from "../../plan/lazy-part.ts";
import { lazyPart } from "../../plan/lazy-part.ts";
import { partitionCount } from "../../plan/partition-count.ts";
import type { Source } from "../source.ts";
import { sizeOfSource } from "../source.ts";
import { unitBytes } from "./dialect.ts";
import type { Head } from "./head.ts";
import { typeOf } from "./inference.ts";
import type { CsvPart, CsvSlice } from "./kernels.ts";
import type { CsvOptions } from "./options.ts";

export interface CsvParts {
  /** Tables. */
  readonly parts: readonly LazyPart[];
  /** Lists of bad rows, one for each table. */
  readonly badRows: readonly LazyPart[];
  /** As far as the head of the file shows it. */
  readonly schema: Schema;
}

export function csvParts(source: Source, head: Head, options: CsvOptions): CsvParts {
  const { types = {}, missing, onBadRow = "fail", shortRows = "bad" } = options;
  const { dialect, names, kinds } = head;
  const columns = names.map((name, i) => {
    const type = Object.hasOwn(types, name) ? types[name] : undefined;
    return type === undefined ? { name, kind: kinds[i] as (typeof kinds)[number] } : { name, type };
  });
  const offsets = cutsOf(source, head, options);
  const count = offsets.length - 1;
  const slices = Array.from({ length: count }, (_, i): CsvSlice => {
    return { source, dialect, from: offsets[i] as number, to: offsets[i + 1] as number };
  });
  const loads = slices.map((slice) => (source.kind === "url" ? [load(slice)] : []));
  const scans = slices.map((slice, i) =>
    lazyPart("scan-csv", ioKernel("scanCsvSlice"), loads[i] ?? [], { value: slice }),
  );
  const links = lazyPart("link-csv", ioKernel("linkCsvSlices"), scans, { value: { offsets }, bytes: 24 * count });
  const shared = { columns, onBadRow, shortRows, ...(missing === undefined ? {} : { missing }) };
  const isKnown = columns.every((column) => "type" in column) || count === 1;
  const use: ColumnUse = {
    needs: () => "all",
    narrow,
    bytes: (bytes, wanted) => Math.ceil((bytes * wanted.size) / names.length),
  };
  const parse = (part: CsvPart, fn: string): LazyPart => {
    const bytes = part.to - part.from;
    return lazyPart("read-csv", ioKernel(fn), [links, ...(loads[part.index] ?? [])], { value: part, bytes, use });
  };
  const values = slices.map((slice, index): CsvPart => ({ ...slice, ...shared, index }));
  const schema = Object.fromEntries(columns.map((column) => [column.name, column.type ?? typeOf(column.kind)]));
  if (isKnown && onBadRow === "fail") {
    const parts = values.map((value) => parse(value, "parseCsvTable"));
    return { parts, schema, badRows: parts.map(() => lazyPart("bad-rows", ioKernel("noBadRows"), [])) };
  }
  const parsed = values.map((value) => parse(value, "parseCsvSlice"));
  const badRows = parsed.map((part) => lazyPart("bad-rows", ioKernel("badRowsOfCsvSlice"), [part], { use: PASS }));
  if (isKnown) {
    const table = (part: LazyPart): LazyPart =>
      lazyPart("read-csv", ioKernel("tableOfCsvSlice"), [part], { use: PASS, bytes: part.bytes });
    return { parts: parsed.map(table), badRows, schema };
  }
  const found = parsed.map((part) => lazyPart("types-csv", ioKernel("kindsOfCsvSlice"), [part], { use: PASS }));
  const common = lazyPart("types-csv", ioKernel("commonKinds"), found, { use: PASS });
  const parts = values.map((value, i) => {
    const inputs = [parsed[i] as LazyPart, common, links];
    return lazyPart("types-csv", ioKernel("settleCsvSlice"), inputs, { value, bytes: parsed[i]?.bytes, use: SETTLE });
  });
  return { parts, badRows, schema };
}

function load(slice: CsvSlice): LazyPart {
  return lazyPart("load", ioKernel("loadCsvSlice"), [], { value: slice, bytes: slice.to - slice.from });
}

/** Of a partition by default: while it is parsed, text takes several times its bytes. */
const MOST_BYTES = 16 * 1024 * 1024;

/** Even cuts, wherever they fall. */
function cutsOf(source: Source, { dialect, start }: Head, options: CsvOptions): Float64Array {
  const size = sizeOfSource(source);
  const each = unitBytes(dialect);
  const units = Math.floor((size - start) / each);
  const isChosen = options.partitions !== undefined || options.partitionBytes !== undefined;
  const least = isChosen ? 1 : Math.ceil((size - start) / MOST_BYTES);
  const count = Math.max(least, partitionCount(size - start, options));
  const cuts = Float64Array.from({ length: count + 1 }, (_, i) => start + each * Math.floor((units * i) / count));
  cuts[count] = size;
  return cuts;
}

const narrow = (value: unknown, wanted: ReadonlySet<string>): CsvPart => ({
  ...(value as CsvPart),
  wanted: [...wanted],
});
const SETTLE: ColumnUse = { needs: (wanted: Columns, input) => (input < 2 ? wanted : "all"), narrow };
const PASS: ColumnUse = { needs: (wanted: Columns) => wanted };
