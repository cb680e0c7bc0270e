// Which results of this worker share buffers: to move one of them would empty the other. Knows what can be reached from
// results, and neither private fields nor what a module keeps to itself.
import { findBuffers } from "../codec/buffers.ts";

/** A value that is a result here, with large buffers in it or more than was looked through. */
interface Claim {
  /** How many results this value is. */
  results: number;
  /** Large buffers that were found in it; true: it shows all of the buffer. */
  buffers: ReadonlyMap<ArrayBuffer, boolean>;
}

/** What a claim may cost at once, some 20 µs; a value beyond that is walked when first something is to be moved. */
const AT_ONCE = { objects: 200, slots: 10_000 };
/** A value beyond that is never walked to its end, and while it is here nothing is moved. */
const AT_LAST = { objects: 3_000_000, slots: 30_000_000 };

export class Ownership {
  readonly #claims = new Map<object, Claim>();
  /** By buffer: how many claims show it. */
  readonly #holders = new WeakMap<ArrayBuffer, number>();
  /** Claimed values that were not walked to their end. */
  readonly #unclear = new Set<object>();

  /** When a value comes to be a result on this worker. Each claim is ended by one `release`. */
  claim(value: unknown): void {
    if (typeof value !== "object" || value === null) return;
    const known = this.#claims.get(value);
    if (known) {
      known.results++;
      return;
    }
    const { buffers, isComplete } = findBuffers(value, AT_ONCE);
    if (isComplete && buffers.size === 0) return;
    this.#claims.set(value, { results: 1, buffers });
    this.#hold(buffers);
    if (!isComplete) this.#unclear.add(value);
  }

  /**
   * When a result is dropped or was moved. Returns the large buffers that no other result has; whoever put them into the
   * result may still hold them.
   */
  release(value: unknown): readonly ArrayBuffer[] {
    const claim = this.#claims.get(value as object);
    if (claim === undefined || --claim.results > 0) return [];
    this.#claims.delete(value as object);
    this.#unclear.delete(value as object);
    const own: ArrayBuffer[] = [];
    for (const [buffer, isWhole] of claim.buffers) {
      const others = (this.#holders.get(buffer) as number) - 1;
      if (others > 0) this.#holders.set(buffer, others);
      else this.#holders.delete(buffer);
      if (others === 0 && isWhole && this.#unclear.size === 0) own.push(buffer);
    }
    return own;
  }

  /** Whether the buffers of a claimed value can be taken away without emptying another result. */
  mayMove(value: unknown): boolean {
    const claim = this.#claims.get(value as object);
    if (claim === undefined || claim.results > 1) return false;
    const { buffers, isComplete } = findBuffers(value); // not the claim's: a task may have changed the value since
    if (!isComplete || buffers.size === 0) return false;
    if (this.#unclear.size > 0) this.#clear();
    if (this.#unclear.size > 0) return false;
    return [...buffers.keys()].every((buffer) => claim.buffers.has(buffer) && this.#holders.get(buffer) === 1);
  }

  /** Walks what was left, each value once. */
  #clear(): void {
    for (const value of this.#unclear) {
      const claim = this.#claims.get(value) as Claim;
      const { buffers, isComplete } = findBuffers(value, AT_LAST);
      const more = new Map([...buffers].filter(([buffer]) => !claim.buffers.has(buffer)));
      this.#hold(more);
      claim.buffers = new Map([...claim.buffers, ...buffers]);
      if (!isComplete) return;
      this.#unclear.delete(value);
    }
  }

  #hold(buffers: ReadonlyMap<ArrayBuffer, boolean>): void {
    for (const buffer of buffers.keys()) this.#holders.set(buffer, (this.#holders.get(buffer) ?? 0) + 1);
  }
}
