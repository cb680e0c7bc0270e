// Which workers have room for another task, for schedulers under which no worker has a queue. A task whose input was
// lost takes no room until the input is back: what computes the input again may need it.
import type { Facts, LoadWatch } from "./facts.ts";
import { IndexSet } from "./index-set.ts";

export class Slots implements LoadWatch {
  /** Workers with room. */
  readonly workers = new IndexSet();
  readonly #facts: Facts;
  /** By worker; of one that is gone 0. */
  readonly #slots: number[] = [];
  readonly #taken: number[] = [];

  constructor(facts: Facts) {
    this.#facts = facts;
  }

  open(worker: number, slots: number): void {
    while (this.#slots.length <= worker) {
      this.#slots.push(0);
      this.#taken.push(0);
    }
    this.#slots[worker] = slots;
    this.#change(worker, 0);
  }

  close(worker: number): void {
    this.#slots[worker] = 0;
    this.#change(worker, 0);
  }

  joined(task: number, worker: number): void {
    if (!this.#isBlocked(task)) this.#change(worker, 1);
  }

  left(task: number, worker: number): void {
    if (!this.#isBlocked(task)) this.#change(worker, -1);
  }

  blocked(_task: number, worker: number): void {
    this.#change(worker, -1);
  }

  unblocked(_task: number, worker: number): void {
    this.#change(worker, 1);
  }

  #isBlocked(task: number): boolean {
    return this.#facts.tasks.columns.missing[task] !== 0;
  }

  #change(worker: number, by: number): void {
    this.#taken[worker]! += by;
    if ((this.#taken[worker] as number) < (this.#slots[worker] as number)) this.workers.add(worker);
    else this.workers.delete(worker);
  }
}
