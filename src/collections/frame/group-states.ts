// What is known of each group on the way to its aggregates: a table with one row per group, the states of an aggregation
// as columns of it. States of neighbours are merged into one of the same form.
import type { Aggregation } from "./aggregation.ts";
import { toFloats } from "./evaluate-numbers.ts";
import type { Codes, Moments } from "./group-sums.ts";
import { chooseRows, codesWhereValid, countRows, mergeMoments, momentsOf, sumBig, sumNumbers } from "./group-sums.ts";
import type { Column } from "./table.ts";
import { takeColumn } from "./take.ts";

export type States = Readonly<Record<string, Column>>;

/** The groups that rows or states are put into. */
export interface Grouping {
  readonly codes: Codes;
  readonly count: number;
}

/** States of rows; `column` is what is aggregated. Empty for aggregations that need all of their values. */
export function firstStates({ how }: Aggregation, column: Column, { codes, count }: Grouping): States {
  const there = codesWhereValid(codes, column);
  switch (how) {
    case "rows":
      return { n: floats(countRows(codes, count)) };
    case "count":
      return { n: floats(countRows(there, count)) };
    case "sum":
      return { sum: sumOf(column, there, count) };
    case "mean":
      return { sum: sumOf(column, there, count, true), n: floats(countRows(there, count)) };
    case "std":
      return momentStates(momentsOf(toFloats(column), there, count));
    case "nunique":
    case "quantile":
      return {};
    default:
      return { value: takeColumn(column, chooseRows(how, column, codes, count)) };
  }
}

/** States of groups from states of parts of them. */
export function mergeStates({ how }: Aggregation, states: States, { codes, count }: Grouping): States {
  switch (how) {
    case "std":
      return momentStates(mergeMoments(momentsIn(states), codes, count));
    case "min":
    case "max":
    case "first":
    case "last": {
      const value = states.value as Column;
      return { value: takeColumn(value, chooseRows(how, value, codes, count)) };
    }
    default:
      return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, sumOf(state, codes, count)]));
  }
}

/** The aggregates, for all but those that need all values. */
export function finishStates({ how }: Aggregation, states: States): Column {
  switch (how) {
    case "mean":
      return { ...ratio(numbersIn(states, "sum"), numbersIn(states, "n"), 0), type: states.sum?.type ?? "f64" };
    case "std": {
      const { n, squares } = momentsIn(states);
      const { values, ...rest } = ratio(squares, n, 1);
      return { ...rest, values: (values as Float64Array).map(Math.sqrt) };
    }
    case "rows":
    case "count":
      return states.n as Column;
    case "sum":
      return states.sum as Column;
    default:
      return states.value as Column;
  }
}

/** A sum of times remains one, for their mean. */
function sumOf(column: Column, codes: Codes, count: number, asFloats = false): Column {
  if (column.type !== "i64" || asFloats) {
    const type = column.type === "timestamp" ? "timestamp" : "f64";
    return { type, values: sumNumbers(toFloats(column), codes, count) };
  }
  return { type: "i64", values: sumBig(column.values as BigInt64Array, codes, count) };
}

/** `parts / (n - less)`; missing where that is not above 0. */
function ratio(parts: Float64Array, n: Float64Array, less: number): Column {
  const values = new Float64Array(parts.length);
  const valid = new Uint8Array(parts.length);
  for (let group = 0; group < values.length; group++) {
    const by = (n[group] as number) - less;
    if (by <= 0) continue;
    values[group] = (parts[group] as number) / by;
    valid[group] = 1;
  }
  return valid.includes(0) ? { type: "f64", values, valid } : { type: "f64", values };
}

const floats = (values: Float64Array): Column => ({ type: "f64", values });
const numbersIn = (states: States, name: string): Float64Array => states[name]?.values as Float64Array;

const momentStates = ({ n, mean, squares }: Moments): States => ({
  n: floats(n),
  mean: floats(mean),
  squares: floats(squares),
});

const momentsIn = (states: States): Moments => ({
  n: numbersIn(states, "n"),
  mean: numbersIn(states, "mean"),
  squares: numbersIn(states, "squares"),
});
