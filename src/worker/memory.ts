// The memory ladder of a worker: what goes to the store, when nothing new begins, and what is read back. Pure: it makes
// plans of rows of `Data`; the machine turns them into instructions, and the events that answer these come back here.
//
//   share of the limit   0.60 spill begins, least recently used first, down to 0.50
//                        0.80 pause: no new task and no new fetch until below 0.70 again
//
// A worker never stays paused for ever: while nothing else is going on, one thing at a time goes on. When to pause says
// the gauge; this belongs to the part that is loaded with the first large result.
import type { Data } from "./data.ts";
import { Place } from "./data.ts";
import type { Gauge } from "./gauge.ts";
import { PAUSE_AT } from "./gauge.ts";

const SPILL_AT = 0.6;
const SPILL_TO = 0.5;
/** Of the limit: most bytes that are being written at a time, so that they are not the only ones in memory for long. */
const MOST_WRITING = 0.25;

/** A result that is to be written. */
interface ToWrite {
  readonly key: number;
  readonly task: number;
  readonly value: unknown;
  readonly bytes: number;
}

export class Memory {
  readonly #data: Data;
  readonly #gauge: Gauge;
  /** By key of the store: the task. */
  readonly #taskOf = new Map<number, number>();
  #nextKey = 0;
  #writing = 0;
  /** Keys that are being written. */
  readonly #keysWriting = new Set<number>();
  /** Nothing can be stored, for as long as more than this is stored. */
  #shutAbove: number;
  #isSpilling = false;
  /** Bytes that were written to the store and read from it. */
  written = 0;
  read = 0;

  constructor(data: Data, gauge: Gauge, options: { readonly hasStore: boolean }) {
    this.#data = data;
    this.#gauge = gauge;
    this.#shutAbove = options.hasStore ? Number.POSITIVE_INFINITY : -1;
  }

  /** Whether something is on its way to or from the store, so that memory will change without anything new. */
  get isBusy(): boolean {
    return this.#writing > 0 || this.#gauge.reading > 0;
  }

  /**
   * Makes room, for `wanted` bytes more than usual: lets go of results that are in the store, and chooses others to be
   * written, least recently used first. Those of tasks for which `isPinned` holds stay. Returns what to write, under fresh keys.
   */
  spill(wanted: number, isPinned: (task: number) => boolean): readonly ToWrite[] {
    const data = this.#data;
    const { limit } = this.#gauge;
    if (data.storedBytes <= this.#shutAbove) this.#shutAbove = Number.POSITIVE_INFINITY;
    const target = Math.min(SPILL_TO * limit, Math.max(0, PAUSE_AT * limit - wanted));
    if (wanted === 0 && !this.#isSpilling && data.bytes - this.#writing <= SPILL_AT * limit) return NOTHING;
    const mostWriting = MOST_WRITING * limit;
    const chosen: ToWrite[] = [];
    this.#isSpilling = false;
    for (const task of data.oldest()) {
      if (data.bytes - this.#writing <= target) break;
      const place = data.placeOf(task);
      if (place === Place.writing || isPinned(task)) continue;
      if (place === Place.both) {
        data.evict(task);
        continue;
      }
      if (data.storedBytes > this.#shutAbove) continue;
      this.#isSpilling = true;
      const bytes = data.bytesOf(task);
      if (this.#writing > 0 && this.#writing + bytes > mostWriting) break;
      const key = this.#nextKey++;
      this.#taskOf.set(key, task);
      this.#writing += bytes;
      this.#keysWriting.add(key);
      chosen.push({ key, task, value: data.beginWriting(task, key), bytes });
    }
    return chosen;
  }

  /** A result was written, or could not be. Returns a key to forget: the result went while it was being written. */
  onWritten(key: number, bytes: number, isWritten: boolean): number | undefined {
    this.#endWriting(key, bytes);
    const task = this.#takeIfGone(key);
    if (task === undefined) return isWritten ? key : undefined;
    if (isWritten) this.written += bytes;
    else this.#taskOf.delete(key);
    this.#data.endWriting(task, isWritten);
    return undefined;
  }

  /** A result is of a kind that no store takes. */
  onUnstorable(key: number, bytes: number): void {
    this.#endWriting(key, bytes);
    const task = this.#takeIfGone(key);
    if (task === undefined) return;
    this.#taskOf.delete(key);
    this.#data.neverStore(task);
  }

  /**
   * Nothing can be stored: for good, or (the store is full) until half of what is there is free. What is stored can still
   * be read. Answers whether that is news.
   */
  shutStore(isFull: boolean): boolean {
    const wasOpen = this.#shutAbove === Number.POSITIVE_INFINITY;
    const { storedBytes } = this.#data;
    this.#shutAbove = isFull && storedBytes > 0 ? storedBytes / 2 : -1;
    this.#isSpilling = false;
    return wasOpen;
  }

  /** Begins to read a stored result; its key. */
  beginReading(task: number): number {
    const key = this.#data.keyOf(task) as number;
    this.#data.beginReading(task);
    this.#gauge.reading += this.#data.bytesOf(task);
    return key;
  }

  /** A result was read: the task, or undefined if it went meanwhile. */
  onRead(key: number, bytes: number, value: unknown): number | undefined {
    this.#gauge.reading -= bytes;
    const task = this.#find(key);
    if (task === undefined) return undefined;
    this.read += bytes;
    this.#data.endReading(task, value);
    return task;
  }

  /** A stored result is lost: the task, or undefined if nobody has it any more. */
  onLost(key: number, bytes: number): number | undefined {
    this.#gauge.reading -= bytes;
    return this.#find(key);
  }

  /** Keys whose results are gone, to be forgotten by the store; those being written are forgotten when that has ended. */
  takeUnstored(): readonly number[] {
    return this.#data.takeUnstored().filter((key) => this.#taskOf.delete(key) && !this.#keysWriting.has(key));
  }

  #endWriting(key: number, bytes: number): void {
    this.#writing -= bytes;
    this.#keysWriting.delete(key);
  }

  /** The task of a key, unless its result is gone: then the key is to be forgotten by the store, now or when the turn ends. */
  #find(key: number): number | undefined {
    const task = this.#taskOf.get(key);
    return task !== undefined && this.#data.keyOf(task) === key ? task : undefined;
  }

  /** The same of a key that was being written; one whose result is gone is nobody's from now on. */
  #takeIfGone(key: number): number | undefined {
    const task = this.#find(key);
    if (task === undefined) this.#taskOf.delete(key);
    return task;
  }
}

const NOTHING: readonly never[] = [];
