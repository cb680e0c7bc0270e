// What one turn has to say to workers in columns: records for all of them in one list, dealt out by worker when the turn
// ends. With a list per worker every task would touch memory that was not touched for long, which at a thousand workers
// cost more than all else (benchmark B3).
import { IntList } from "../base/int-list.ts";

/** Deals the records that were written for one worker out to it. */
type Deliver = (worker: number, content: Int32Array) => void;

/** Integers of storage that are kept for the next turn. */
const MOST_KEPT = 32_768;

/** Records of any length, each for one worker. */
export class Mail {
  readonly ints = new IntList();
  /** Pairs (worker, start of its record), in the order in which records were begun. */
  readonly #marks = new IntList();
  /** By worker: integers for it. All zero between turns. */
  #sizes = new Int32Array(64);
  /** By worker: where its next record goes. */
  #places = new Int32Array(64);
  #sorted = new Int32Array(0);
  readonly #receivers = new IntList();

  get isEmpty(): boolean {
    return this.#marks.length === 0;
  }

  /** Begins a record for a worker; its integers follow through `ints`. */
  begin(worker: number): void {
    this.#marks.push2(worker, this.ints.length);
  }

  /** Calls back for each record in order, with the place of its first integer. */
  eachRecord(visit: (worker: number, start: number) => void): void {
    const marks = this.#marks.items;
    for (let i = 0; i < this.#marks.length; i += 2) visit(marks[i] as number, marks[i + 1] as number);
  }

  /** Hands each worker the integers of its records, in order; the mail is empty afterwards. */
  deal(deliver: Deliver): void {
    const marks = this.#marks.take();
    const ints = this.ints.take();
    this.#measure(marks, ints.length);
    const receivers = this.#receivers;
    if (receivers.length === 1) deliver(receivers.at(0), ints);
    else this.#sort(marks, ints, deliver);
    for (let i = 0; i < receivers.length; i++) this.#sizes[receivers.at(i)] = 0;
    receivers.clear();
  }

  /** Counts the integers for each worker. */
  #measure(marks: Int32Array, length: number): void {
    for (let i = 0; i < marks.length; i += 2) {
      const worker = marks[i] as number;
      if (worker >= this.#sizes.length) this.#makeRoom(worker);
      if (this.#sizes[worker] === 0) this.#receivers.push(worker);
      this.#sizes[worker]! += (marks[i + 3] ?? length) - (marks[i + 1] as number);
    }
  }

  #sort(marks: Int32Array, ints: Int32Array, deliver: Deliver): void {
    const places = this.#places;
    const receivers = this.#receivers;
    const sorted = ints.length <= this.#sorted.length ? this.#sorted : new Int32Array(ints.length);
    if (ints.length <= MOST_KEPT) this.#sorted = sorted;
    for (let i = 0, place = 0; i < receivers.length; i++) {
      places[receivers.at(i)] = place;
      place += this.#sizes[receivers.at(i)] as number;
    }
    for (let i = 0; i < marks.length; i += 2) {
      const worker = marks[i] as number;
      const end = marks[i + 3] ?? ints.length;
      let place = places[worker] as number;
      for (let at = marks[i + 1] as number; at < end; at++) sorted[place++] = ints[at] as number;
      places[worker] = place;
    }
    for (let i = 0; i < receivers.length; i++) {
      const worker = receivers.at(i);
      const end = places[worker] as number;
      deliver(worker, sorted.slice(end - (this.#sizes[worker] as number), end));
    }
  }

  #makeRoom(worker: number): void {
    const length = Math.max(worker + 1, 2 * this.#sizes.length);
    const sizes = new Int32Array(length);
    sizes.set(this.#sizes);
    this.#sizes = sizes;
    this.#places = new Int32Array(length);
  }
}
