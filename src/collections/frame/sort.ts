// Sorting: ranges of rows are found from samples, each row goes to its range, and ranges are sorted alone. Rows that are
// equal stay in their order; a sample knows where its row was, so that very many equal rows are several ranges too.
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { partitionCount } from "../plan/partition-count.ts";
import { concatTables } from "./concat.ts";
import type { FrameParts } from "./frame-parts.ts";
import { frameBytes, passesOn } from "./frame-parts.ts";
import { checkColumns } from "./schema.ts";
import type { SplitTable } from "./shuffle.ts";
import { pieces } from "./shuffle.ts";
import { orderOf } from "./split-order.ts";
import type { Column, Table } from "./table.ts";
import { takeRows, withColumns } from "./take.ts";
import type { SortKey } from "./words.ts";
import { compareRows, sortedRows, wordsOfColumn } from "./words.ts";

export interface SortOptions {
  /** Of all columns, or one for each. Default false. */
  readonly descending?: boolean | readonly boolean[];
  /** Partitions of the result. Default as many as before. */
  readonly partitions?: number;
}

/**
 * Rows in the order of these columns, over all partitions. Missing values come last in either direction, NaN above all
 * numbers, texts by their code points; equal rows stay in their order.
 * @throws {RangeError} for an unknown column, or none
 */
export function sortRows(frame: FrameParts, columns: readonly string[], options: SortOptions = {}): FrameParts {
  if (columns.length === 0) throw new RangeError("Cannot sort: no column is given, must be at least one");
  checkColumns(frame.schema, columns, "sort");
  const { descending = false } = options;
  const by = columns.map((name, i): SortKey => {
    return { name, descending: typeof descending === "boolean" ? descending : (descending[i] ?? false) };
  });
  const { schema, parts } = frame;
  const targets = partitionCount(0, { partitions: options.partitions ?? parts.length });
  const use = passesOn(columns);
  const bytes = frameBytes(frame);
  if (targets === 1 || parts.length === 0) {
    return { schema, parts: [lazyPart("sort", kernel("sortPieces"), parts, { value: by, use, bytes })] };
  }
  const keysOnly: ColumnUse = { needs: () => new Set(columns) };
  const samples = parts.map((part, i) =>
    lazyPart("sort-sample", kernel("sortSample"), [part], { value: { by, part: i, targets }, use: keysOnly }),
  );
  const splitters = lazyPart("sort-splitters", kernel("sortSplitters"), samples, { value: { by, targets } });
  const splitUse: ColumnUse = { needs: (wanted, input) => (input === 0 ? "all" : use.needs(wanted, 1)) };
  const splits = parts.map((part, i) =>
    lazyPart("split", kernel("splitByRange"), [splitters, part], {
      ...{ value: { by, part: i, targets }, use: splitUse, bytes: part.bytes },
    }),
  );
  const share = bytes === undefined ? undefined : Math.ceil(bytes / targets);
  const sorted = pieces(splits, targets).map((some) =>
    lazyPart("sort", kernel("sortPieces"), some, { value: by, use, bytes: share }),
  );
  return { schema, parts: sorted };
}

/** Kernel: all rows of the tables, sorted. */
export function sortPieces(by: readonly SortKey[], ...tables: readonly Table[]): Table {
  const table = concatTables(tables);
  return takeRows(table, sortedRows(wordsOf(by, table), table.rows));
}

/** The words of a key, least significant first. */
function wordsOf(by: readonly SortKey[], table: Table): Uint32Array[] {
  return [...by].reverse().flatMap(({ name, descending }) => wordsOfColumn(table.columns[name] as Column, descending));
}

const SAMPLES_PER_TARGET = 32;
/** Where a sampled row was, and for how many rows it stands; columns of users are not called so. */
const [PART, ROW, WEIGHT] = [" part", " row", " weight"];

interface SampleSpec {
  readonly by: readonly SortKey[];
  readonly part: number;
  readonly targets: number;
}

/** Kernel: the keys of rows at equal distances, with their places. */
export function sortSample({ by, part, targets }: SampleSpec, table: Table): Table {
  const count = Math.min(table.rows, targets * SAMPLES_PER_TARGET);
  const rows = Uint32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * table.rows) / count));
  const { columns } = takeRows(
    withColumns(
      table,
      by.map(({ name }) => name),
    ),
    rows,
  );
  const weight: Column = { type: "f64", values: new Float64Array(count).fill(table.rows / count) };
  return { rows: count, columns: { ...columns, ...placesOf(part, rows), [WEIGHT]: weight } };
}

const placesOf = (part: number, rows: Uint32Array): Record<string, Column> => ({
  [PART]: { type: "u32", values: new Uint32Array(rows.length).fill(part) },
  [ROW]: { type: "u32", values: rows },
});

const withPlaces = (by: readonly SortKey[]): readonly SortKey[] => [
  ...by,
  { name: PART, descending: false },
  { name: ROW, descending: false },
];

/** Kernel: the first rows of all ranges but the first; fewer if there are fewer samples. */
export function sortSplitters(
  { by, targets }: { by: readonly SortKey[]; targets: number },
  ...samples: readonly Table[]
): Table {
  const all = concatTables(samples);
  const order = sortedRows(wordsOf(withPlaces(by), all), all.rows);
  const weights = all.columns[WEIGHT]?.values as Float64Array;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const rows: number[] = [];
  let passed = 0;
  for (const row of order) {
    if (rows.length < targets - 1 && passed >= ((rows.length + 1) * total) / targets) rows.push(row);
    passed += weights[row] as number;
  }
  return takeRows(all, Uint32Array.from(rows));
}

/** Kernel: a row goes to the range that begins last of those that do not begin after it. */
export function splitByRange({ by, part, targets }: SampleSpec, splitters: Table, table: Table): SplitTable {
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const keys = withColumns(
    table,
    by.map(({ name }) => name),
  );
  const placed = { rows: table.rows, columns: { ...keys.columns, ...placesOf(part, rows) } };
  const words = wordsOf(withPlaces(by), concatTables([splitters, placed]));
  const target = rows.map((row) => rangeOf(words, splitters.rows, splitters.rows + row));
  return { table, order: orderOf(target, targets) };
}

/** How many splitters are not after the row. */
function rangeOf(words: readonly Uint32Array[], splitters: number, row: number): number {
  let [low, high] = [0, splitters];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareRows(words, middle, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
