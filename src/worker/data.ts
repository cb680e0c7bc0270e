// The results that a worker holds, its own and copies. Hot path (B2): a small one is a row of columns and no object. Values
// are opaque here: nobody in the machine looks into them. A large result is in memory, in the store, or in both; only
// these are worth storing, and for each of them there is a record, least recently used first.
import { IntMap } from "../base/int-map.ts";

/** Where a large result is. */
export const Place = {
  /** In memory alone. */
  memory: 0,
  /** In memory, and being written. */
  writing: 1,
  /** In memory and in the store: memory can let go of it at once. */
  both: 2,
  /** In the store alone. */
  store: 3,
  /** In the store, and being read. */
  reading: 4,
} as const;
export type Place = (typeof Place)[keyof typeof Place];

/** Managed bytes from which on a result is large. */
export const LEAST_STORED = 4096;

/** Where a value comes from: a function of this thread, which may still hold it; a port or the store; the peer of that number, which sent a copy. */
export type Origin = number;
export const MADE_HERE = -2;
export const RECEIVED = -1;

/** What is known of a large result besides its row. */
interface Large {
  place: Place;
  origin: Origin;
  /** Its key in the store, if it is there or on its way. */
  key: number | undefined;
}

/** Large values that came or went, each as often as it did. */
export interface DataChanges {
  readonly kept: readonly unknown[];
  /** Nobody in the machine has them any more: their buffers can be used again. */
  readonly dropped: readonly { readonly value: unknown; readonly origin: Origin }[];
  /** Others have them, or may: they were given away, are being written, or the function that made them keeps them. */
  readonly gone: readonly unknown[];
}

export class Data {
  /** Task to row. */
  readonly #rows = new IntMap();
  readonly #freeRows: number[] = [];
  #rowsUsed = 0;
  /** The attempt that made the result. */
  #runs = new Int32Array(64);
  readonly #values: unknown[] = [];
  readonly #bytes: number[] = [];
  /** By task. */
  readonly #large = new Map<number, Large>();
  /** Tasks whose large results are in memory and can be stored, in the order in which they were used. */
  readonly #recency = new Set<number>();
  /** Managed bytes in memory. */
  bytes = 0;
  /** Managed bytes that are in the store and not in memory. */
  storedBytes = 0;
  /** Most bytes in memory at any time. */
  peak = 0;
  /** Keys of the store whose results are gone. */
  readonly #unstored: number[] = [];
  #changes = { kept: [] as unknown[], dropped: [] as { value: unknown; origin: Origin }[], gone: [] as unknown[] };

  get count(): number {
    return this.#rows.size;
  }

  /** Whether large results are here. */
  get hasLarge(): boolean {
    return this.#large.size > 0;
  }

