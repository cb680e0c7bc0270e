// The first rows, and how many there are: what is asked for at once, with as little work as it takes.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ComputingCluster } from "../plan/run.ts";
import { computeParts } from "../plan/run.ts";
import { treeReduce } from "../plan/tree-reduce.ts";
import { concatTables } from "./concat.ts";
import type { FrameParts } from "./frame-parts.ts";
import { usesOnly } from "./frame-parts.ts";
import type { Table } from "./table.ts";
import { sliceRows } from "./take.ts";

/** The first rows: of the first partition, then of twice as many further ones, until there are enough. */
export async function firstRowsOf(cluster: ComputingCluster, { parts }: FrameParts, rows: number): Promise<Table> {
  if (!(Number.isSafeInteger(rows) && rows >= 0)) {
    throw new RangeError(`Cannot take the first ${rows} rows: must be a whole number, 0 or more`);
  }
  const tables: Table[] = [];
  let [found, many] = [0, 1];
  for (let at = 0; at < parts.length && (found < rows || at === 0); at += many, many *= 2) {
    const heads = parts
      .slice(at, at + many)
      .map((part) => lazyPart("head", kernel("firstRows"), [part], { value: rows }));
    for (const table of (await computeParts(cluster, heads)) as Table[]) {
      tables.push(table);
      found += table.rows;
    }
  }
  return sliceRows(concatTables(tables), 0, rows);
}

/** Kernel. */
export const firstRows = (rows: number, table: Table): Table =>
  table.rows <= rows ? table : sliceRows(table, 0, rows);

/** How many rows there are; of the columns none is made that is not needed to tell. */
export async function countAllRows(cluster: ComputingCluster, { parts }: FrameParts): Promise<number> {
  const use = usesOnly([]);
  const counts = parts.map((part) => lazyPart("length", kernel("rowsIn"), [part], { use }));
  const sum = kernel("addNumbers");
  const [length] = await computeParts(cluster, [treeReduce(counts, { kind: "length", combine: sum, finish: sum })]);
  return length as number;
}

/** Kernel. */
export const rowsIn = ({ rows }: Table): number => rows;

/** Kernel. */
export const addNumbers = (...numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
