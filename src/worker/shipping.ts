// How values leave this thread, how many bytes went which way, and which buffers are used again.
import { ANY_TASK, EngineError } from "../base/errors.ts";
import { LARGE_BUFFER } from "../codec/buffers.ts";
import type { Shipment } from "../codec/ship.ts";
import { shipSized } from "../codec/ship.ts";
import type { BufferPoolOptions } from "./buffer-pool.ts";
import { BufferPool } from "./buffer-pool.ts";
import type { DataChanges } from "./data.ts";
import { Ownership } from "./ownership.ts";

/** Bytes of results that this worker sent, by the way they took. */
export interface ShippedBytes {
  moved: number;
  copied: number;
  shared: number;
  cloned: number;
}

export class Shipping {
  /** Counted on. */
  readonly bytes: ShippedBytes;
  readonly #ownership = new Ownership();
  readonly #pool: BufferPool;
  readonly #detach: BufferPoolOptions["detach"];
  #hasSpent = false;
  /** Buffers that were moved away: whoever made them may still hold them, empty. */
  readonly #spent = new WeakSet<object>();

  constructor(options: BufferPoolOptions, bytes: ShippedBytes) {
    this.bytes = bytes;
    this.#pool = new BufferPool(options);
    this.#detach = options.detach;
  }

  /** Prepares a value of so many managed bytes for a port; with `isGivenUp` nobody here needs it any more. Buffers that other results have are not moved. */
  ship(value: unknown, bytes: number, isGivenUp: boolean): Shipment {
    if (bytes < LARGE_BUFFER) {
      this.bytes.cloned += bytes;
      return { value, transfer: NOTHING, moved: 0, copied: 0, shared: 0, cloned: bytes };
    }
    const shipment = shipSized(value, bytes, {
      mayMove: isGivenUp && this.#ownership.mayMove(value),
      takeBuffer: (bytes) => this.#pool.take(bytes),
      detach: this.#detach,
    });
    this.bytes.moved += shipment.moved;
    this.bytes.copied += shipment.copied;
    this.bytes.shared += shipment.shared;
    this.bytes.cloned += shipment.cloned;
    if (shipment.moved > 0) {
      this.#hasSpent = true;
      for (const buffer of shipment.spent ?? []) this.#spent.add(buffer);
    }
    return shipment;
  }

  /** @throws {EngineError} not-cloneable, if a buffer of a fresh result, as far as a glance shows, was moved away with an earlier one */
  refuseSpent(value: unknown): void {
    if (!this.#hasSpent || typeof value !== "object" || value === null || !this.#isSpent(value)) return;
    const why = "a buffer in it was moved to another thread with an earlier result, must be made anew by each call";
    throw new EngineError("not-cloneable", `Cannot keep the result of ${ANY_TASK}: ${why}`, {
      key: ANY_TASK,
      path: "result",
    });
  }

  #isSpent(value: object): boolean {
    const isSpent = (part: unknown): boolean => {
      if (typeof part !== "object" || part === null) return false;
      const buffer = ArrayBuffer.isView(part) ? part.buffer : part;
      return this.#spent.has(buffer);
    };
    if (isSpent(value)) return true;
    const parts = Array.isArray(value) ? value.slice(0, GLANCE) : ArrayBuffer.isView(value) ? [] : Object.values(value);
    return parts.length <= GLANCE && parts.some(isSpent);
  }

  /**
   * Large values came to be results here, or left. Buffers that are free now are used again here; those of copies that a
   * peer sent are answered, by peer: it can use them for its next.
   */
  account({ kept, dropped, gone }: DataChanges): ReadonlyMap<number, ArrayBuffer[]> {
    const byPeer = new Map<number, ArrayBuffer[]>();
    for (const value of kept) this.#ownership.claim(value);
    for (const value of gone) this.#ownership.release(value);
    for (const { value, origin } of dropped) {
      const buffers = this.#ownership.release(value);
      if (origin < 0) this.reuse(buffers);
      else byPeer.set(origin, [...(byPeer.get(origin) ?? []), ...buffers.filter(({ byteLength }) => byteLength > 0)]);
    }
    return byPeer;
  }

  /** Takes buffers over that nobody needs any more. */
  reuse(buffers: readonly ArrayBuffer[]): void {
    for (const buffer of buffers) this.#pool.give(buffer);
  }
}

/** Parts of a result that are looked at. */
const GLANCE = 64;
const NOTHING: readonly never[] = [];