  /**
   * Keeps a result of `bytes` managed bytes that `run` made, in the place of one of an older attempt; one that is older
   * itself comes too late.
   */
  put(task: number, run: number, value: unknown, bytes: number, origin: Origin = MADE_HERE): void {
    let row = this.#rows.get(task);
    if (row >= 0) {
      if ((this.#runs[row] as number) > run) return;
      this.#letGo(task, row);
      this.#empty(task, row);
    } else {
      row = this.#freeRows.pop() ?? this.#newRow();
      this.#rows.set(task, row);
    }
    this.#runs[row] = run;
    this.#values[row] = value;
    this.#bytes[row] = bytes;
    this.#count(bytes);
    if (bytes < LEAST_STORED) return;
    this.#large.set(task, { place: Place.memory, origin, key: undefined });
    this.#recency.add(task);
    this.#changes.kept.push(value);
  }

  /** Whether the result that `run` made is here, in memory or in the store. */
  has(task: number, run: number): boolean {
    const row = this.#rows.get(task);
    return row >= 0 && this.#runs[row] === run;
  }

  /** Whether any result of the task is here. */
  hasAny(task: number): boolean {
    return this.#rows.get(task) >= 0;
  }

  /** Whether a result of the task is here and not in memory. */
  isStored(task: number): boolean {
    return this.storedBytes > 0 && (this.#large.get(task)?.place ?? Place.memory) >= Place.store;
  }

  isBeingRead(task: number): boolean {
    return this.#large.get(task)?.place === Place.reading;
  }

  /** The result of a task, whatever the run; undefined if it is not in memory. A large one counts as used now. */
  value(task: number): unknown {
    const row = this.#rows.get(task);
    if (row < 0) return undefined;
    if ((this.#bytes[row] as number) >= LEAST_STORED && this.#recency.delete(task)) this.#recency.add(task);
    return this.#values[row];
  }

  /** Managed bytes of a task's result, 0 if it is not here. */
  bytesOf(task: number): number {
    const row = this.#rows.get(task);
    return row < 0 ? 0 : (this.#bytes[row] as number);
  }

  /** The attempt whose result of the task is here. */
  runOf(task: number): number {
    return this.#runs[this.#rows.get(task)] as number;
  }

  /** Where a large result is; undefined if there is none. */
  placeOf(task: number): Place | undefined {
    return this.#large.get(task)?.place;
  }

  /** The key of a large result in the store, if it is there or on its way. */
  keyOf(task: number): number | undefined {
    return this.#large.get(task)?.key;
  }

  /** Forgets the result that `run` made; false if it is not here. */
  drop(task: number, run: number): boolean {
    if (!this.has(task, run)) return false;
    const row = this.#rows.get(task);
    this.#letGo(task, row);
    this.#remove(task, row);
    return true;
  }

  /** Takes a result out to give it away; undefined if it is not in memory, or is being written. */
  take(task: number): { readonly value: unknown } | undefined {
    const row = this.#rows.get(task);
    const place = this.#large.get(task)?.place;
    if (row < 0 || place === Place.writing || (place ?? Place.memory) >= Place.store) return undefined;
    const value = this.#values[row];
    if (place !== undefined) this.#changes.gone.push(value);
    this.#remove(task, row);
    return { value };
  }

  /** Tasks whose large results are in memory and can be stored, least recently used first. */
  oldest(): Iterable<number> {
    return this.#recency;
  }

  /** A large result is being written under a key: its value. */
  beginWriting(task: number, key: number): unknown {
    const large = this.#get(task);
    large.place = Place.writing;
    large.key = key;
    return this.#values[this.#rows.get(task)];
  }

  /** It was written, or (without `isWritten`) could not be. */
  endWriting(task: number, isWritten: boolean): void {
    const large = this.#get(task);
    large.place = isWritten ? Place.both : Place.memory;
    if (!isWritten) large.key = undefined;
  }

  /** It cannot be stored: it stays in memory, and is never tried again. */
  neverStore(task: number): void {
    this.endWriting(task, false);
    this.#recency.delete(task);
  }

  /** Memory lets go of a result that is in the store too. */
  evict(task: number): void {
    const row = this.#rows.get(task);
    const bytes = this.#bytes[row] as number;
    const large = this.#get(task);
    this.#letGo(task, row);
    this.#recency.delete(task);
    large.place = Place.store;
    large.origin = RECEIVED; // as it will be read again
    this.#values[row] = undefined;
    this.bytes -= bytes;
    this.storedBytes += bytes;
  }

  /** A stored result is being read. */
  beginReading(task: number): void {
    this.#get(task).place = Place.reading;
  }

  /** A result was read: it is in memory too. */
  endReading(task: number, value: unknown): void {
    const row = this.#rows.get(task);
    const bytes = this.#bytes[row] as number;
    this.#get(task).place = Place.both;
    this.#values[row] = value;
    this.#changes.kept.push(value);
    this.storedBytes -= bytes;
    this.#count(bytes);
    this.#recency.add(task);
  }

  /** Keys of results that are gone since the last call. */
  takeUnstored(): readonly number[] {
    return this.#unstored.length === 0 ? NO_KEYS : this.#unstored.splice(0);
  }

  /** Whether large values came into memory that nobody has heard of. */
  get hasKept(): boolean {
    return this.#changes.kept.length > 0;
  }

  /** Large values that came into memory since the last call. */
  takeKept(): readonly unknown[] {
    return this.#changes.kept.splice(0);
  }

  /** Large values that came into memory or left it since the last call; undefined if none did. */
  takeChanges(): DataChanges | undefined {
    const changes = this.#changes;
    if (changes.kept.length + changes.dropped.length + changes.gone.length === 0) return undefined;
    this.#changes = { kept: [], dropped: [], gone: [] };
    return changes;
  }

  #get(task: number): Large {
    return this.#large.get(task) as Large;
  }

  /** A value leaves memory. What a function here made it may still hold; what is being written must not be changed yet. */
  #letGo(task: number, row: number): void {
    if ((this.#bytes[row] as number) < LEAST_STORED) return;
    const { place, origin } = this.#get(task);
    if (place >= Place.store) return;
    const value = this.#values[row];
    if (origin === MADE_HERE || place === Place.writing) this.#changes.gone.push(value);
    else this.#changes.dropped.push({ value, origin });
  }

  #count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.peak) this.peak = this.bytes;
  }

  #remove(task: number, row: number): void {
    this.#empty(task, row);
    this.#rows.take(task);
    this.#values[row] = undefined;
    this.#freeRows.push(row);
  }

  /** What a row stood for is gone. */
  #empty(task: number, row: number): void {
    const bytes = this.#bytes[row] as number;
    const large = bytes < LEAST_STORED ? undefined : this.#get(task);
    if (large !== undefined && large.place >= Place.store) this.storedBytes -= bytes;
    else this.bytes -= bytes;
    if (large === undefined) return;
    this.#large.delete(task);
    this.#recency.delete(task);
    if (large.key !== undefined) this.#unstored.push(large.key);
  }

  #newRow(): number {
    const row = this.#rowsUsed++;
    if (row === this.#runs.length) {
      const runs = new Int32Array(2 * row);
      runs.set(this.#runs);
      this.#runs = runs;
    }
    return row;
  }
}

const NO_KEYS: readonly number[] = [];
