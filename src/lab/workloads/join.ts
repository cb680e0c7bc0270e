// join: a time series is merged with itself by id; the sum of both values over all pairs.
import { drawJoin, shuffleOf } from "../graphs/families/join.ts";
import { alias, realGraph, sumOf } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole, FRACTION_TOLERANCE } from "./workload.ts";

export interface JoinOptions {
  /** More than 32 are shuffled in stages. */
  readonly partitions: number;
  /** Rows of each partition. */
  readonly rows: number;
  readonly seed?: number;
}

export function join({ partitions, rows, seed = 0 }: JoinOptions): Workload {
  checkWhole("partitions", partitions);
  checkWhole("rows", rows);
  const paper = drawJoin("join", partitions, rows);
  const spec = (n: number): RowsSpec => ({ rows, partitions, seed: seed + n });
  const { stages, branches } = shuffleOf(partitions);
  const cells = branches ** stages;
  /** The digit that the n-th group, or split, looks at. */
  const stageOfGroup = (n: number): Digit => ({ stride: branches ** Math.floor(n / cells), branches });
  const digitOfSplit = (n: number): number => {
    const stage = Math.floor(n / (cells * branches));
    const output = Math.floor((n % (cells * branches)) / branches);
    return Math.floor(output / branches ** stage) % branches;
  };
  const graph = realGraph(paper, {
    "make-timeseries-assign": { fn: makeRows, argument: spec },
    empty: { fn: makeRows, argument: () => ({ rows: 0, partitions, seed }) },
    "shuffle-group": { fn: groupByDigit, argument: stageOfGroup },
    "shuffle-split": { fn: takeGroup, argument: digitOfSplit },
    "shuffle-join": { fn: concat, inputs: "list" },
    "concat-merge-sum": { fn: mergeAndSum, inputs: "list" },
    "alias-sum-chunk": { fn: alias },
    "sum-aggregate": { fn: sumOf, inputs: "list" },
  });
  const expected = (): number => sumSequentially(Array.from({ length: partitions }, (_, i) => makeRows(spec(i))));
  return { graph, expected, tolerance: FRACTION_TOLERANCE };
}

interface RowsSpec {
  readonly rows: number;
  readonly partitions: number;
  readonly seed: number;
}

interface Rows {
  readonly id: Int32Array;
  readonly value: Float64Array;
  /** The partition that the row goes to. */
  readonly target: Int32Array;
}

interface Digit {
  readonly stride: number;
  readonly branches: number;
}

/** Ids are sums of many small numbers, so that a few of them are frequent, as in the paper. Uses nothing from around it, since its source is sent. */
export function makeRows({ rows, partitions, seed }: RowsSpec): Rows {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const id = new Int32Array(rows).map(() => {
    let sum = 60;
    for (let i = 0; i < 10; i++) sum += Math.floor(9 * random());
    return sum;
  });
  return {
    id,
    value: new Float64Array(rows).map(random),
    target: id.map((key) => ((Math.imul(key, 0x85ebca6b) >>> 8) * 31) % partitions),
  };
}

/** One piece per digit. */
function groupByDigit({ id, value, target }: Rows, { stride, branches }: Digit): Rows[] {
  return Array.from({ length: branches }, (_, digit) => {
    const isHere = (_: number, row: number): boolean =>
      Math.floor((target[row] as number) / stride) % branches === digit;
    return { id: id.filter(isHere), value: value.filter(isHere), target: target.filter(isHere) };
  });
}

const takeGroup = (groups: readonly Rows[], digit: number): Rows => groups[digit] as Rows;

function concat(pieces: readonly Rows[]): Rows {
  let count = 0;
  for (const { id } of pieces) count += id.length;
  const all = { id: new Int32Array(count), value: new Float64Array(count), target: new Int32Array(count) };
  let at = 0;
  for (const { id, value, target } of pieces) {
    all.id.set(id, at);
    all.value.set(value, at);
    all.target.set(target, at);
    at += id.length;
  }
  return all;
}

/** Every pair of rows with the same id, also a row with itself. */
function mergeAndSum(pieces: readonly Rows[]): number {
  const byId = new Map<number, number[]>();
  for (const { id, value } of pieces) {
    id.forEach((key, row) => {
      const values = byId.get(key) ?? [];
      values.push(value[row] as number);
      byId.set(key, values);
    });
  }
  let sum = 0;
  for (const values of byId.values()) {
    for (const left of values) for (const right of values) sum += left + right;
  }
  return sum;
}

/** n rows with one id have n * n pairs, in which each value stands 2n times. */
function sumSequentially(tables: readonly Rows[]): number {
  const counts = new Map<number, number>();
  for (const { id } of tables) for (const key of id) counts.set(key, (counts.get(key) ?? 0) + 1);
  let sum = 0;
  for (const { id, value } of tables) {
    id.forEach((key, row) => {
      sum += 2 * (counts.get(key) as number) * (value[row] as number);
    });
  }
  return sum;
}
