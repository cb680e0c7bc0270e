// How a value travels from one thread to another by a port: what is moved, what is copied once by us, and what is left
// to structured clone. A copy of ours is cheaper, since structured clone touches fresh memory twice (0014).
import type { FoundBuffers } from "./buffers.ts";
import { findBuffers, isResizable } from "./buffers.ts";
import { kindOf } from "./kinds.ts";
import { getProperty, putProperty } from "./properties.ts";
import { sizeOf } from "./size.ts";
import { nameOfView, viewOn } from "./views.ts";

export interface ShipOptions {
  /** Whether the value may be taken away from this thread: nobody here needs it any more. */
  readonly mayMove: boolean;
  /** A buffer of exactly that many bytes, whatever they hold; it is given away. */
  readonly takeBuffer: (bytes: number) => ArrayBuffer;
  /**
   * Makes a new buffer of the memory of an old one, which is empty afterwards; throws where that cannot be:
   * `(buffer) => structuredClone(buffer, { transfer: [buffer] })`. What the language's own `transfer` makes is copied by
   * the ports of Chromium, 1 ms per MiB.
   */
  readonly detach: (buffer: ArrayBuffer) => ArrayBuffer;
}

/** A value ready for `postMessage(value, transfer)`, and its bytes by the way they take. */
export interface Shipment {
  readonly value: unknown;
  readonly transfer: readonly ArrayBuffer[];
  /** In buffers of the value that are transferred: they are empty afterwards. */
  readonly moved: number;
  /** In copies of buffers, which are transferred. */
  readonly copied: number;
  /** In shared memory, which both threads see. */
  readonly shared: number;
  /** What structured clone is left with. */
  readonly cloned: number;
  /** Buffers of the value that are empty now, or will be when it is sent; left out when nothing is moved. */
  readonly spent?: readonly ArrayBuffer[];
}

/**
 * Prepares a value for the port. The receiver gets what structured clone would give it. Buffers are moved only with
 * `mayMove`, only if the value shows all of them, and only if they can be: memory of WebAssembly cannot. Some are taken
 * out of the value at once. Without `mayMove` the value stays as it is.
 */
export function shipValue(value: unknown, options: ShipOptions): Shipment {
  return shipSized(value, sizeOf(value), options);
}

/** The same for a value of which it is known how many bytes it holds. */
export function shipSized(value: unknown, size: number, { mayMove, takeBuffer, detach }: ShipOptions): Shipment {
  const found = findBuffers(value);
  const shared = sumOf(found.shared as ReadonlySet<SharedArrayBuffer>);
  if (!found.isComplete || found.buffers.size === 0) return asItIs(value, size, shared);
  const canCopy = found.isPlain && canBranchesBeCopied(found);
  const inPlace: ArrayBuffer[] = [];
  const others = new Map<ArrayBuffer, ArrayBuffer>();
  const bytes = { moved: 0, copied: 0, shared };
  for (const [buffer, isWhole] of found.buffers) {
    const { byteLength } = buffer;
    const taken = mayMove && isWhole ? takeOver(buffer, canCopy, detach) : undefined;
    if (taken === buffer) inPlace.push(buffer);
    else if (taken) others.set(buffer, taken);
    else if (canCopy && !isResizable(buffer)) others.set(buffer, copyInto(takeBuffer(byteLength), buffer));
    else continue;
    bytes[taken ? "moved" : "copied"] += byteLength;
  }
  if (inPlace.length + others.size === 0) return asItIs(value, size, shared);
  return {
    value: others.size === 0 ? value : new Replacement(found, others).of(value),
    transfer: [...inPlace, ...others.values()],
    ...bytes,
    spent: [...inPlace, ...[...others.keys()].filter((buffer) => buffer.byteLength === 0)],
    cloned: Math.max(0, size - bytes.moved - bytes.copied - shared),
  };
}

function asItIs(value: unknown, size: number, shared: number): Shipment {
  return { value, transfer: [], moved: 0, copied: 0, shared, cloned: Math.max(0, size - shared) };
}

function sumOf(buffers: Iterable<ArrayBufferLike>): number {
  let bytes = 0;
  for (const buffer of buffers) bytes += buffer.byteLength;
  return bytes;
}

