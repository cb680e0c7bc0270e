// The kernels of grouping: partitions become partials, partials are merged, and the last merge gives the aggregates.
import type { Aggregation, Aggregations } from "./aggregation.ts";
import { concatTables } from "./concat.ts";
import { evaluate } from "./evaluate.ts";
import type { Grouping } from "./group-states.ts";
import { finishStates, firstStates, mergeStates } from "./group-states.ts";
import type { GroupValues } from "./group-values.ts";
import { differentValues, firstValues, mergeValues, quantileOfValues } from "./group-values.ts";
import { rowHashes } from "./hash.ts";
import { keyCodes } from "./key-codes.ts";
import type { SplitOrder } from "./split-order.ts";
import { orderByTarget, rowsOfTarget } from "./split-order.ts";
import type { Column, Table } from "./table.ts";
import { takeColumn, takeRows } from "./take.ts";
import { sortedRows, wordsOfColumn } from "./words.ts";

export interface GroupSpec {
  readonly keys: readonly string[];
  readonly aggregations: Aggregations;
  readonly dropMissing: boolean;
}

/** Groups of some rows: keys and states as columns, one row per group, and the values of those that need them all. */
export interface Partial {
  readonly groups: Table;
  /** By the name of the aggregation. */
  readonly values: Readonly<Record<string, GroupValues>>;
}

const keyName = (key: string): string => `key ${key}`;
const stateName = (aggregation: number, state: string): string => `state ${aggregation} ${state}`;
const NOTHING: Column = { type: "f64", values: new Float64Array(0) };

export function groupPartition(spec: GroupSpec, table: Table): Partial {
  const keys = spec.keys.map((name) => table.columns[name] as Column);
  const { codes, count, first } = keyCodes(keys, table.rows, spec.dropMissing);
  const grouping: Grouping = { codes, count: keys.length === 0 ? 1 : count };
  const columns: Record<string, Column> = {};
  spec.keys.forEach((name, i) => {
    columns[keyName(name)] = takeColumn(keys[i] as Column, first);
  });
  const values: Record<string, GroupValues> = {};
  for (const [at, [name, aggregation]] of Object.entries(spec.aggregations).entries()) {
    const column = aggregation.how === "rows" ? NOTHING : evaluate(aggregation.of, table);
    if (needsValues(aggregation)) values[name] = firstValues(column, grouping);
    for (const [state, found] of Object.entries(firstStates(aggregation, column, grouping))) {
      columns[stateName(at, state)] = found;
    }
  }
  return { groups: { rows: grouping.count, columns }, values };
}

const needsValues = ({ how }: Aggregation): boolean => how === "quantile" || how === "nunique";

export function mergeGroups(spec: GroupSpec, ...partials: readonly Partial[]): Partial {
  if (partials.length === 1) return partials[0] as Partial;
  const all = concatTables(partials.map(({ groups }) => groups));
  const keys = spec.keys.map((name) => all.columns[keyName(name)] as Column);
  const { codes, count, first } = keyCodes(keys, all.rows, spec.dropMissing);
  const grouping: Grouping = { codes, count };
  const columns: Record<string, Column> = {};
  spec.keys.forEach((name, i) => {
    columns[keyName(name)] = takeColumn(keys[i] as Column, first);
  });
  const values: Record<string, GroupValues> = {};
  const numbers = numbersOf(partials, codes);
  for (const [at, [name, aggregation]] of Object.entries(spec.aggregations).entries()) {
    if (needsValues(aggregation)) {
      const parts = partials.map((partial) => partial.values[name] as GroupValues);
      values[name] = mergeValues(parts, numbers);
    }
    for (const [state, found] of Object.entries(mergeStates(aggregation, statesOf(at, all), grouping))) {
      columns[stateName(at, state)] = found;
    }
  }
  return { groups: { rows: count, columns }, values };
}

/** For each partial, the new numbers of its groups. */
function numbersOf(partials: readonly Partial[], codes: Int32Array): Int32Array[] {
  let from = 0;
  return partials.map(({ groups: { rows } }) => codes.subarray(from, (from += rows)));
}

function statesOf(aggregation: number, { columns }: Table): Record<string, Column> {
  const prefix = stateName(aggregation, "");
  const found = Object.entries(columns).filter(([column]) => column.startsWith(prefix));
  return Object.fromEntries(found.map(([column, states]) => [column.slice(prefix.length), states]));
}

/** The aggregates of all groups of the partials, in the order of their keys. */
export function finishGroups(spec: GroupSpec, ...partials: readonly Partial[]): Table {
  const { groups, values } = mergeGroups(spec, ...partials);
  const columns: Record<string, Column> = {};
  for (const name of spec.keys) columns[name] = groups.columns[keyName(name)] as Column;
  const words = Object.values(columns).map((column) => wordsOfColumn(column, false));
  for (const [at, [name, aggregation]] of Object.entries(spec.aggregations).entries()) {
    const found = values[name];
    if (found === undefined) columns[name] = finishStates(aggregation, statesOf(at, groups));
    else if (aggregation.how === "quantile") columns[name] = quantileOfValues(found, aggregation.at, groups.rows);
    else columns[name] = differentValues(found, groups.rows);
  }
  const order = sortedRows(words.reverse().flat(), groups.rows);
  return takeRows({ rows: groups.rows, columns }, order);
}

/** The order of the pieces that the partial is split into by its keys. */
export function splitGroups(
  { spec, partitions }: { spec: GroupSpec; partitions: number },
  partial: Partial,
): SplitGroups {
  const keys = spec.keys.map((name) => partial.groups.columns[keyName(name)] as Column);
  const hashes = rowHashes(keys, partial.groups.rows);
  return { partial, order: orderByTarget(hashes, partitions) };
}

export interface SplitGroups {
  readonly partial: Partial;
  readonly order: SplitOrder;
}

/** The piece of a partial that goes to partition `target`. */
export function pickGroups({ target }: { target: number }, { partial, order }: SplitGroups): Partial {
  const rows = rowsOfTarget(order, target);
  const numbers = new Int32Array(partial.groups.rows).fill(-1);
  rows.forEach((row, at) => {
    numbers[row] = at;
  });
  const values = Object.entries(partial.values).map(
    ([name, found]) => [name, mergeValues([found], [numbers])] as const,
  );
  return { groups: takeRows(partial.groups, rows), values: Object.fromEntries(values) };
}
