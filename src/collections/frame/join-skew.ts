// Heavy keys of joins: a key that would fill a partition alone. The rows of the side that has more of it are dealt out over
// all partitions, and the rows of the other side go to each of them. Samples say which keys are heavy; a wrong guess costs
// time and nothing else.
import { concatColumns, concatTables } from "./concat.ts";
import { countRows } from "./group-sums.ts";
import { rowHashes } from "./hash.ts";
import { keyCodes } from "./key-codes.ts";
import type { SplitTable } from "./shuffle.ts";
import type { SplitOrder } from "./split-order.ts";
import type { Column, Table } from "./table.ts";
import { takeRows } from "./take.ts";

const SAMPLE = 4_096;
const LEAST_ROWS = 1_000;
const COUNT = "rows";

/** Frequent keys of a partition: columns "0", "1" ... of the key, and `rows`, for how many each stands. */
export interface KeySketch {
  readonly rows: number;
  readonly keys: Table;
}

/** Keys of which that side has the more rows: columns "0", "1" ... */
export interface HeavyKeys {
  readonly left: Table;
  readonly right: Table;
}

const keyColumns = (table: Table, keys: readonly string[]): Record<string, Column> =>
  Object.fromEntries(keys.map((name, i) => [String(i), table.columns[name] as Column]));

/** Kernel. */
export function keySketch({ keys, targets }: { keys: readonly string[]; targets: number }, table: Table): KeySketch {
  const count = Math.min(SAMPLE, table.rows);
  const rows = Uint32Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * table.rows) / count));
  const sample = takeRows({ rows: table.rows, columns: keyColumns(table, keys) }, rows);
  const found = keyCodes(Object.values(sample.columns), count, false);
  const counts = countRows(found.codes, found.count);
  const frequent = found.first.filter((_, code) => (counts[code] as number) >= Math.max(2, count / (4 * targets)));
  const weights = Float64Array.from(
    frequent,
    (row) => ((counts[found.codes[row] as number] as number) * table.rows) / count,
  );
  const { columns } = takeRows(sample, frequent);
  const keysFound = { ...columns, [COUNT]: { type: "f64", values: weights } as const };
  return { rows: table.rows, keys: { rows: frequent.length, columns: keysFound } };
}

/** Kernel: heavy is a key with half of a partition's share of the rows. */
export function heavyKeys(
  { lefts, targets }: { lefts: number; targets: number },
  ...sketches: readonly KeySketch[]
): HeavyKeys {
  const all = concatTables(sketches.map(({ keys }) => keys));
  const names = Object.keys(all.columns).filter((name) => name !== COUNT);
  const { codes, count, first } = keyCodes(
    names.map((name) => all.columns[name] as Column),
    all.rows,
    false,
  );
  const [left, right] = [new Float64Array(count), new Float64Array(count)];
  const totals = [0, 0];
  let at = 0;
  sketches.forEach(({ rows, keys }, i) => {
    const sums = i < lefts ? left : right;
    totals[i < lefts ? 0 : 1] = (totals[i < lefts ? 0 : 1] as number) + rows;
    for (let row = 0; row < keys.rows; row++, at++) {
      const code = codes[at] as number;
      sums[code] = (sums[code] as number) + (all.columns[COUNT]?.values[at] as number);
    }
  });
  const isHeavy = (rows: number, total: number): boolean => rows >= LEAST_ROWS && rows >= total / (2 * targets);
  const [leftTotal, rightTotal] = totals as [number, number];
  const keysOnly = {
    rows: all.rows,
    columns: Object.fromEntries(names.map((name) => [name, all.columns[name] as Column])),
  };
  const ofSide = (test: (code: number) => boolean): Table =>
    takeRows(
      keysOnly,
      first.filter((_, code) => test(code)),
    );
  return {
    left: ofSide(
      (code) => isHeavy(left[code] as number, leftTotal) && (left[code] as number) >= (right[code] as number),
    ),
    right: ofSide(
      (code) => isHeavy(right[code] as number, rightTotal) && (right[code] as number) > (left[code] as number),
    ),
  };
}

/** 1 for the rows whose key is one of the heavy ones; undefined if none is. */
export function heavyRows(table: Table, keys: readonly string[], heavy: Table): Uint8Array | undefined {
  if (heavy.rows === 0 || table.rows === 0) return undefined;
  const columns = keys.map((name, i) =>
    concatColumns(name, [heavy.columns[i] as Column, table.columns[name] as Column]),
  );
  const { codes } = keyCodes(columns, heavy.rows + table.rows, false);
  const known = new Set(codes.subarray(0, heavy.rows));
  return Uint8Array.from(codes.subarray(heavy.rows), (code) => (known.has(code) ? 1 : 0));
}

interface JoinSplit {
  readonly keys: readonly string[];
  readonly side: "left" | "right";
  readonly targets: number;
  readonly part: number;
}

/** Kernel: rows by the hash of their keys, but heavy ones in turn, and those that meet heavy ones to all. */
export function splitForJoin({ keys, side, targets, part }: JoinSplit, heavy: HeavyKeys, table: Table): SplitTable {
  const hashes = rowHashes(
    keys.map((name) => table.columns[name] as Column),
    table.rows,
  );
  const target = Int32Array.from(hashes, (hash) => hash % targets);
  const spread = heavyRows(table, keys, heavy[side]);
  let next = part;
  if (spread !== undefined)
    for (let row = 0; row < table.rows; row++) if (spread[row] === 1) target[row] = next++ % targets;
  const copied = heavyRows(table, keys, heavy[side === "left" ? "right" : "left"]);
  if (copied !== undefined) for (let row = 0; row < table.rows; row++) if (copied[row] === 1) target[row] = ALL;
  return { table, order: orderWithCopies(target, targets) };
}

const ALL = -1;

/** As `orderOf`, and rows of target `ALL` are in every piece. */
function orderWithCopies(target: Int32Array, targets: number): SplitOrder {
  const lists: number[][] = Array.from({ length: targets }, () => []);
  target.forEach((at, row) => {
    if (at === ALL) for (const list of lists) list.push(row);
    else (lists[at] as number[]).push(row);
  });
  const starts = new Uint32Array(targets + 1);
  lists.forEach((list, i) => {
    starts[i + 1] = (starts[i] as number) + list.length;
  });
  return { rows: Uint32Array.from(lists.flat()), starts };
}
