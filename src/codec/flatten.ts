// Lays a value out flat, as structured clone would walk it.
import { IntList } from "../base/int-list.ts";
import { isResizable, isShared } from "./buffers.ts";
import type { FlatLeaf, FlatText, FlatValue } from "./flat.ts";
import { errorClasses, Kind, Slot } from "./flat.ts";
import { FloatList } from "./float-list.ts";
import { isPlainOrInstance, kindOf } from "./kinds.ts";
import { getProperty } from "./properties.ts";
import { ShapeTable } from "./shape-table.ts";
import { nameOfView } from "./views.ts";

/** Lays out everything that `value` holds. @throws for what bytes cannot hold, and when a getter throws. */
export function flatten(value: unknown): FlatValue {
  return new Flattening().run(value);
}

class Flattening {
  readonly #places = new Map<object, number>();
  readonly #nodes: object[] = [];
  readonly #kinds: number[] = [];
  readonly #structure = new IntList(256);
  readonly #numbers = new FloatList();
  readonly #texts: FlatText[] = [];
  readonly #shapes = new ShapeTable();
  /** The keys that arrays have besides their indices. */
  readonly #named = new Map<object, readonly string[]>();
  readonly #leaves: FlatLeaf[] = [];
  readonly #buffers: ArrayBuffer[] = [];
  readonly #bufferPlaces = new Map<ArrayBufferLike, number>();
  readonly #views = new FloatList();
  readonly #viewNames: string[] = [];

  run(root: unknown): FlatValue {
    this.#put(root);
    for (let i = 0; i < this.#nodes.length; i++) this.#tell(this.#nodes[i] as object, this.#kinds[i] as number);
    return {
      kinds: Uint8Array.from(this.#kinds),
      structure: this.#structure.items.subarray(0, this.#structure.length),
      numbers: this.#numbers.items,
      texts: this.#texts,
      shapes: this.#shapes.shapes.map((keys) => keys.map(toText)),
      leaves: this.#leaves,
      buffers: this.#buffers,
      views: this.#views.items,
      viewNames: this.#viewNames,
    };
  }

  /** Writes a slot. */
  #put(value: unknown): void {
    switch (typeof value) {
      case "number":
        return this.#putNumber(value);
      case "string":
        this.#texts.push(toText(value));
        return this.#structure.push(Slot.text);
      case "boolean":
        return this.#structure.push(value ? Slot.true : Slot.false);
      case "undefined":
        return this.#structure.push(Slot.undefined);
      case "object":
        return this.#structure.push(value === null ? Slot.null : Slot.node + this.#place(value));
      case "bigint":
        this.#texts.push(value.toString(16));
        return this.#structure.push(Slot.bigint);
      default:
        throw new TypeError(`Cannot store a ${typeof value}: it is no data`);
    }
  }

  #putNumber(value: number): void {
    if ((value | 0) === value && value >= 0 && !Object.is(value, -0)) return this.#structure.push(-1 - value);
    this.#numbers.push(value);
    this.#structure.push(Slot.number);
  }

