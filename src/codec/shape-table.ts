// The lists of keys that objects have: rows of a table have one between them.

export class ShapeTable {
  readonly shapes: (readonly string[])[] = [];
  readonly #places = new Map<string, number>();
  #last = -1;

  /** The place of this list of keys among the shapes. */
  place(keys: readonly string[]): number {
    if (this.#last >= 0 && areSame(keys, this.shapes[this.#last] as readonly string[])) return this.#last;
    const name = JSON.stringify(keys);
    let place = this.#places.get(name);
    if (place === undefined) {
      place = this.shapes.push(keys) - 1;
      this.#places.set(name, place);
    }
    this.#last = place;
    return place;
  }
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
