// Virtual time: what is to happen, in order of its time, and in order of arrival among equals. Nothing here knows a clock
// of the host, so a run is the same whenever and wherever it is repeated.
import type { Ranked } from "../../base/heap.ts";
import { Heap } from "../../base/heap.ts";

interface Happening extends Ranked {
  readonly actor: number;
  readonly happen: () => void;
}

/** Actors that are no workers. */
export const Actor = { client: -1, server: -2 } as const;

export class EventQueue {
  readonly #heap = new Heap<Happening>();
  readonly #time = new Float64Array(1);
  readonly #words = new Uint32Array(this.#time.buffer);
  #sequence = 0;
  #fingerprint = 0;
  /** Things that have happened. */
  count = 0;

  /** Virtual milliseconds since the run began. */
  get now(): number {
    return this.#time[0] as number;
  }

  get isEmpty(): boolean {
    return this.#heap.size === 0;
  }

  /** 32 bits of everything that has happened: when, in which order, to whom. */
  get fingerprint(): number {
    return this.#fingerprint >>> 0;
  }

  /** Has something happen to an actor (a worker's id, or one of `Actor`) at a time that has not passed. */
  at(time: number, actor: number, happen: () => void): void {
    this.#heap.push({ priority: Math.max(time, this.now), sequence: this.#sequence++, actor, happen });
  }

  /** Lets the next thing happen; false if there is none. */
  next(): boolean {
    const next = this.#heap.pop();
    if (next === undefined) return false;
    this.#time[0] = next.priority;
    this.#mix(this.#words[0] as number);
    this.#mix(this.#words[1] as number);
    this.#mix(next.actor);
    this.count++;
    next.happen();
    return true;
  }

  /** FNV-1a, a word at a time. */
  #mix(word: number): void {
    this.#fingerprint = Math.imul(this.#fingerprint ^ word, 0x01000193) + 0x9e3779b9;
  }
}