function copyInto(copy: ArrayBuffer, buffer: ArrayBuffer): ArrayBuffer {
  new Uint8Array(copy).set(new Uint8Array(buffer));
  return copy;
}

/** Memory of WebAssembly comes in pages. */
const PAGE = 65_536;
/** Younger than the language version that we are checked against. */
const { transfer } = ArrayBuffer.prototype as { transfer?: (this: ArrayBuffer, bytes?: number) => ArrayBuffer };

/**
 * The buffer itself if a port can transfer it, or its memory in a new buffer; undefined if it is locked, as memory of
 * WebAssembly is. There is no way to ask, and a port that meets a locked buffer in Chromium throws after it has emptied
 * those before it. So what could be such memory is transferred here. Where there is no `transfer` (Node 20) ports copy
 * what is locked.
 */
function takeOver(buffer: ArrayBuffer, canReplace: boolean, detach: ShipOptions["detach"]): ArrayBuffer | undefined {
  if (transfer === undefined) return buffer;
  const isMaybeLocked = buffer.byteLength % PAGE === 0;
  if (isMaybeLocked && (!canReplace || isResizable(buffer))) return undefined;
  try {
    return isMaybeLocked ? detach(buffer) : transfer.call(buffer, Number.MAX_SAFE_INTEGER);
  } catch (error) {
    return error instanceof RangeError ? buffer : undefined; // no memory for that much: it was not locked
  }
}

/** To copy an array means to list its keys, since it may have others than its indices. */
const LONGEST_ARRAY_COPIED = 20_000;

function canBranchesBeCopied({ branches }: FoundBuffers): boolean {
  for (const branch of branches) if (Array.isArray(branch) && branch.length > LONGEST_ARRAY_COPIED) return false;
  return true;
}

/** A value with other buffers: the branches are copied, views made anew, and all else stays the same object. */
class Replacement {
  readonly #found: FoundBuffers;
  readonly #buffers: ReadonlyMap<ArrayBuffer, ArrayBuffer>;
  readonly #copies = new Map<object, object>();
  /** Branches whose copies are still empty. */
  readonly #ahead: object[] = [];

  constructor(found: FoundBuffers, buffers: ReadonlyMap<ArrayBuffer, ArrayBuffer>) {
    this.#found = found;
    this.#buffers = buffers;
  }

  of(root: unknown): unknown {
    const copy = this.#replace(root);
    for (let branch = this.#ahead.pop(); branch; branch = this.#ahead.pop()) this.#fill(branch);
    return copy;
  }

  #replace(value: unknown): unknown {
    if (typeof value !== "object" || value === null) return value;
    const known = this.#copies.get(value) ?? this.#buffers.get(value as ArrayBuffer);
    if (known) return known;
    const copy = ArrayBuffer.isView(value) ? this.#replaceView(value) : this.#startCopy(value);
    this.#copies.set(value, copy);
    return copy;
  }

  #replaceView(view: ArrayBufferView): ArrayBufferView {
    const place = this.#found.views.get(view);
    const buffer = place && this.#buffers.get(place.buffer);
    return (buffer && viewOn(buffer, nameOfView(view), place.byteOffset, place.byteLength)) ?? view;
  }

  #startCopy(object: object): object {
    if (!this.#found.branches.has(object)) return object;
    this.#ahead.push(object);
    if (Array.isArray(object)) return [];
    const kind = kindOf(object);
    return kind === "Map" ? new Map() : kind === "Set" ? new Set() : {};
  }

  #fill(branch: object): void {
    const copy = this.#copies.get(branch) as object;
    if (copy instanceof Map) {
      for (const [key, item] of branch as Map<unknown, unknown>) copy.set(this.#replace(key), this.#replace(item));
    } else if (copy instanceof Set) {
      for (const item of branch as Set<unknown>) copy.add(this.#replace(item));
    } else {
      for (const key of Object.keys(branch)) putProperty(copy, key, this.#replace(getProperty(branch, key)));
      if (Array.isArray(copy)) copy.length = (branch as readonly unknown[]).length;
    }
  }
}
