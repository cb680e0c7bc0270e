// Builds a value again from its flat layout: first every node as far as it stands alone, then what they hold.
import type { FlatLeaf, FlatText, FlatValue } from "./flat.ts";
import { errorClasses, Kind, Slot } from "./flat.ts";
import { putProperty } from "./properties.ts";
import { viewOn } from "./views.ts";

/** The value that was laid out; it takes the buffers over. */
export function unflatten(flat: FlatValue): unknown {
  return new Building(flat).run();
}

class Building {
  readonly #flat: FlatValue;
  readonly #shapes: readonly (readonly string[])[];
  readonly #nodes: object[] = [];
  #structureAt = 0;
  #numberAt = 0;
  #textAt = 0;
  #leafAt = 0;
  #viewAt = 0;

  constructor(flat: FlatValue) {
    this.#flat = flat;
    this.#shapes = flat.shapes.map((keys) => keys.map(fromText));
  }

  run(): unknown {
    const { kinds } = this.#flat;
    for (const kind of kinds) this.#nodes.push(this.#start(kind));
    const root = this.#slot();
    for (let i = 0; i < kinds.length; i++) this.#fill(this.#nodes[i] as object, kinds[i] as number);
    return root;
  }

  #start(kind: number): object {
    switch (kind) {
      case Kind.object:
        return {};
      case Kind.map:
        return new Map();
      case Kind.set:
        return new Set();
      case Kind.error:
      case Kind.leaf:
        return this.#makeLeaf(this.#flat.leaves[this.#leafAt++] as FlatLeaf);
      case Kind.view:
        return this.#makeView();
      default:
        return [];
    }
  }

  #makeLeaf(leaf: FlatLeaf): object {
    switch (leaf[0]) {
      case "buffer":
        return this.#flat.buffers[leaf[1]] as ArrayBuffer;
      case "date":
        return new Date(leaf[1]);
      case "pattern":
        return new RegExp(fromText(leaf[1]), leaf[2]);
      case "string":
        return Object(fromText(leaf[1])) as object;
      case "bigint":
        return Object(fromHex(fromText(leaf[1]))) as object;
      case "error":
        return makeError(leaf);
      default:
        return Object(leaf[1]) as object;
    }
  }

  #makeView(): ArrayBufferView {
    const [name, buffer, byteOffset, byteLength] = this.#flat.views.subarray(this.#viewAt, this.#viewAt + 4);
    this.#viewAt += 4;
    const on = this.#flat.buffers[buffer as number] as ArrayBuffer;
    const view = viewOn(on, this.#flat.viewNames[name as number] as string, byteOffset as number, byteLength as number);
    if (view === undefined) throw new TypeError("Cannot make a view: its class is not known here");
    return view;
  }

  #fill(node: object, kind: number): void {
    if (kind === Kind.object) this.#putAll(node, this.#shape());
    else if (kind === Kind.array) this.#fillArray(node as unknown[]);
    else if (kind === Kind.numbers) this.#fillNumbers(node as number[]);
    else if (kind === Kind.sparse) {
      const shape = this.#shape();
      (node as unknown[]).length = this.#number();
      this.#putAll(node, shape);
    } else if (kind === Kind.map) {
      for (let left = this.#take(); left > 0; left--) (node as Map<unknown, unknown>).set(this.#slot(), this.#slot());
    } else if (kind === Kind.set) {
      for (let left = this.#take(); left > 0; left--) (node as Set<unknown>).add(this.#slot());
    } else if (kind === Kind.error) this.#fillError(node);
  }

  #putAll(node: object, shape: readonly string[]): void {
    for (const key of shape) putProperty(node, key, this.#slot());
  }

  #fillArray(array: unknown[]): void {
    const length = this.#take();
    const named = this.#shape();
    for (let i = 0; i < length; i++) array.push(this.#slot());
    this.#putAll(array, named);
  }

  #fillNumbers(array: number[]): void {
    const { numbers } = this.#flat;
    const end = this.#numberAt + this.#take();
    while (this.#numberAt < end) array.push(numbers[this.#numberAt++] as number);
  }

  #fillError(error: object): void {
    if (this.#flat.structure[this.#structureAt] === Slot.absent) this.#structureAt++;
    else hide(error, "cause", this.#slot());
  }

  #shape(): readonly string[] {
    return this.#shapes[this.#take()] as readonly string[];
  }

  #take(): number {
    return this.#flat.structure[this.#structureAt++] as number;
  }

  #number(): number {
    return this.#flat.numbers[this.#numberAt++] as number;
  }

  #text(): string {
    return fromText(this.#flat.texts[this.#textAt++] as FlatText);
  }

  #slot(): unknown {
    const slot = this.#take();
    if (slot < 0) return -1 - slot;
    if (slot >= Slot.node) return this.#nodes[slot - Slot.node];
    switch (slot) {
      case Slot.number:
        return this.#number();
      case Slot.text:
        return this.#text();
      case Slot.bigint:
        return fromHex(this.#text());
      case Slot.null:
        return null;
      case Slot.undefined:
        return undefined;
      default:
        return slot === Slot.true;
    }
  }
}

function makeError([, name, message, stack]: FlatLeaf & readonly ["error", ...unknown[]]): Error {
  const Class = errorClasses.get(name) ?? Error;
  const error = new Class();
  if (message !== null) hide(error, "message", fromText(message));
  if (stack !== null) hide(error, "stack", fromText(stack));
  return error;
}

function hide(error: object, key: string, value: unknown): void {
  Object.defineProperty(error, key, { value, writable: true, enumerable: false, configurable: true });
}

function fromHex(digits: string): bigint {
  return digits.startsWith("-") ? -BigInt(`0x${digits.slice(1)}`) : BigInt(`0x${digits}`);
}

function fromText(text: FlatText): string {
  if (typeof text === "string") return text;
  const units = new Uint16Array(new Uint8Array(text).buffer);
  let out = "";
  for (let i = 0; i < units.length; i += 4096) out += String.fromCharCode(...units.subarray(i, i + 4096));
  return out;
}
