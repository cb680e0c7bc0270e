// A set of small whole numbers that can be told apart by position, so that one of them can be drawn at random.
import { IntList } from "../base/int-list.ts";

const ABSENT = -1;

/** Adds, deletes and draws in constant time; positions are dense and change when a member is deleted. */
export class IndexSet {
  readonly #members = new IntList(8);
  #positions = new Int32Array(8).fill(ABSENT);

  get size(): number {
    return this.#members.length;
  }

  has(member: number): boolean {
    return member >= 0 && member < this.#positions.length && this.#positions[member] !== ABSENT;
  }

  /** The member at `position`, which is below `size`. */
  at(position: number): number {
    return this.#members.at(position);
  }

  add(member: number): void {
    if (this.has(member)) return;
    if (member >= this.#positions.length) this.#grow(member + 1);
    this.#positions[member] = this.#members.length;
    this.#members.push(member);
  }

  delete(member: number): void {
    if (!this.has(member)) return;
    const position = this.#positions[member] as number;
    const last = this.#members.pop();
    this.#positions[member] = ABSENT;
    if (last === member) return;
    this.#members.set(position, last);
    this.#positions[last] = position;
  }

  #grow(needed: number): void {
    const grown = new Int32Array(Math.max(needed, this.#positions.length * 2)).fill(ABSENT);
    grown.set(this.#positions);
    this.#positions = grown;
  }
}
