// Windows of rows that go along the frame, over the edges of partitions too.
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { Aggregation, Aggregations } from "./aggregation.ts";
import { aggregateType } from "./aggregation.ts";
import { concatTables } from "./concat.ts";
import { evaluate } from "./evaluate.ts";
import { columnsOf } from "./expression-node.ts";
import type { FrameParts } from "./frame-parts.ts";
import { ROLLING, rollColumn } from "./rolling-windows.ts";
import type { Column, ColumnType, Table } from "./table.ts";
import { sliceRows, withColumns } from "./take.ts";

export interface RollingOptions {
  /** How many values a window must have, else its aggregate is missing. Default the whole window. */
  readonly minPeriods?: number;
}

/**
 * The frame with a column for each aggregate of the last `window` rows, each row's own included: count, sum, mean, std,
 * min and max. Rows are taken in the order in which they are: sort first.
 * @throws {RangeError} unless the window is a whole number above 0; {TypeError} for other aggregates, or of no numbers
 */
export function rolled(
  frame: FrameParts,
  window: number,
  aggregations: Aggregations,
  { minPeriods = window }: RollingOptions = {},
): FrameParts {
  if (!(Number.isSafeInteger(window) && window > 0)) {
    throw new RangeError(`Cannot roll a window of ${window} rows: must be a whole number above 0`);
  }
  const types: Record<string, ColumnType> = {};
  for (const [name, aggregation] of Object.entries(aggregations)) {
    if (!ROLLING.has(aggregation.how)) {
      throw new TypeError(`Cannot take the ${aggregation.how} of a window: must be one of ${[...ROLLING].join(", ")}`);
    }
    aggregateType({ ...aggregation, how: "mean" } as Aggregation, frame.schema); // of numbers, whatever is made of them
    types[name] = "f64";
  }
  const read = new Set(
    Object.values(aggregations).flatMap((each) => (each.how === "rows" ? [] : [...columnsOf(each.of)])),
  );
  const use: ColumnUse = {
    needs: (wanted) =>
      wanted === "all" ? "all" : new Set([...[...wanted].filter((name) => !(name in types)), ...read]),
  };
  const value: WindowSpec = { window, minPeriods, aggregations };
  const before = carried(frame.parts, window - 1, read);
  const parts = frame.parts.map((part, i) => {
    const carry = before[i];
    const inputs = carry === undefined ? [part] : [carry, part];
    const own: ColumnUse =
      carry === undefined ? use : { needs: (wanted, at) => (at === 0 ? read : use.needs(wanted, 0)) };
    return lazyPart("rolling", kernel("rollPartition"), inputs, { value, use: own, bytes: part.bytes });
  });
  return { schema: { ...frame.schema, ...types }, parts };
}

/** For each partition the last rows of all before it; a short one hands on what it was handed. */
function carried(parts: readonly LazyPart[], count: number, columns: ReadonlySet<string>): (LazyPart | undefined)[] {
  const use: ColumnUse = { needs: () => columns };
  const value = { count, columns: [...columns] };
  const carries: (LazyPart | undefined)[] = [];
  let carry: LazyPart | undefined;
  for (const part of parts) {
    carries.push(carry);
    const tail = lazyPart("tail", kernel("lastRows"), [part], { value, use });
    carry = carry === undefined ? tail : lazyPart("tail", kernel("lastRows"), [carry, tail], { value, use });
  }
  return count === 0 ? parts.map(() => undefined) : carries;
}

interface WindowSpec {
  readonly window: number;
  readonly minPeriods: number;
  readonly aggregations: Aggregations;
}

/** Kernel: the last `count` rows of all tables. */
export function lastRows(
  { count, columns }: { count: number; columns: readonly string[] },
  ...tables: readonly Table[]
): Table {
  const table = concatTables(tables.map((each) => withColumns(each, columns)));
  return sliceRows(table, Math.max(0, table.rows - count), table.rows);
}

/** Kernel: the last table with its windows; one before it holds the rows before. */
export function rollPartition({ window, minPeriods, aggregations }: WindowSpec, ...tables: readonly Table[]): Table {
  const own = tables.at(-1) as Table;
  const [carry] = tables.length > 1 ? tables : [];
  const all = carry === undefined ? own : concatTables([carry, withColumns(own, Object.keys(carry.columns))]);
  const columns: Record<string, Column> = { ...own.columns };
  for (const [name, aggregation] of Object.entries(aggregations)) {
    if (aggregation.how === "rows") continue; // was refused
    const of = evaluate(aggregation.of, all);
    columns[name] = rollColumn(aggregation.how, of, { window, minPeriods, rows: all.rows, skip: all.rows - own.rows });
  }
  return { rows: own.rows, columns };
}
