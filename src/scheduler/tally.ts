// Sums by small index that are started anew in constant time.
import { IntList } from "../base/int-list.ts";

/** Amounts by index; all are 0 after `begin`. */
export class Tally {
  /** The indices that have an amount. */
  readonly touched = new IntList(16);
  #amounts = new Float64Array(16);
  #rounds = new Int32Array(16);
  #marks = new Int32Array(16);
  #round = 0;

  /** Forgets all amounts; indices below `capacity` may follow. */
  begin(capacity: number): void {
    this.touched.clear();
    this.#round = (this.#round + 1) | 0;
    if (capacity <= this.#amounts.length) return;
    this.#amounts = new Float64Array(capacity);
    this.#rounds = new Int32Array(capacity);
    this.#marks = new Int32Array(capacity);
    this.#round = 1;
  }

  /** Adds an amount unless `index` has had one under the same `mark` (not 0) before. */
  addOnce(index: number, mark: number, amount: number): void {
    if (this.#rounds[index] !== this.#round) {
      this.#rounds[index] = this.#round;
      this.#amounts[index] = 0;
      this.#marks[index] = 0;
      this.touched.push(index);
    }
    if (this.#marks[index] === mark) return;
    this.#marks[index] = mark;
    this.#amounts[index]! += amount;
  }

  /** True if `index` has had an amount under this mark. */
  has(index: number, mark: number): boolean {
    return this.#rounds[index] === this.#round && this.#marks[index] === mark;
  }

  get(index: number): number {
    return this.#rounds[index] === this.#round ? (this.#amounts[index] as number) : 0;
  }
}
