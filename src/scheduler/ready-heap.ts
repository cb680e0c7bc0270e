// The ready tasks of a scheduler that has an order of its own: a binary heap of integers. Nothing is removed from its
// middle: a task that is added again makes its earlier entry stale, and whoever takes one looks whether it still waits.
import { NONE } from "../graph/task-table.ts";

/** Tasks by rank, the lower first; among equals the one that came first. */
export class ReadyHeap {
  #size = 0;
  #tasks = new Int32Array(64);
  #ranks = new Int32Array(64);
  #arrivals = new Int32Array(64);
  /** By task, the arrival of its entry that is not stale. */
  #latest = new Int32Array(64);
  #arrived = 0;

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add(task: number, rank: number): void {
    if (this.#size === this.#tasks.length) this.#grow();
    if (task >= this.#latest.length) this.#latest = grown(this.#latest, Math.max(task + 1, 2 * this.#latest.length));
    const arrival = ++this.#arrived;
    this.#latest[task] = arrival;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#ranks[parent] as number) <= rank) break; // what came earlier stays before its equals
      this.#copy(parent, at);
      at = parent;
    }
    this.#put(at, task, rank, arrival);
  }

  /** Takes the first task, or NONE. */
  take(): number {
    while (this.#size > 0) {
      const task = this.#tasks[0] as number;
      const isStale = this.#latest[task] !== this.#arrivals[0];
      this.#removeFirst();
      if (!isStale) return task;
    }
    this.#arrived = 0;
    return NONE;
  }

  #removeFirst(): void {
    const last = --this.#size;
    const task = this.#tasks[last] as number;
    const rank = this.#ranks[last] as number;
    const arrival = this.#arrivals[last] as number;
    let at = 0;
    for (let child = 1; child < last; child = 2 * at + 1) {
      if (child + 1 < last && this.#isBefore(child + 1, this.#ranks[child] as number, this.#arrivals[child] as number))
        child++;
      if (!this.#isBefore(child, rank, arrival)) break;
      this.#copy(child, at);
      at = child;
    }
    this.#put(at, task, rank, arrival);
  }

  #isBefore(at: number, rank: number, arrival: number): boolean {
    const its = this.#ranks[at] as number;
    return its < rank || (its === rank && (this.#arrivals[at] as number) < arrival);
  }

  #copy(from: number, to: number): void {
    this.#put(to, this.#tasks[from] as number, this.#ranks[from] as number, this.#arrivals[from] as number);
  }

  #put(at: number, task: number, rank: number, arrival: number): void {
    this.#tasks[at] = task;
    this.#ranks[at] = rank;
    this.#arrivals[at] = arrival;
  }

  #grow(): void {
    const length = 2 * this.#size;
    this.#tasks = grown(this.#tasks, length);
    this.#ranks = grown(this.#ranks, length);
    this.#arrivals = grown(this.#arrivals, length);
  }
}

function grown(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const column = new Int32Array(length);
  column.set(old);
  return column;
}
