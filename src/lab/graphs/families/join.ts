// join: a time series is merged with itself by id, after a shuffle that brings equal ids into one partition.
import type { AddTask } from "../drawing.ts";
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { drawEach } from "../reduce-tree.ts";
import type { JoinKeys } from "./join-keys.ts";
import { joinKeys } from "./join-keys.ts";

/** Four columns of 8 bytes, and what a small frame weighs: fits the mean sizes of all three joins of Table I within 1 %. */
const BYTES_PER_ROW = 32;
const FRAME_BYTES = 3950;
const NUMBER = { milliseconds: 0.3, bytes: 32 };
/** One pair of equal ids in the merge: nearly all of the time of joins with large partitions. */
const PAIR_MS = 1e-4;
/** More than so many partitions are shuffled in stages. */
const MOST_BRANCHES = 32;

/** How many stages a shuffle has, and how many pieces each of them cuts a partition into. */
export function shuffleOf(partitions: number): { readonly stages: number; readonly branches: number } {
  if (partitions <= MOST_BRANCHES) return { stages: 1, branches: partitions };
  const stages = Math.ceil(Math.log(partitions) / Math.log(MOST_BRANCHES));
  return { stages, branches: Math.ceil(partitions ** (1 / stages)) };
}

/** A partition between two stages. */
interface Cell {
  readonly task: number;
  /** By id, see `JoinKeys`. */
  readonly rows: Float64Array;
}

export function drawJoin(name: string, partitions: number, rows: number): PaperGraph {
  const drawing = new Drawing();
  const keys = joinKeys(partitions);
  const { stages, branches } = shuffleOf(partitions);
  const make = drawing.kind("make-timeseries-assign", { milliseconds: 10, bytes: BYTES_PER_ROW * rows });
  const empty = drawing.kind("empty", { milliseconds: 0.5, bytes: 0 });
  const tasks = shuffleKinds(drawing);

  const full = keys.shares.map((share) => share * rows);
  const none = full.map(() => 0);
  let cells: readonly Cell[] = Array.from({ length: branches ** stages }, (_, i) =>
    i < partitions ? { task: make([]), rows: full } : { task: empty([]), rows: none },
  );
  for (let stage = 0; stage < stages; stage++) {
    const isLast = stage === stages - 1;
    cells = drawStage(cells, keys, tasks, {
      stride: branches ** stage,
      branches,
      outputs: isLast ? partitions : cells.length,
      join: isLast ? tasks.merge : tasks.join,
    });
  }
  const part = drawing.alias("alias-sum-chunk");
  const sum = drawing.kind("sum-aggregate", NUMBER);
  sum(cells.map(({ task }) => part(task)));
  return drawing.done(name);
}

/** Adds a task that takes the pieces of one cell, whose rows by id are `rows`. */
type AddJoin = (pieces: readonly number[], rows: Float64Array) => number;

interface ShuffleKinds {
  readonly group: AddTask;
  readonly split: AddTask;
  readonly join: AddJoin;
  readonly merge: AddJoin;
}

function shuffleKinds(drawing: Drawing): ShuffleKinds {
  const group = drawing.kind("shuffle-group", NUMBER);
  const split = drawing.kind("shuffle-split", NUMBER);
  const join = drawing.kind("shuffle-join", NUMBER);
  const merge = drawing.kind("concat-merge-sum", NUMBER);
  return {
    group,
    split,
    join: (pieces, rows) => join(pieces, { milliseconds: 4, bytes: FRAME_BYTES + BYTES_PER_ROW * total(rows) }),
    merge: (pieces, rows) => merge(pieces, { milliseconds: 15 + PAIR_MS * pairs(rows), bytes: NUMBER.bytes }),
  };
}

interface Stage {
  /** Cells whose numbers differ by multiples of it, within one run of `branches`, exchange rows. */
  readonly stride: number;
  readonly branches: number;
  /** Only so many cells are wanted. */
  readonly outputs: number;
  readonly join: AddJoin;
}

/**
 * The numbers of cells, written to the base `branches`, have one digit per stage. A stage sends each row to the cell
 * that has the digit of the row's target there, and the same digits as before elsewhere.
 */
function drawStage(cells: readonly Cell[], keys: JoinKeys, tasks: ShuffleKinds, stage: Stage): Cell[] {
  const { stride, branches, outputs, join } = stage;
  const digitOf = (number: number): number => Math.floor(number / stride) % branches;
  const keysOf: number[][] = Array.from({ length: branches }, () => []);
  keys.targets.forEach((target, key) => {
    keysOf[digitOf(target)]?.push(key);
  });
  const groups = cells.map((cell) => {
    return tasks.group([cell.task], { milliseconds: 4, bytes: BYTES_PER_ROW * total(cell.rows) });
  });
  return Array.from({ length: outputs }, (_, i) => {
    const digit = digitOf(i);
    const rows = new Float64Array(keys.shares.length);
    const pieces = drawEach(branches, (branch) => {
      const from = i + (branch - digit) * stride;
      let moved = 0;
      for (const key of keysOf[digit] as number[]) {
        const found = cells[from]?.rows[key] as number;
        rows[key] = (rows[key] as number) + found;
        moved += found;
      }
      const cost = { milliseconds: 0.5, bytes: FRAME_BYTES + BYTES_PER_ROW * moved };
      return tasks.split([groups[from] as number], cost);
    });
    return { task: join(pieces, rows), rows };
  });
}

const total = (rows: Float64Array): number => rows.reduce((sum, count) => sum + count, 0);

/** How many pairs a merge of these rows with themselves has. */
const pairs = (rows: Float64Array): number => rows.reduce((sum, count) => sum + count * count, 0);
