// How many bytes of memory a value holds, by our own count, since engines do not tell. Near what V8 allocates (64 bits,
// pointers not compressed) and never exact; the memory ladder and the schedulers' transfer costs live on it.

/** One slot of an array or object, with the number, boolean or reference that stands in it. */
const SLOT = 8;
const STRING = 16;
const OBJECT = 24;
/** A Date beyond an object. */
const DATE = 72;
const BUFFER = 160;
/** An entry of a Map or Set beyond what its key and value hold. */
const MAP_ENTRY = 32;
const SET_ENTRY = 24;
/** Most objects, and most slots of one container, that are looked at. A prime, so that an even stride falls into no step with the data. */
const MAX_NODES = 9_973;

/**
 * The managed bytes of any value: an object that is met twice counts once, a view counts its part of the buffer, a Blob
 * its size. Every part of a value of up to some 5,000 objects is looked at; of a larger one an even sample is, and the
 * rest is taken to be like it. Never throws.
 */
export function sizeOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return SLOT + textBytes(value);
  if (ArrayBuffer.isView(value)) return BUFFER + value.byteLength;
  return Math.max(SLOT, Math.round(new Survey().measure(value)));
}

/** A walk in levels, so that a level which is too wide can be thinned out and what is kept stand for the whole. */
class Survey {
  #bytes = 0;
  /** Objects found and not yet looked at, and for how many objects each of them stands. */
  #nodes: object[] = [];
  #weights: number[] = [];
  readonly #seen = new Set<object>();
  /** By buffer: the bytes that its views have counted already. */
  readonly #counted = new Map<object, number>();

  measure(root: object): number {
    let left = MAX_NODES;
    let looked = 0;
    this.#count(root, 1);
    while (this.#nodes.length > 0 && left > 0) {
      this.#thinOut(Math.ceil(left / 2));
      const [nodes, weights] = [this.#nodes, this.#weights];
      [this.#nodes, this.#weights] = [[], []];
      left -= nodes.length;
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
    const kind = Object.prototype.toString.call(node).slice(8, -1);
    if (Array.isArray(node)) {
      this.#bytes += weight * (OBJECT + SLOT * node.length);
      this.#sample(node.length, node.length, (i) => node[i], weight);
    } else if (ArrayBuffer.isView(node)) this.#countBuffer(node.buffer, node.byteLength, weight);
    else if (kind.endsWith("ArrayBuffer")) this.#countBuffer(node, getNumber(node, "byteLength"), weight);
    else if (node instanceof Map || node instanceof Set) this.#lookAtEntries(node, weight);
    else this.#lookAtObject(node, kind, weight);
  }

  #lookAtObject(node: object, kind: string, weight: number): void {
    if (kind === "Date") this.#bytes += weight * DATE;
    if (kind === "Blob" || kind === "File") this.#bytes += weight * getNumber(node, "size");
    if (kind === "RegExp" || kind === "String" || kind === "BigInt") this.#bytes += weight * textBytes(String(node));
    if (kind === "Error") for (const key of ["message", "stack", "cause"]) this.#count(getProperty(node, key), weight);
    const keys = Object.keys(node);
    this.#bytes += weight * (OBJECT + SLOT * keys.length);
    this.#sample(keys.length, keys.length, (i) => getProperty(node, keys[i]!), weight);
  }

  /** Entries cannot be reached by number, so the first ones stand for all. */
  #lookAtEntries(node: Map<unknown, unknown> | Set<unknown>, weight: number): void {
    const isMap = node instanceof Map;
    this.#bytes += weight * (OBJECT + (isMap ? MAP_ENTRY : SET_ENTRY) * node.size);
    const slots: unknown[] = [];
    for (const entry of isMap ? node.entries() : node.values()) {
      if (slots.length >= MAX_NODES) break;
      if (isMap) slots.push(...(entry as [unknown, unknown]));
      else slots.push(entry);
    }
    this.#sample(isMap ? 2 * node.size : node.size, slots.length, (i) => slots[i], weight);
  }

  /** Counts what stands in `total` slots, of which `reachable` can be looked at. */
  #sample(total: number, reachable: number, at: (index: number) => unknown, weight: number): void {
    const looked = Math.min(reachable, MAX_NODES);
    const scale = total / looked;
    const before = this.#nodes.length;
    let objects = 0;
    for (let i = 0; i < looked; i++) objects += this.#count(at(Math.floor((i * reachable) / looked)), weight * scale);
    // Objects met more than once in the sample tell that the slots share few of them.
    const fresh = (this.#nodes.length - before) / objects;
    for (let i = before; i < this.#nodes.length; i++) this.#weights[i] = weight * Math.max(1, scale * fresh);
  }

  /** Counts what a slot's value holds besides the slot; an object waits for its level. Returns the number of objects. */
  #count(value: unknown, weight: number): 0 | 1 {
    if (typeof value !== "object" || value === null) {
      if (typeof value !== "number") this.#bytes += weight * textBytes(value);
      return 0;
    }
    if (!this.#seen.has(value)) {
      this.#seen.add(value);
      this.#nodes.push(value);
      this.#weights.push(weight);
    }
    return 1;
  }

  #countBuffer(buffer: object, bytes: number, weight: number): void {
    const before = this.#counted.get(buffer) ?? 0;
    const fresh = Math.max(0, Math.min(bytes, getNumber(buffer, "byteLength") - before));
    this.#counted.set(buffer, before + fresh);
    this.#bytes += weight * (BUFFER + fresh);
  }
}

/** What a primitive holds outside its slot. Of a string 32 characters tell whether it takes one byte or two for each. */
function textBytes(value: unknown): number {
  if (typeof value === "bigint")
    return BigInt.asIntN(64, value) === value ? 24 : STRING + value.toString(16).length / 2;
  if (typeof value !== "string") return 0;
  const step = Math.max(1, Math.floor(value.length / 32));
  for (let i = 0; i < value.length; i += step) {
    if (value.charCodeAt(i) > 0xff) return STRING + 2 * value.length;
  }
  return STRING + value.length;
}

function getProperty(object: object, key: string): unknown {
  return (object as Readonly<Record<string, unknown>>)[key];
}

function getNumber(object: object, key: string): number {
  const value = getProperty(object, key);
  return typeof value === "number" && value >= 0 && value < Infinity ? value : 0;
}
