// Where in a file each stretch of bytes lies: offsets and lengths, no bytes. First fit, neighbours that are free always
// merged; so room that was given back is used again before the file grows.
import { brokenInvariant } from "../base/assert.ts";

/** Stretches are multiples of it, in bytes, so that what is left of a hole is no splinter. */
export const GRAIN = 64;

export class Slab {
  /** Holes by offset: hole `i` is [#starts[i], #ends[i]). No two touch, and none touches the end. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #limit: number;
  #end = 0;

  /** @param limit in bytes: no stretch ends beyond it */
  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  /** Bytes of the file that are spoken for or lie between such. */
  get end(): number {
    return this.#end;
  }

  /**
   * The offset of `length` bytes that nobody else has; undefined when there is no room below the limit.
   * @param alignment the offset is a multiple of it, itself one of the grain
   */
  take(length: number, alignment = GRAIN): number | undefined {
    const wanted = roundUp(length, GRAIN);
    for (let i = 0; i < this.#starts.length; i++) {
      const start = roundUp(this.#starts[i] as number, alignment);
      if (start + wanted > (this.#ends[i] as number)) continue;
      this.#cut(i, start, start + wanted);
      return start;
    }
    const start = roundUp(this.#end, alignment);
    if (start + wanted > this.#limit) return undefined;
    if (start > this.#end && wanted > 0) this.#insert(this.#starts.length, this.#end, start);
    if (wanted > 0) this.#end = start + wanted;
    return start;
  }

  /** Gives back what `take(length)` answered. */
  give(start: number, length: number): void {
    const end = start + roundUp(length, GRAIN);
    if (end === start) return;
    const next = this.#findHole(start);
    const isBehind = next > 0 && this.#ends[next - 1] === start;
    const isBefore = this.#starts[next] === end;
    const isOurs =
      end <= (this.#starts[next] ?? this.#end) && (next === 0 || (this.#ends[next - 1] as number) <= start);
    if (!isOurs) throw brokenInvariant(`the stretch [${start}, ${end}) of a slab was given back twice`);
    if (isBehind && isBefore) {
      this.#ends[next - 1] = this.#ends[next] as number;
      this.#drop(next);
    } else if (isBehind) this.#ends[next - 1] = end;
    else if (isBefore) this.#starts[next] = start;
    else this.#insert(next, start, end);
    this.#dropTail();
  }

  /** Takes [start, end) out of a hole. */
  #cut(hole: number, start: number, end: number): void {
    const before = this.#starts[hole] as number;
    const behind = this.#ends[hole] as number;
    if (before < start && end < behind) this.#insert(hole + 1, end, behind);
    if (before < start) this.#ends[hole] = start;
    else if (end < behind) this.#starts[hole] = end;
    else this.#drop(hole);
  }

  #dropTail(): void {
    const last = this.#starts.length - 1;
    if (last < 0 || this.#ends[last] !== this.#end) return;
    this.#end = this.#starts[last] as number;
    this.#drop(last);
  }

  #insert(hole: number, start: number, end: number): void {
    this.#starts.splice(hole, 0, start);
    this.#ends.splice(hole, 0, end);
  }

  #drop(hole: number): void {
    this.#starts.splice(hole, 1);
    this.#ends.splice(hole, 1);
  }

  /** The first hole at or behind `offset`. */
  #findHole(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const roundUp = (n: number, step: number): number => Math.ceil(n / step) * step;
