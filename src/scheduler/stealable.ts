// Which tasks of each worker may be stolen, in levels as in Dask: level 0 costs nothing to move; each level above it has
// twice as much transfer for each millisecond that its tasks compute; what is above the last is never stolen.
import { NONE } from "../graph/task-table.ts";
import type { Links } from "./task-queues.ts";
import { TaskQueues } from "./task-queues.ts";

export const LEVELS = 15;
/** Of a task that is in no queue. */
const NOWHERE = 255;

export class Stealable {
  /** Tasks in all queues. */
  size = 0;
  #levels = new Uint8Array(64).fill(NOWHERE);
  readonly #links: { readonly columns: Links } = {
    columns: { before: new Int32Array(64), after: new Int32Array(64) },
  };
  readonly #queues = new TaskQueues(this.#links);

  /** Makes room for the queues of a worker. */
  addWorker(worker: number): void {
    this.#queues.ensure((worker + 1) * LEVELS);
  }

  add(task: number, worker: number, level: number): void {
    if (level >= LEVELS) return;
    if (task >= this.#levels.length) this.#grow(task + 1);
    const queue = worker * LEVELS + level;
    this.#queues.insert(queue, this.#queues.tail(queue), task);
    this.#levels[task] = level;
    this.size++;
  }

  /** Takes a task out, if it is in. */
  remove(task: number, worker: number): void {
    const level = this.#levels[task];
    if (level === undefined || level === NOWHERE) return;
    this.#queues.remove(worker * LEVELS + level, task);
    this.#levels[task] = NOWHERE;
    this.size--;
  }

  /** The task of that level that has been on the worker for the shortest time, or NONE. */
  last(worker: number, level: number): number {
    return this.#queues.tail(worker * LEVELS + level);
  }

  /** The task that came before another of its level to their worker, or NONE. */
  previous(task: number): number {
    return (this.#links.columns.before[task] ?? NONE) as number;
  }

  #grow(needed: number): void {
    const length = Math.max(needed, 2 * this.#levels.length);
    const levels = new Uint8Array(length).fill(NOWHERE);
    levels.set(this.#levels);
    this.#levels = levels;
    const { columns } = this.#links;
    for (const name of ["before", "after"] as const) {
      const column = new Int32Array(length);
      column.set(columns[name]);
      columns[name] = column;
    }
  }
}

/** Milliseconds that a move takes beside the transfer of inputs. */
const LATENCY = 100;
/** The level at which a move takes as long as the task. */
const EVEN_LEVEL = 6;

/** The level of a task with inputs: it may be stolen if that is below `LEVELS`. Without inputs it is 0. */
export function stealLevel(transferMs: number, computeMs: number): number {
  return Math.max(1, Math.round(Math.log2((transferMs + LATENCY) / computeMs)) + EVEN_LEVEL);
}
