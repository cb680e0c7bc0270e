// How many bytes of memory a value holds, by our own count, since engines do not tell: for large values near what V8
// allocates and never exact. The memory ladder and the schedulers' transfer costs live on it.
import { isShared, LARGE_BUFFER } from "./buffers.ts";
import * as heap from "./heap-model.ts";
import { getProperty } from "./properties.ts";

/** Most objects that are looked at. A prime, so that an even stride falls into no step with the data. */
const MAX_NODES = 9973;
/** Slots of one level that are looked at, shared by its objects; each may look at a few in any case. */
const LEVEL_SLOTS = MAX_NODES;
const FEWEST_SLOTS = 8;
/** Errors whose stack is read; to read one costs more than all else. */
const MAX_STACKS = 32;

/**
 * The managed bytes of any value: an object that is met twice counts once, a view counts its part of the buffer, a Blob
 * its size. Every part of a value of up to some 5,000 objects is looked at; of a larger one an even sample is, and the
 * rest is taken to be like it. Texts count as if they were flat. Never throws.
 */
export function sizeOf(value: unknown): number {
  return sizeWithBuffers(value, 0);
}

/** The same, and at least `least` if a large buffer, not shared, is in the value, however little of it the value shows. */
export function sizeWithBuffers(value: unknown, least: number): number {
  if (typeof value === "object" && value !== null) {
    if (ArrayBuffer.isView(value)) {
      const bytes = heap.BUFFER + heap.VIEW + value.byteLength;
      return bytes < least && isLarge(value.buffer) ? least : bytes;
    }
    const survey = new Survey();
    const bytes = Math.max(heap.SLOT, Math.round(survey.measure(value)));
    return bytes < least && survey.hasLargeBuffer ? least : bytes;
  }
  if (typeof value === "string") return heap.SLOT + heap.textBytes(value);
  return heap.SLOT + (typeof value === "bigint" ? heap.bigintBytes(value) : 0);
}

/** A walk in levels, so that a level which is too wide can be thinned out and what is kept stand for the whole. */
class Survey {
  hasLargeBuffer = false;
  #bytes = 0;
  /** Objects found and not yet looked at, and for how many objects each of them stands. */
  #nodes: object[] = [];
  #weights: number[] = [];
  readonly #seen = new Set<object>();
  /** By buffer: the bytes that its views have counted already. */
  readonly #counted = new Map<object, number>();
  /** How many slots each object of this level may look at. */
  #slotsEach = LEVEL_SLOTS;
  #stacks = 0;
  #stackBytes = 0;

  measure(root: object): number {
    let left = MAX_NODES;
    let looked = 0;
    this.#meet(root, 1);
    while (this.#nodes.length > 0 && left > 0) {
      this.#thinOut(Math.ceil(left / 2));
      const [nodes, weights] = [this.#nodes, this.#weights];
      [this.#nodes, this.#weights] = [[], []];
      left -= nodes.length;
      this.#slotsEach = Math.max(FEWEST_SLOTS, Math.floor(LEVEL_SLOTS / nodes.length));
      for (let i = 0; i < nodes.length; i++) {
        looked += weights[i]!;
        try {
          this.#look(nodes[i]!, weights[i]!);
        } catch {
          // A getter or a Proxy throws: what it hides counts nothing.
        }
      }
    }
    const rest = this.#weights.reduce((sum, weight) => sum + weight, 0);
    return this.#bytes + (this.#bytes / looked) * rest;
  }

  /** Keeps about `limit` nodes, drawn by a fixed sequence (Park and Miller's generator). */
  #thinOut(limit: number): void {
    const share = limit / this.#nodes.length;
    if (share >= 1) return;
    let draw = 1;
    const kept = this.#nodes.map(() => (draw = (draw * 48_271) % 0x7fffffff) < share * 0x7fffffff);
    this.#nodes = this.#nodes.filter((_, i) => kept[i]);
    this.#weights = this.#weights.filter((_, i) => kept[i]).map((weight) => weight / share);
  }

  /** Counts one object without the objects inside it, which wait for the next level. */
  #look(node: object, weight: number): void {
    if (Array.isArray(node)) return this.#lookAtArray(node, weight);
    if (ArrayBuffer.isView(node)) {
      this.#bytes += weight * heap.VIEW;
      return this.#countBuffer(node.buffer, node.byteLength, weight);
    }
    if (node instanceof Map || node instanceof Set) return this.#lookAtEntries(node, weight);
    const kind = Object.prototype.toString.call(node).slice(8, -1);
    if (kind.endsWith("ArrayBuffer")) this.#countBuffer(node, getNumber(node, "byteLength"), weight);
    else if (kind === "Date") this.#bytes += weight * heap.DATE;
    else if (kind === "Error") this.#lookAtError(node, weight);
    else this.#lookAtObject(node, kind, weight);
  }

