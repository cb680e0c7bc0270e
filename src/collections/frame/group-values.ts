// For aggregations that need all of a group's values (quantiles, numbers of different ones): each value of each group once,
// with how often it is there. A heavy group is as small as its different values.
import { concatTables } from "./concat.ts";
import { toFloats } from "./evaluate-numbers.ts";
import type { Grouping } from "./group-states.ts";
import { codesWhereValid, sumNumbers } from "./group-sums.ts";
import { keyCodes } from "./key-codes.ts";
import type { Column, Table } from "./table.ts";
import { takeColumn } from "./take.ts";
import { sortedRows, wordsOfColumn } from "./words.ts";

/** A row per group and value: columns `group`, `value` and `times`. */
export type GroupValues = Table;

export function firstValues(column: Column, { codes }: Grouping): GroupValues {
  const group: Column = { type: "i32", values: codesWhereValid(codes, column) };
  const times: Column = { type: "f64", values: new Float64Array(codes.length).fill(1) };
  return countValues({ rows: codes.length, columns: { group, value: column, times } });
}

/** Values of parts; `groups[i]` gives the groups of part i their new numbers, -1 where a group is not wanted. */
export function mergeValues(parts: readonly GroupValues[], groups: readonly Int32Array[]): GroupValues {
  const renumbered = parts.map((part, i): Table => {
    const names = groups[i] as Int32Array;
    const known = part.columns.group?.values as Int32Array;
    const group: Column = { type: "i32", values: known.map((code) => names[code] as number) };
    return { rows: part.rows, columns: { ...part.columns, group } };
  });
  return countValues(concatTables(renumbered));
}

/** Groups and values that are there more than once are put together; rows of group -1 are dropped. */
function countValues({ rows, columns }: Table): GroupValues {
  const { group, value, times } = columns as Record<"group" | "value" | "times", Column>;
  const valid = Uint8Array.from(group.values as Int32Array, (code) => (code >= 0 ? 1 : 0));
  const { codes, count, first } = keyCodes([{ ...group, valid }, value], rows, true);
  const counts = sumNumbers(toFloats(times), codes, count);
  return {
    rows: count,
    columns: {
      group: takeColumn(group, first),
      value: takeColumn(value, first),
      times: { type: "f64", values: counts },
    },
  };
}

/** How many different values each group has. */
export function differentValues({ columns }: GroupValues, count: number): Column {
  const values = new Float64Array(count);
  const { values: groups } = columns.group as Column<"i32">;
  for (const group of groups) values[group] = (values[group] as number) + 1;
  return { type: "f64", values };
}

/** The quantile of each group; between two values in proportion. NaN if one of them is; missing if there are none. */
export function quantileOfValues({ rows, columns }: GroupValues, at: number, count: number): Column {
  const { group, value, times } = columns as Record<"group" | "value" | "times", Column>;
  const numbers = toFloats(value);
  const floats: Column = { type: "f64", values: numbers };
  const order = sortedRows([...wordsOfColumn(floats, false), ...wordsOfColumn(group, false)], rows);
  const values = new Float64Array(count);
  const valid = new Uint8Array(count);
  for (let from = 0; from < order.length; ) {
    const code = group.values[order[from] as number] as number;
    let to = from;
    let total = 0;
    for (; to < order.length && group.values[order[to] as number] === code; to++) {
      total += times.values[order[to] as number] as number;
    }
    values[code] = valueAt(numbers, times.values as Float64Array, order.subarray(from, to), at * (total - 1));
    valid[code] = 1;
    from = to;
  }
  const type = value.type === "timestamp" ? "timestamp" : "f64";
  return valid.includes(0) ? { type, values, valid } : { type, values };
}

/** The value at a place in the order of all, a broken one between its neighbours. */
function valueAt(numbers: Float64Array, times: Float64Array, order: Uint32Array, place: number): number {
  const last = numbers[order[order.length - 1] as number] as number;
  if (Number.isNaN(last)) return Number.NaN;
  const [floor, part] = [Math.floor(place), place - Math.floor(place)];
  let passed = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i] as number;
    passed += times[row] as number;
    if (passed <= floor) continue;
    const low = numbers[row] as number;
    if (part === 0 || passed > floor + 1 || i + 1 === order.length) return low;
    const high = numbers[order[i + 1] as number] as number;
    return low + (high - low) * part;
  }
  return last;
}
