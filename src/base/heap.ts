// A binary heap of records with a priority and a sequence number: lower first, earlier first among equals.

export interface Ranked {
  readonly priority: number;
  /** Order of arrival; makes equal priorities first in, first out. */
  readonly sequence: number;
}

/** Ready queues. Removal from the middle is lazy: whoever pops skips what is no longer wanted. */
export class Heap<Item extends Ranked> {
  readonly #items: Item[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** All items, in no order. */
  [Symbol.iterator](): Iterator<Item> {
    return this.#items.values();
  }

  peek(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const items = this.#items;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as Item;
      if (!isBefore(item, above)) break;
      items[at] = above;
      at = parent;
    }
    items[at] = item;
  }

  pop(): Item | undefined {
    const items = this.#items;
    const first = items[0];
    const last = items.pop();
    if (items.length === 0 || last === undefined) return first;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      if (child + 1 < items.length && isBefore(items[child + 1] as Item, items[child] as Item)) child++;
      const below = items[child] as Item;
      if (!isBefore(below, last)) break;
      items[at] = below;
      at = child;
    }
    items[at] = last;
    return first;
  }
}

/** Whether `a` is to come before `b`. */
export const isBefore = (a: Ranked, b: Ranked): boolean =>
  a.priority < b.priority || (a.priority === b.priority && a.sequence < b.sequence);