  #lookAtArray(array: readonly unknown[], weight: number): void {
    const { length } = array;
    const isHuge = length > heap.LONGEST_PLAIN_ARRAY;
    if (isHuge || this.#isSparse(array)) {
      const keys = Object.keys(array);
      if (isHuge || keys.length > 0) {
        this.#bytes += weight * heap.sparseBytes(keys.length);
        return this.#sample(keys.length, keys.length, (i) => getProperty(array, keys[i]!), weight);
      }
    }
    this.#bytes += weight * heap.arrayBytes(length);
    this.#sample(length, length, (i) => array[i], weight, true);
  }

  /** Whether a few of its places, and the first ones, tell that most are holes. */
  #isSparse(array: readonly unknown[]): boolean {
    const { length } = array;
    if (length < 1000 || array[length >> 1] !== undefined) return false;
    let holes = 0;
    for (let i = 0; i < 64; i++) if (!(Math.floor((i * length) / 64) in array)) holes++;
    return holes >= 58;
  }

  #lookAtObject(node: object, kind: string, weight: number): void {
    if (kind === "Blob" || kind === "File") this.#bytes += weight * getNumber(node, "size");
    if (kind === "RegExp") this.#bytes += weight * (heap.PATTERN + heap.textBytes((node as RegExp).source));
    if (kind === "String" || kind === "BigInt") {
      this.#bytes += weight * (heap.OBJECT + heap.textBytes(String(node)));
      return;
    }
    const keys = Object.keys(node);
    this.#bytes += weight * (heap.objectBytes(keys) + (kind === "Number" || kind === "Boolean" ? heap.SLOT : 0));
    this.#sample(keys.length, keys.length, (i) => getProperty(node, keys[i]!), weight);
  }

  #lookAtError(error: object, weight: number): void {
    if (this.#stacks < MAX_STACKS) {
      const stack = getProperty(error, "stack");
      this.#stacks++;
      if (typeof stack === "string") this.#stackBytes += heap.textBytes(stack);
    }
    this.#bytes += weight * (heap.ERROR + this.#stackBytes / this.#stacks);
    const keys = ["message", "cause", ...Object.keys(error)];
    this.#sample(keys.length, keys.length, (i) => getProperty(error, keys[i]!), weight);
  }

  /** Entries cannot be reached by number, so the first ones stand for all. */
  #lookAtEntries(node: Map<unknown, unknown> | Set<unknown>, weight: number): void {
    const isMap = node instanceof Map;
    this.#bytes += weight * heap.hashBytes(node.size, isMap ? 2 : 1);
    const slots: unknown[] = [];
    for (const entry of isMap ? node.entries() : node.values()) {
      if (slots.length >= this.#slotsEach) break;
      if (isMap) slots.push(...(entry as [unknown, unknown]));
      else slots.push(entry);
    }
    this.#sample(isMap ? 2 * node.size : node.size, slots.length, (i) => slots[i], weight);
  }

  /**
   * Counts what stands in `total` slots, of which `reachable` can be looked at. Numbers are boxed, except in an array
   * that has only numbers.
   */
  #sample(total: number, reachable: number, at: (index: number) => unknown, weight: number, isArray = false): void {
    const looked = Math.min(reachable, this.#slotsEach);
    if (looked === 0) return;
    const scale = total / looked;
    const before = this.#nodes.length;
    let [objects, floats, others] = [0, 0, 0];
    for (let i = 0; i < looked; i++) {
      const value = at(looked === reachable ? i : Math.floor((i * reachable) / looked));
      if (typeof value === "number") {
        if ((value | 0) !== value) floats++;
        continue;
      }
      others++;
      if (typeof value === "object" && value !== null) {
        objects++;
        this.#meet(value, weight);
      } else if (typeof value === "string") this.#bytes += weight * scale * heap.textBytes(value);
      else if (typeof value === "bigint") this.#bytes += weight * scale * heap.bigintBytes(value);
    }
    if (others > 0 || !isArray) this.#bytes += weight * scale * floats * heap.BOXED_NUMBER;
    // Objects met more than once in the sample tell that the slots share few of them.
    const fresh = (this.#nodes.length - before) / objects;
    for (let i = before; i < this.#nodes.length; i++) this.#weights[i] = weight * Math.max(1, scale * fresh);
  }

  /** An object that is met first waits for its level. */
  #meet(object: object, weight: number): void {
    if (this.#seen.has(object)) return;
    this.#seen.add(object);
    this.#nodes.push(object);
    this.#weights.push(weight);
  }

  #countBuffer(buffer: object, bytes: number, weight: number): void {
    const before = this.#counted.get(buffer);
    const known = before ?? 0;
    if (isLarge(buffer)) this.hasLargeBuffer = true;
    const fresh = Math.max(0, Math.min(bytes, getNumber(buffer, "byteLength") - known));
    this.#counted.set(buffer, known + fresh);
    this.#bytes += weight * ((before === undefined ? heap.BUFFER : 0) + fresh);
  }
}

function isLarge(buffer: object): boolean {
  return getNumber(buffer, "byteLength") >= LARGE_BUFFER && !isShared(buffer);
}

function getNumber(object: object, key: string): number {
  const value = getProperty(object, key);
  return typeof value === "number" && value >= 0 && value < Infinity ? value : 0;
}
