// A growable list of 32-bit integers: the form in which hot facts are gathered before they are sent.

/** Integers in order of arrival; storage doubles when full. Hot path (B1): `at` and `items` are unchecked. */
export class IntList {
  #items: Int32Array;
  #length = 0;

  constructor(capacity = 64) {
    this.#items = new Int32Array(capacity);
  }

  get length(): number {
    return this.#length;
  }

  /** The storage; valid below `length`, until the next push. */
  get items(): Int32Array {
    return this.#items;
  }

  at(index: number): number {
    return this.#items[index] as number;
  }

  set(index: number, value: number): void {
    this.#items[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) this.reserve(this.#length + 1);
    this.#items[this.#length++] = value;
  }

  /** Adds two integers that belong together. */
  push2(a: number, b: number): void {
    this.reserve(this.#length + 2);
    this.#items[this.#length++] = a;
    this.#items[this.#length++] = b;
  }

  /** Adds `count` integers whose values are written through `items` afterwards. */
  extend(count: number): void {
    this.reserve(this.#length + count);
    this.#length += count;
  }

  /** Makes room for `capacity` integers in all. */
  reserve(capacity: number): void {
    if (capacity <= this.#items.length) return;
    const grown = new Int32Array(Math.max(capacity, this.#items.length * 2));
    grown.set(this.#items.subarray(0, this.#length));
    this.#items = grown;
  }

  pop(): number {
    return this.#items[--this.#length] as number;
  }

  /** Empties the list; long storage goes. */
  clear(): void {
    this.#length = 0;
    if (this.#items.length > MOST_KEPT) this.#items = new Int32Array(KEPT);
  }

  /**
   * The content as an array of its own; the list is empty afterwards. A long list gives its storage away, since copying
   * it and keeping it would cost more than fresh memory does.
   */
  take(): Int32Array {
    const length = this.#length;
    this.#length = 0;
    if (length <= KEPT) {
      const copy = this.#items.slice(0, length);
      if (this.#items.length > MOST_KEPT) this.#items = new Int32Array(KEPT);
      return copy;
    }
    const content = this.#items.subarray(0, length);
    this.#items = new Int32Array(Math.min(length, MOST_KEPT));
    return content;
  }
}

/** Whether an array that was taken from a list is worth moving to another thread: copying a short one is cheaper. */
export const isWorthMoving = (content: Int32Array | Float64Array): boolean => content.length > KEPT;

/** Lists up to this length keep their storage when their content is taken; longer ones begin anew, with room for as much, within reason. */
const KEPT = 256;
const MOST_KEPT = 8192;
