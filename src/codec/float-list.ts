// A growable list of numbers as the processor has them: -0 and NaN stay what they are.

export class FloatList {
  #items = new Float64Array(64);
  #length = 0;

  /** What was pushed so far; valid until the next push. */
  get items(): Float64Array<ArrayBuffer> {
    return this.#items.subarray(0, this.#length);
  }

  push(value: number): void {
    if (this.#length === this.#items.length) {
      const grown = new Float64Array(2 * this.#length);
      grown.set(this.#items);
      this.#items = grown;
    }
    this.#items[this.#length++] = value;
  }
}
