// Finds the large buffers inside a value: what decides whether it is moved, copied or cloned, and who else holds them.
import { isPlainOrInstance, kindOf, LEAVES } from "./kinds.ts";
import { getProperty } from "./properties.ts";

/** From this many bytes on a buffer is worth more than a clone; see docs/decisions/0014. */
export const LARGE_BUFFER = 16 * 1024;

/** What a walk may cost. */
export interface WalkLimits {
  readonly objects: number;
  /** Slots of arrays and of objects, entries of Maps and Sets. */
  readonly slots: number;
}

/** A few milliseconds at most, and less than it costs to clone what is walked. */
const WALK: WalkLimits = { objects: 3000, slots: 300_000 };

export interface ViewPlace {
  readonly buffer: ArrayBuffer;
  readonly byteOffset: number;
  readonly byteLength: number;
}

/** What a walk through a value has found. */
export interface FoundBuffers {
  /** Large buffers that are not shared memory, as they were met; true: some part of the value shows all of it. */
  readonly buffers: ReadonlyMap<ArrayBuffer, boolean>;
  /** The views on them. Kept apart, since a view forgets its place when its buffer is taken away. */
  readonly views: ReadonlyMap<ArrayBufferView, ViewPlace>;
  /** Large shared memory. */
  readonly shared: ReadonlySet<object>;
  /** Containers that hold objects: on the way to a buffer there is nothing else. */
  readonly branches: ReadonlySet<object>;
  /** Whether all of the value was seen; a walk ends at its limits, and where a getter throws. */
  readonly isComplete: boolean;
  /** Whether a copy of the branches, cloned, is the same as the value, cloned: no Error with a cause, no unknown kind. */
  readonly isPlain: boolean;
}

/** Finds the large buffers in `value` as structured clone would walk it. Never throws. */
export function findBuffers(value: unknown, limits: WalkLimits = WALK): FoundBuffers {
  if (typeof value !== "object" || value === null) return nothing;
  const walk = new Walk(limits);
  walk.run(value);
  return walk;
}

const nothing: FoundBuffers = {
  buffers: new Map(),
  views: new Map(),
  shared: new Set(),
  branches: new Set(),
  isComplete: true,
  isPlain: true,
};

class Walk implements FoundBuffers {
  readonly buffers = new Map<ArrayBuffer, boolean>();
  readonly views = new Map<ArrayBufferView, ViewPlace>();
  readonly shared = new Set<object>();
  readonly branches = new Set<object>();
  isComplete = true;
  isPlain = true;
  readonly #limits: WalkLimits;
  #slots = 0;
  readonly #seen = new Set<object>();
  readonly #ahead: object[] = [];

  constructor(limits: WalkLimits) {
    this.#limits = limits;
  }

  run(root: object): void {
    try {
      this.#meet(root);
      for (let node = this.#ahead.pop(); node && this.isComplete; node = this.#ahead.pop()) this.#enter(node);
    } catch {
      this.isComplete = false;
    }
  }

  #meet(object: object): void {
    if (ArrayBuffer.isView(object)) {
      const { buffer, byteOffset, byteLength } = object;
      this.#note(buffer, byteLength === buffer.byteLength);
      if (this.buffers.has(buffer as ArrayBuffer)) {
        this.views.set(object, { buffer: buffer as ArrayBuffer, byteOffset, byteLength });
      }
    } else if (!this.#seen.has(object)) {
      this.#seen.add(object);
      this.#ahead.push(object);
      if (this.#seen.size > this.#limits.objects) this.isComplete = false;
    }
  }

  #note(buffer: ArrayBufferLike, isWhole: boolean): void {
    if (buffer.byteLength < LARGE_BUFFER) return;
    if (isShared(buffer)) this.shared.add(buffer);
    else this.buffers.set(buffer as ArrayBuffer, isWhole || this.buffers.get(buffer as ArrayBuffer) === true);
  }

  #enter(node: object): void {
    if (Array.isArray(node)) return this.#enterArray(node);
    const kind = kindOf(node);
    if (kind === "Object") this.#enterObject(node);
    else if (kind === "Map") this.#enterMap(node as Map<unknown, unknown>);
    else if (kind === "Set") this.#enterSet(node as Set<unknown>);
    else if (kind === "ArrayBuffer") this.#note(node as ArrayBuffer, true);
    else if (kind === "Error") this.#enterError(node);
    else if (!LEAVES.has(kind)) this.isPlain = false;
    else if (kind === "SharedArrayBuffer") this.#note(node as SharedArrayBuffer, true);
  }

  #enterArray(array: readonly unknown[]): void {
    if (!this.#spend(array.length)) return;
    let isBranch = false;
    for (let i = 0; i < array.length && this.isComplete; i++) {
      const inner = array[i];
      if (typeof inner !== "object" || inner === null) continue;
      isBranch = true;
      this.#meet(inner);
    }
    if (isBranch) this.branches.add(array);
  }

  #enterObject(object: object): void {
    if (!isPlainOrInstance(object)) this.isPlain = false;
    const keys = Object.keys(object);
    if (!this.#spend(keys.length)) return;
    for (const key of keys) {
      this.#meetIn(object, getProperty(object, key));
      if (!this.isComplete) return;
    }
  }

  #enterMap(map: Map<unknown, unknown>): void {
    if (!this.#spend(2 * map.size)) return;
    for (const [key, item] of Map.prototype.entries.call(map) as Iterable<[unknown, unknown]>) {
      this.#meetIn(map, key);
      this.#meetIn(map, item);
      if (!this.isComplete) return;
    }
  }

  #enterSet(set: Set<unknown>): void {
    if (!this.#spend(set.size)) return;
    for (const item of Set.prototype.values.call(set) as Iterable<unknown>) {
      this.#meetIn(set, item);
      if (!this.isComplete) return;
    }
  }

  #enterError(error: object): void {
    const cause = getProperty(error, "cause");
    if (typeof cause !== "object" || cause === null) return;
    this.isPlain = false;
    this.#meet(cause);
  }

  #meetIn(container: object, inner: unknown): void {
    if (typeof inner !== "object" || inner === null) return;
    this.branches.add(container);
    this.#meet(inner);
  }

  #spend(slots: number): boolean {
    this.#slots += slots;
    if (this.#slots > this.#limits.slots) this.isComplete = false;
    return this.isComplete;
  }
}

/** Whether it is shared memory; its class is missing in pages that are not isolated. */
export function isShared(buffer: object): boolean {
  return Object.prototype.toString.call(buffer) === "[object SharedArrayBuffer]";
}

export function isResizable(buffer: ArrayBufferLike): boolean {
  return (buffer as { readonly resizable?: boolean }).resizable === true;
}
