// How full a worker's memory is, and whether anything new may come into it; see `memory.ts` for the whole ladder. Pure.
import type { Data } from "./data.ts";

export const PAUSE_AT = 0.8;
const RESUME_AT = 0.7;
/** From this share of the limit on tasks that take results go before tasks that only make them. */
const CONSUMERS_FIRST_AT = 0.1;

export class Gauge {
  /** This worker's share of the cluster's limit, in managed bytes. */
  limit: number;
  /** Bytes that are being read from the store. */
  reading = 0;
  /** Times that nothing new was to begin. */
  pauses = 0;
  readonly #data: Data;
  #isPaused = false;

  constructor(data: Data, limit: number) {
    this.#data = data;
    this.limit = limit;
  }

  /** Whether consumers are to go before producers. */
  get isFilling(): boolean {
    return this.#data.bytes > CONSUMERS_FIRST_AT * this.limit;
  }

  /** Whether nothing new is to begin; looked at anew whenever asked. */
  get isPaused(): boolean {
    const share = (this.#data.bytes + this.reading) / this.limit;
    if (this.#isPaused) this.#isPaused = share >= RESUME_AT;
    else if (share >= PAUSE_AT) {
      this.#isPaused = true;
      this.pauses++;
    }
    return this.#isPaused;
  }

  /** Whether `bytes` more may come into memory without a pause. */
  hasRoomFor(bytes: number): boolean {
    return this.#data.bytes + this.reading + bytes <= PAUSE_AT * this.limit;
  }
}
