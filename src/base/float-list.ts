// A growable list of 64-bit numbers, as `IntList` is of 32-bit integers: for bytes, which may be many.

export class FloatList {
  #items = new Float64Array(64);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length++] = value;
  }

  /** The content, valid until the list changes. */
  view(): Float64Array {
    return this.#items.subarray(0, this.#length);
  }

  /** Empties the list; storage that it has hardly used is halved. */
  clear(): void {
    if (this.#items.length > MOST_KEPT && 4 * this.#length < this.#items.length) {
      this.#items = new Float64Array(this.#items.length / 2);
    }
    this.#length = 0;
  }
}

const MOST_KEPT = 4096;
