// The kernel of joins.
import { concatColumns, concatTables } from "./concat.ts";
import type { HeavyKeys } from "./join-skew.ts";
import { heavyRows } from "./join-skew.ts";
import { keyCodes } from "./key-codes.ts";
import type { Column, ColumnType, Table } from "./table.ts";
import { takeColumn } from "./take.ts";

export type JoinColumn =
  | { readonly side: "left" | "right"; readonly from: string; readonly type: ColumnType }
  /** The key of that number, from the side that has the row. */
  | { readonly side: "key"; readonly from: number; readonly type: ColumnType };

export interface JoinSpec {
  readonly how: "inner" | "left" | "outer";
  readonly leftKeys: readonly string[];
  readonly rightKeys: readonly string[];
  /** By the names of the result. */
  readonly columns: Readonly<Record<string, JoinColumn>>;
  /** How many of the tables are of the left. */
  readonly lefts: number;
  /** Whether the first input is the heavy keys. */
  readonly heavy: boolean;
}

/** Rows of both sides that stand side by side; -1 where one has no partner. */
interface Pairs {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** Kernel: the pairs in the order of the left's rows, then what is left of the right. Missing keys are equal to one another. */
export function joinTables(spec: JoinSpec, ...inputs: readonly (Table | HeavyKeys)[]): Table {
  const heavy = spec.heavy ? (inputs[0] as HeavyKeys) : undefined;
  const tables = (spec.heavy ? inputs.slice(1) : inputs) as Table[];
  const left = concatTables(tables.slice(0, spec.lefts));
  const right = concatTables(tables.slice(spec.lefts));
  const keys = spec.leftKeys.map((name, i) =>
    concatColumns(name, [left.columns[name] as Column, right.columns[spec.rightKeys[i] ?? name] as Column]),
  );
  const pairs = pairsOf(spec, { keys, lefts: left.rows, rights: right.rows, ...spreadRows(spec, left, right, heavy) });
  const columns: Record<string, Column> = {};
  for (const [name, column] of Object.entries(spec.columns)) {
    if (column.side === "key") columns[name] = takeColumn(keys[column.from] as Column, keyRows(pairs, left.rows));
    else if (column.side === "left") columns[name] = takeColumn(left.columns[column.from] as Column, pairs.left);
    else columns[name] = takeColumn(right.columns[column.from] as Column, pairs.right);
  }
  return { rows: pairs.left.length, columns };
}

/** Where both sides' keys stand one after the other: the left's row, or the right's if there is none. */
const keyRows = ({ left, right }: Pairs, lefts: number): Int32Array =>
  left.map((row, i) => (row >= 0 ? row : lefts + (right[i] as number)));

interface Sides {
  /** Of the left's rows, then of the right's. */
  readonly keys: readonly Column[];
  readonly lefts: number;
  readonly rights: number;
  /** Rows that are in other partitions too, where they have found a partner if not here. */
  readonly leftCopies: Uint8Array | undefined;
  readonly rightCopies: Uint8Array | undefined;
}

function spreadRows(spec: JoinSpec, left: Table, right: Table, heavy: HeavyKeys | undefined) {
  if (heavy === undefined) return { leftCopies: undefined, rightCopies: undefined };
  return {
    leftCopies: heavyRows(left, spec.leftKeys, heavy.right),
    rightCopies: heavyRows(right, spec.rightKeys, heavy.left),
  };
}

function pairsOf({ how }: JoinSpec, { keys, lefts, rights, leftCopies, rightCopies }: Sides): Pairs {
  const { codes, count } = keyCodes(keys, lefts + rights, false);
  const { starts, rows } = rowsByCode(codes.subarray(lefts), count);
  const partners = (row: number): number =>
    (starts[(codes[row] as number) + 1] as number) - (starts[codes[row] as number] as number);
  const staysAlone = (row: number): boolean => how !== "inner" && leftCopies?.[row] !== 1;
  const alone = how === "outer" ? rowsAlone(codes, { lefts, count, rightCopies }) : [];
  let length = alone.length;
  for (let row = 0; row < lefts; row++) length += partners(row) || (staysAlone(row) ? 1 : 0);
  const [left, right] = [new Int32Array(length).fill(-1), new Int32Array(length).fill(-1)];
  let at = 0;
  for (let row = 0; row < lefts; row++) {
    const from = starts[codes[row] as number] as number;
    const many = partners(row);
    for (let i = 0; i < many; i++) {
      left[at] = row;
      right[at++] = rows[from + i] as number;
    }
    if (many === 0 && staysAlone(row)) left[at++] = row;
  }
  for (const row of alone) right[at++] = row;
  return { left, right };
}

/** The rows of each code: `rows[starts[code] .. starts[code + 1])`. */
function rowsByCode(codes: Int32Array, count: number): { readonly starts: Uint32Array; readonly rows: Uint32Array } {
  const starts = new Uint32Array(count + 1);
  for (const code of codes) starts[code + 1] = (starts[code + 1] as number) + 1;
  for (let code = 0; code < count; code++) starts[code + 1] = (starts[code + 1] as number) + (starts[code] as number);
  const free = starts.slice();
  const rows = new Uint32Array(codes.length);
  codes.forEach((code, row) => {
    const at = free[code] as number;
    rows[at] = row;
    free[code] = at + 1;
  });
  return { starts, rows };
}

/** Rows of the right without a partner. */
function rowsAlone(
  codes: Int32Array,
  { lefts, count, rightCopies }: { lefts: number; count: number; rightCopies: Uint8Array | undefined },
): number[] {
  const isThere = new Uint8Array(count);
  for (let row = 0; row < lefts; row++) isThere[codes[row] as number] = 1;
  const alone: number[] = [];
  codes.subarray(lefts).forEach((code, row) => {
    if (isThere[code] === 0 && rightCopies?.[row] !== 1) alone.push(row);
  });
  return alone;
}
