// The tasks that are ready, and the tasks of each worker, in order.
import { NONE } from "../graph/task-table.ts";

/** By task, the tasks before and after it in its queue. */
export interface Links {
  before: Int32Array<ArrayBuffer>;
  after: Int32Array<ArrayBuffer>;
}

/** The queue of ready tasks; the queue of worker `w` is `w + 1`. */
export const READY_QUEUE = 0;

/** Queues of tasks, linked through the columns `before` and `after`: a task is in at most one. */
export class TaskQueues {
  readonly #tasks: { readonly columns: Links };
  #heads = new Int32Array(8).fill(NONE);
  #tails = new Int32Array(8).fill(NONE);

  constructor(tasks: { readonly columns: Links }) {
    this.#tasks = tasks;
  }

  /** Makes room for queue `queue`. */
  ensure(queue: number): void {
    if (queue < this.#heads.length) return;
    const length = Math.max(queue + 1, this.#heads.length * 2);
    const heads = new Int32Array(length).fill(NONE);
    const tails = new Int32Array(length).fill(NONE);
    heads.set(this.#heads);
    tails.set(this.#tails);
    this.#heads = heads;
    this.#tails = tails;
  }

  head(queue: number): number {
    return this.#heads[queue] as number;
  }

  tail(queue: number): number {
    return this.#tails[queue] as number;
  }

  /** Puts a task behind `previous`, or first when that is NONE. */
  insert(queue: number, previous: number, task: number): void {
    const { before, after } = this.#tasks.columns;
    const next = (previous === NONE ? this.#heads[queue] : after[previous]) as number;
    before[task] = previous;
    after[task] = next;
    if (previous === NONE) this.#heads[queue] = task;
    else after[previous] = task;
    if (next === NONE) this.#tails[queue] = task;
    else before[next] = task;
  }

  remove(queue: number, task: number): void {
    const { before, after } = this.#tasks.columns;
    const previous = before[task] as number;
    const next = after[task] as number;
    if (previous === NONE) this.#heads[queue] = next;
    else after[previous] = next;
    if (next === NONE) this.#tails[queue] = previous;
    else before[next] = previous;
  }
}
