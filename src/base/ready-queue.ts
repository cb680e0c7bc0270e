// What is ready, in order of priority and then of arrival. Orders mostly come in the order in which they are to run, so
// most of them need no heap: they stand in a row, and only those that come out of order go to a heap beside it (B2).
import type { Ranked } from "./heap.ts";
import { Heap, isBefore } from "./heap.ts";

/** Removal from the middle is lazy: whoever pops skips what is no longer wanted. */
export class ReadyQueue<Item extends Ranked> {
  readonly #row: Item[] = [];
  #head = 0;
  readonly #heap = new Heap<Item>();

  push(item: Item): void {
    const last = this.#row.at(-1);
    if (last === undefined || !isBefore(item, last)) this.#row.push(item);
    else this.#heap.push(item);
  }

  peek(): Item | undefined {
    const inRow = this.#row[this.#head];
    const inHeap = this.#heap.peek();
    if (inRow === undefined || inHeap === undefined) return inRow ?? inHeap;
    return isBefore(inHeap, inRow) ? inHeap : inRow;
  }

  pop(): Item | undefined {
    const first = this.peek();
    if (first === undefined || first === this.#heap.peek()) return this.#heap.pop();
    this.#head++;
    if (this.#head === this.#row.length) {
      this.#row.length = 0;
      this.#head = 0;
    } else if (this.#head > LONGEST_TRAIL) {
      this.#row.splice(0, this.#head);
      this.#head = 0;
    }
    return first;
  }

  /** Everything in the queue, in no order. */
  *[Symbol.iterator](): Iterator<Item> {
    for (let i = this.#head; i < this.#row.length; i++) yield this.#row[i] as Item;
    yield* this.#heap;
  }
}

/** Popped items that may stay at the head of the row. */
const LONGEST_TRAIL = 4096;
