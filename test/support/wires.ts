// Directed ports of a simulated cluster: first in, first out each, but the next delivery may come from any of them.

/** What `Wires` needs of a wire, whatever it carries. */
interface Listed {
  /** Its place among the wires with something to deliver, or -1. */
  place: number;
  deliver(): void;
}

/** One direction of one port. What is posted has been encoded and decoded already. */
export class Wire<Item> implements Listed {
  readonly #wires: Wires;
  readonly #deliver: (item: Item) => void;
  #items: Item[] = [];
  #head = 0;
  place = -1;
  /** The receiver listens; until then everything waits. */
  #isOpen: boolean;
  #isCut = false;

  constructor(wires: Wires, deliver: (item: Item) => void, isOpen = true) {
    this.#wires = wires;
    this.#deliver = deliver;
    this.#isOpen = isOpen;
  }

  get length(): number {
    return this.#items.length - this.#head;
  }

  post(item: Item): void {
    if (this.#isCut) return;
    this.#items.push(item);
    if (this.#isOpen) this.#wires.list(this);
  }

  /** Everything waits until it is opened again. */
  hold(): void {
    this.#isOpen = false;
    this.#wires.unlist(this);
  }

  open(): void {
    this.#isOpen = true;
    if (this.length > 0) this.#wires.list(this);
  }

  deliver(): void {
    const item = this.#items[this.#head++] as Item;
    if (this.length === 0) {
      this.#items = [];
      this.#head = 0;
      this.#wires.unlist(this);
    }
    this.#deliver(item);
  }

  /** The sender dies: what it said last is lost, and nothing more will come; `last` is what the receiver hears of that. */
  cut(kept: number, last?: Item): void {
    this.#items.length = Math.min(this.#items.length, this.#head + kept);
    if (last !== undefined) this.#items.push(last);
    this.#isCut = true;
    if (this.length === 0) this.#wires.unlist(this);
    else if (this.#isOpen) this.#wires.list(this);
  }
}

/** All wires, and those with something to deliver. */
export class Wires {
  readonly loaded: Listed[] = [];

  list(wire: Listed): void {
    if (wire.place !== -1) return;
    wire.place = this.loaded.push(wire) - 1;
  }

  unlist(wire: Listed): void {
    if (wire.place === -1) return;
    const last = this.loaded.pop() as Listed;
    if (last !== wire) {
      this.loaded[wire.place] = last;
      last.place = wire.place;
    }
    wire.place = -1;
  }
}