  /** The number of an object's node, which is new when it is met first. */
  #place(object: object): number {
    let place = this.#places.get(object);
    if (place === undefined) {
      place = this.#nodes.length;
      this.#places.set(object, place);
      this.#nodes.push(object);
      this.#kinds.push(this.#classify(object));
    }
    return place;
  }

  /** Says what a node is; leaves, buffers and views are told at once, as the reader makes them first. */
  #classify(object: object): number {
    if (ArrayBuffer.isView(object)) return this.#tellView(object);
    const kind = kindOf(object);
    switch (kind) {
      case "Object":
        if (!isPlainOrInstance(object)) break;
        return Kind.object;
      case "Array":
        return this.#classifyArray(object as readonly unknown[]);
      case "Map":
        return Kind.map;
      case "Set":
        return Kind.set;
      case "Error":
        this.#leaves.push(describeError(object));
        return Kind.error;
      case "ArrayBuffer":
        this.#leaves.push(["buffer", this.#placeBuffer(object as ArrayBuffer)]);
        return Kind.leaf;
      default: {
        const leaf = describeLeaf(object, kind);
        if (leaf === undefined) break;
        this.#leaves.push(leaf);
        return Kind.leaf;
      }
    }
    throw new TypeError(`Cannot store a ${kind}: bytes cannot hold it`);
  }

  #classifyArray(array: readonly unknown[]): number {
    const { length } = array;
    const keys = Object.keys(array);
    const isDense = length === 0 || keys[length - 1] === String(length - 1);
    if (!isDense) return Kind.sparse;
    if (keys.length > length) this.#named.set(array, keys.slice(length));
    else if (length > 0 && array.every(isNumber)) return Kind.numbers;
    return Kind.array;
  }

  #tellView(view: ArrayBufferView): number {
    const name = nameOfView(view);
    let place = this.#viewNames.indexOf(name);
    if (place === -1) place = this.#viewNames.push(name) - 1;
    this.#views.push(place);
    this.#views.push(this.#placeBuffer(view.buffer));
    this.#views.push(view.byteOffset);
    this.#views.push(view.byteLength);
    return Kind.view;
  }

  #placeBuffer(buffer: ArrayBufferLike): number {
    const known = this.#bufferPlaces.get(buffer);
    if (known !== undefined) return known;
    if (isShared(buffer) || isResizable(buffer))
      throw new TypeError("Cannot store a buffer: it is shared or resizable");
    const place = this.#buffers.push(buffer as ArrayBuffer) - 1;
    this.#bufferPlaces.set(buffer, place);
    return place;
  }

  /** Writes what a node holds. */
  #tell(object: object, kind: number): void {
    if (kind === Kind.object || kind === Kind.sparse) this.#tellKeys(object, kind);
    else if (kind === Kind.array || kind === Kind.numbers) this.#tellArray(object as readonly unknown[], kind);
    else if (kind === Kind.map) this.#tellMap(object as ReadonlyMap<unknown, unknown>);
    else if (kind === Kind.set) this.#tellSet(object as ReadonlySet<unknown>);
    else if (kind === Kind.error) {
      if (Object.hasOwn(object, "cause")) this.#put(getProperty(object, "cause"));
      else this.#structure.push(Slot.absent);
    }
  }

  #tellKeys(object: object, kind: number): void {
    const keys = Object.keys(object);
    this.#structure.push(this.#shapes.place(keys));
    if (kind === Kind.sparse) this.#numbers.push((object as readonly unknown[]).length);
    for (const key of keys) this.#put(getProperty(object, key));
  }

  #tellArray(array: readonly unknown[], kind: number): void {
    this.#structure.push(array.length);
    if (kind === Kind.numbers) {
      for (const item of array) this.#numbers.push(item as number);
      return;
    }
    const named = this.#named.get(array) ?? [];
    this.#structure.push(this.#shapes.place(named));
    for (const item of array) this.#put(item);
    for (const key of named) this.#put(getProperty(array, key));
  }

  #tellMap(map: ReadonlyMap<unknown, unknown>): void {
    this.#structure.push(map.size);
    for (const [key, item] of Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>) {
      this.#put(key);
      this.#put(item);
    }
  }

  #tellSet(set: ReadonlySet<unknown>): void {
    this.#structure.push(set.size);
    for (const item of Set.prototype.values.call(set) as Iterable<unknown>) this.#put(item);
  }
}

const isNumber = (value: unknown): boolean => typeof value === "number";

function describeLeaf(object: object, kind: string): FlatLeaf | undefined {
  switch (kind) {
    case "Date":
      return ["date", Date.prototype.getTime.call(object)];
    case "Number":
      return ["number", Number.prototype.valueOf.call(object)];
    case "String":
      return ["string", toText(String.prototype.valueOf.call(object))];
    case "Boolean":
      return ["boolean", Boolean.prototype.valueOf.call(object)];
    case "BigInt":
      return ["bigint", BigInt.prototype.valueOf.call(object).toString(16)];
    case "RegExp":
      return ["pattern", toText((object as RegExp).source), (object as RegExp).flags];
    default:
      return undefined;
  }
}

function describeError(error: object): FlatLeaf {
  const name = String(getProperty(error, "name"));
  const own = (key: string): FlatText | null =>
    Object.hasOwn(error, key) ? toText(String(getProperty(error, key))) : null;
  return ["error", errorClasses.has(name) ? name : "Error", own("message"), own("stack")];
}

const loneSurrogate = /\p{Surrogate}/u;
/** Younger than the language version that we are checked against. */
const { isWellFormed } = String.prototype as { isWellFormed?: (this: string) => boolean };

function toText(text: string): FlatText {
  if (isWellFormed ? isWellFormed.call(text) : !loneSurrogate.test(text)) return text;
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return new Uint8Array(units.buffer);
}
