// The reactor's tasks: a table of columns, and maps for what is rare. Everything else in this folder reads and writes
// tasks through this class. Why columns: half the overhead per task is memory (docs/decisions/0001).

import type { Failure } from "../codec/failure.ts";
import { Call, callOf } from "../graph/call.ts";
import type { HolderColumns } from "../graph/holders.ts";
import { Holders } from "../graph/holders.ts";
import type { Columns } from "../graph/task-table.ts";
import { NONE, TaskTable } from "../graph/task-table.ts";
import type { TaskTerms } from "../protocol/task-terms.ts";
import { checkTransition, FORGOTTEN } from "./states.ts";

/** Why a task failed, and which task is to blame. */
export interface TaskFailure {
  readonly failure: Failure;
  /** The culprit: task `index` of `submission`. */
  readonly submission: number;
  readonly index: number;
}

const COLUMNS = {
  /** One of the states of `states.ts`. */
  state: Uint8Array,
  /** Function and form of the call; see `graph/call.ts`. */
  call: Int32Array,
  /** The current attempt; grows for as long as the row exists, so that late answers are known as stale. */
  run: Int32Array,
  /** Assigned: the worker that has the order. In memory: the first holder. Waiting: the worker chosen in advance. Else NONE. */
  worker: Int32Array,
  /** Managed bytes of the result, once there is one. */
  bytes: Float64Array,
  /** The scheduler's priority, set by its assignment. */
  priority: Int32Array,
  /** To be computed: arcs from inputs that are not in memory. In memory: the cell of the second holder; see `Holders`. */
  missing: Int32Array,
  /** Arcs to consumers that are not done. */
  consumersToCome: Int32Array,
  /** The future that a client holds on it, or NONE. */
  future: Int32Array,
  /** The submission that brought it, and its place there: its name among clients. */
  submission: Int32Array,
  index: Int32Array,
} as const;

export class Tasks {
  readonly table = new TaskTable(COLUMNS);
  readonly columns = this.table.columns;
  /** Literal values of calls; as long as the highest row that has one. */
  readonly values: unknown[] = [];
  /** Who holds which result. */
  readonly holders = new Holders({ columns: holderColumns(this.table.columns) });
  readonly failures = new Map<number, TaskFailure>();
  /** Where a task that is being retracted is to go. */
  readonly targets = new Map<number, number>();
  /** Buffers of the literal value that move with it; empty once moved: then the call cannot be repeated. */
  readonly transfers = new Map<number, readonly object[]>();
  /** Results in memory that a worker was told it may take away from their only holder, until it says that it has it: the worker. */
  readonly taking = new Map<number, number>();
  /** Results that are in shared memory: to bring them to another worker takes no memory there. */
  readonly shared = new Set<number>();
  /** Workers that were lost while the task was on them. */
  readonly losses = new Map<number, number>();
  /** Times that the last replica of its result was lost. */
  readonly lostResults = new Map<number, number>();
  /** What is asked of tasks of which something is asked. */
  readonly terms = new Map<number, TaskTerms>();
  /** Attempts that failed and were followed by another. */
  readonly attempts = new Map<number, number>();
  /** Tasks that are to be tried again later; until then the scheduler has no word in it. */
  readonly delayed = new Set<number>();
  /** Rows in use. */
  count = 0;

  /** A new row in state forgotten: its run is newer than any before, everything else is as if it had never been used. */
  add(call: number, submission: number, index: number): number {
    const task = this.table.allocate();
    const columns = this.columns;
    columns.state[task] = FORGOTTEN;
    columns.call[task] = call;
    columns.run[task]!++;
    columns.worker[task] = NONE;
    columns.bytes[task] = 0;
    columns.priority[task] = 0;
    columns.missing[task] = 0;
    columns.consumersToCome[task] = 0;
    columns.future[task] = NONE;
    columns.submission[task] = submission;
    columns.index[task] = index;
    this.table.clearArcs(task);
    this.count++;
    return task;
  }

  state(task: number): number {
    return this.columns.state[task] as number;
  }

  move(task: number, to: number): void {
    checkTransition(task, this.columns.state[task] as number, to);
    this.columns.state[task] = to;
  }

  setValue(task: number, value: unknown): void {
    while (this.values.length < task) this.values.push(undefined); // a gap would turn the array into a dictionary
    if (this.values.length === task) this.values.push(value);
    else this.values[task] = value;
  }

  /** Whether somebody still needs the result. */
  isNeeded(task: number): boolean {
    return this.columns.future[task] !== NONE || (this.columns.consumersToCome[task] as number) > 0;
  }

  /** Whether the call can be made again; not for scattered data and moved values. */
  isRepeatable(task: number): boolean {
    return (this.columns.call[task] as number) !== NO_CALL && this.transfers.get(task)?.length !== 0;
  }

  /** All workers that hold the result of a task in memory, first the first. */
  holdersOf(task: number): number[] {
    const { holders } = this;
    const all: number[] = [];
    if (holders.first(task) !== NONE) all.push(holders.first(task));
    for (let cell = holders.firstCell(task); cell !== NONE; cell = holders.nextCell(cell))
      all.push(holders.workerIn(cell));
    return all;
  }

  /** Ends a row: its arcs go, its number rests until the turn has ended. */
  remove(task: number): void {
    this.move(task, FORGOTTEN);
    this.table.unlink(task);
    if (callOf(this.columns.call[task] as number) >= Call.value) this.values[task] = undefined;
    if (this.failures.size > 0) this.failures.delete(task);
    if (this.transfers.size > 0) this.transfers.delete(task);
    if (this.taking.size > 0) this.taking.delete(task);
    if (this.shared.size > 0) this.shared.delete(task);
    if (this.losses.size > 0) this.losses.delete(task);
    if (this.lostResults.size > 0) this.lostResults.delete(task);
    if (this.terms.size > 0) this.terms.delete(task);
    if (this.attempts.size > 0) this.attempts.delete(task);
    this.table.giveBack(task);
    this.count--;
  }
}

/** The call of data that was scattered: it cannot be made. */
export const NO_CALL = -1;

/** A result has holders, a task to be computed misses inputs: the two never need their column at once. */
function holderColumns(columns: Columns<typeof COLUMNS>): HolderColumns {
  return {
    get worker() {
      return columns.worker;
    },
    get after() {
      return columns.missing;
    },
  };
}
