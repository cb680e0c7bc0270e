// Buffers of results that are gone, kept for the next ones: memory that was touched before is up to 60 times faster than
// fresh memory (0014).
import { isResizable, LARGE_BUFFER } from "../codec/buffers.ts";

export interface BufferPoolOptions {
  /** Most bytes that are kept. */
  readonly limit: number;
  /** See `ShipOptions`. */
  readonly detach: (buffer: ArrayBuffer) => ArrayBuffer;
}

/** Large buffers by their exact length; when there are too many bytes, those that came first go first. */
export class BufferPool {
  readonly #limit: number;
  readonly #detach: (buffer: ArrayBuffer) => ArrayBuffer;
  readonly #byLength = new Map<number, ArrayBuffer[]>();
  /** All of them, oldest first. */
  readonly #kept = new Set<ArrayBuffer>();
  #bytes = 0;

  constructor({ limit, detach }: BufferPoolOptions) {
    this.#limit = limit;
    this.#detach = detach;
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * Takes a buffer over. Whoever still holds it sees it empty from now on, and never what it is used for next. One that
   * cannot be taken over (it is small, resizable, or locked as memory of WebAssembly is) is left alone.
   */
  give(buffer: ArrayBuffer): void {
    const bytes = buffer.byteLength;
    if (bytes < LARGE_BUFFER || bytes > this.#limit || isResizable(buffer)) return;
    let fresh: ArrayBuffer;
    try {
      fresh = this.#detach(buffer);
    } catch {
      return;
    }
    this.#kept.add(fresh);
    this.#bytes += bytes;
    const alike = this.#byLength.get(bytes);
    if (alike) alike.push(fresh);
    else this.#byLength.set(bytes, [fresh]);
    this.#trim(this.#limit);
  }

  /** A buffer of exactly that many bytes. What it holds is undefined, data of other tasks among it: write all of it. */
  take(bytes: number): ArrayBuffer {
    return this.#find(bytes) ?? new ArrayBuffer(bytes);
  }

  /** A buffer of exactly that many bytes, all of them zero. */
  allocate(bytes: number): ArrayBuffer {
    const buffer = this.#find(bytes);
    if (buffer === undefined) return new ArrayBuffer(bytes);
    new Uint8Array(buffer).fill(0);
    return buffer;
  }

  /** Lets go of all but `bytes` bytes. */
  shrink(bytes: number): void {
    this.#trim(bytes);
  }

  /** The newest of that length: most likely it is still in a cache. */
  #find(bytes: number): ArrayBuffer | undefined {
    const buffer = this.#byLength.get(bytes)?.at(-1);
    if (buffer) this.#remove(buffer, bytes, -1);
    return buffer;
  }

  #trim(limit: number): void {
    for (const buffer of this.#kept) {
      if (this.#bytes <= limit) return;
      this.#remove(buffer, buffer.byteLength, 0);
    }
  }

  /** Removes a buffer that is the first or the last of its length. */
  #remove(buffer: ArrayBuffer, bytes: number, place: 0 | -1): void {
    const alike = this.#byLength.get(bytes) as ArrayBuffer[];
    if (place === 0) alike.shift();
    else alike.pop();
    if (alike.length === 0) this.#byLength.delete(bytes);
    this.#kept.delete(buffer);
    this.#bytes -= bytes;
  }
}
