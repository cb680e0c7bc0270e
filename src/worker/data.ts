// The results that a worker holds, its own and copies, in columns: no object per result (B2). Values are opaque here:
// nobody in the machine looks into them. A result is in memory, in the store, or in both; large ones stand in a list,
// least recently used first, since only they are worth storing.
import { IntMap } from "../base/int-map.ts";

/** Where a result is. */
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

/** Managed bytes from which on a result is worth storing. */
export const LEAST_STORED = 4096;
const NONE = -1;

/** Large values that came or went, each as often as it did. */
export interface DataChanges {
  readonly kept: readonly unknown[];
  /** Nobody in the machine has them any more: their buffers can be used again. */
  readonly dropped: readonly unknown[];
  /** Others have them, or may: they were given away, are being written, or the function that made them keeps them. */
  readonly gone: readonly unknown[];
}

export class Data {
  /** Task to row. */
  readonly #rows = new IntMap();
  readonly #freeRows: number[] = [];
  #rowsUsed = 0;
  /** The attempt that made the result, and the task. */
  #runs = new Int32Array(64);
  #tasks = new Int32Array(64);
  #places = new Uint8Array(64);
  /** 1 if the value came here by a port or from the store: no function that made it can still hold it. */
  #areOurs = new Uint8Array(64);
  /** Neighbours in the list of large results; a row that is not in it is its own neighbour. */
  #older = new Int32Array(64);
  #newer = new Int32Array(64);
  #oldest = NONE;
  #newest = NONE;
  readonly #values: unknown[] = [];
  readonly #bytes: number[] = [];
  /** By row: its key in the store. */
  readonly #keys = new Map<number, number>();
  /** Managed bytes in memory. */
  bytes = 0;
  /** Managed bytes that are in the store and not in memory. */
  storedBytes = 0;
  /** Most bytes in memory at any time. */
  peak = 0;
  /** Keys of the store whose results are gone. */
  readonly #unstored: number[] = [];
  #changes = { kept: [] as unknown[], dropped: [] as unknown[], gone: [] as unknown[] };

  get count(): number {
    return this.#rows.size;
  }

  /**
   * Keeps a result of `bytes` managed bytes that `run` made, in the place of one of an older attempt; one that is older
   * itself comes too late. `isOurs`: it came by a port, so that no function which made it can still hold it.
   */
  put(task: number, run: number, value: unknown, bytes: number, isOurs = false): void {
    let row = this.#rows.get(task);
    if (row >= 0) {
      if ((this.#runs[row] as number) > run) return;
      this.#letGo(row);
      this.#empty(row);
    } else {
      row = this.#freeRows.pop() ?? this.#newRow();
      this.#rows.set(task, row);
    }
    this.#runs[row] = run;
    this.#tasks[row] = task;
    this.#values[row] = value;
    this.#bytes[row] = bytes;
    this.#places[row] = Place.memory;
    this.#areOurs[row] = isOurs ? 1 : 0;
    this.#count(bytes);
    if (bytes < LEAST_STORED) return;
    this.#append(row);
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
    const row = this.#rows.get(task);
    return row >= 0 && (this.#places[row] as number) >= Place.store;
  }

  /** The result of a task, whatever the run; undefined if it is not in memory. A large one counts as used now. */
  value(task: number): unknown {
    const row = this.#rows.get(task);
    if (row < 0) return undefined;
    if ((this.#bytes[row] as number) >= LEAST_STORED && row !== this.#newest && this.#isListed(row)) {
      this.#unlink(row);
      this.#append(row);
    }
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

  isBeingRead(task: number): boolean {
    const row = this.#rows.get(task);
    return row >= 0 && this.#places[row] === Place.reading;
  }

  /** Forgets the result that `run` made; false if it is not here. */
  drop(task: number, run: number): boolean {
    if (!this.has(task, run)) return false;
    const row = this.#rows.get(task);
    this.#letGo(row);
    this.#remove(task, row);
    return true;
  }

  /** Takes a result out to give it away; undefined if it is not in memory, or is being written. */
  take(task: number): { readonly value: unknown } | undefined {
    const row = this.#rows.get(task);
    if (row < 0 || (this.#places[row] as number) >= Place.store || this.#places[row] === Place.writing)
      return undefined;
    const value = this.#values[row];
    if ((this.#bytes[row] as number) >= LEAST_STORED) this.#changes.gone.push(value);
    this.#remove(task, row);
    return { value };
  }

  /** Rows in memory that are worth storing, least recently used first. */
  *oldest(): Generator<number, void> {
    for (let row = this.#oldest; row !== NONE; ) {
      const next = this.#newer[row] as number; // the row may leave the list while its consumer has it
      yield row;
      row = next;
    }
  }

  taskIn(row: number): number {
    return this.#tasks[row] as number;
  }

  placeIn(row: number): Place {
    return this.#places[row] as Place;
  }

  bytesIn(row: number): number {
    return this.#bytes[row] as number;
  }

  valueIn(row: number): unknown {
    return this.#values[row];
  }

  keyIn(row: number): number | undefined {
    return this.#keys.get(row);
  }

  rowOf(task: number): number {
    return this.#rows.get(task);
  }

  /** A result is being written under a key. */
  beginWriting(row: number, key: number): void {
    this.#places[row] = Place.writing;
    this.#keys.set(row, key);
  }

  /** It was written, or (without `isWritten`) could not be. */
  endWriting(row: number, isWritten: boolean): void {
    this.#places[row] = isWritten ? Place.both : Place.memory;
    if (!isWritten) this.#keys.delete(row);
  }

  /** It cannot be stored: it stays in memory, and is never tried again. */
  neverStore(row: number): void {
    this.endWriting(row, false);
    this.#unlink(row);
  }

  /** Memory lets go of a result that is in the store too. */
  evict(row: number): void {
    const bytes = this.#bytes[row] as number;
    this.#letGo(row);
    this.#places[row] = Place.store;
    this.#areOurs[row] = 1; // as it will be read again
    this.#values[row] = undefined;
    this.bytes -= bytes;
    this.storedBytes += bytes;
    this.#unlink(row);
  }

  beginReading(row: number): void {
    this.#places[row] = Place.reading;
  }

  /** A result was read: it is in memory too. */
  endReading(row: number, value: unknown): void {
    const bytes = this.#bytes[row] as number;
    this.#places[row] = Place.both;
    this.#values[row] = value;
    this.#changes.kept.push(value);
    this.storedBytes -= bytes;
    this.#count(bytes);
    this.#append(row);
  }

  /** Keys of results that are gone since the last call. */
  takeUnstored(): number[] {
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

  /** The value of a row leaves memory. What a function here made it may still hold; what is being written must not be changed yet. */
  #letGo(row: number): void {
    const place = this.#places[row] as number;
    if ((this.#bytes[row] as number) < LEAST_STORED || place >= Place.store) return;
    const isFree = this.#areOurs[row] === 1 && place !== Place.writing;
    this.#changes[isFree ? "dropped" : "gone"].push(this.#values[row]);
  }

  #count(bytes: number): void {
    this.bytes += bytes;
    if (this.bytes > this.peak) this.peak = this.bytes;
  }

  #remove(task: number, row: number): void {
    this.#rows.take(task);
    this.#empty(row);
    this.#values[row] = undefined;
    this.#freeRows.push(row);
  }

  /** What a row stood for is gone. */
  #empty(row: number): void {
    const bytes = this.#bytes[row] as number;
    if ((this.#places[row] as number) >= Place.store) this.storedBytes -= bytes;
    else this.bytes -= bytes;
    if (bytes < LEAST_STORED) return;
    this.#unlink(row);
    const key = this.#keys.get(row);
    if (key === undefined) return;
    this.#keys.delete(row);
    this.#unstored.push(key);
  }

  #isListed(row: number): boolean {
    return this.#older[row] !== row;
  }

  #append(row: number): void {
    this.#older[row] = this.#newest;
    this.#newer[row] = NONE;
    if (this.#newest === NONE) this.#oldest = row;
    else this.#newer[this.#newest] = row;
    this.#newest = row;
  }

  #unlink(row: number): void {
    if (!this.#isListed(row)) return;
    const older = this.#older[row] as number;
    const newer = this.#newer[row] as number;
    if (older === NONE) this.#oldest = newer;
    else this.#newer[older] = newer;
    if (newer === NONE) this.#newest = older;
    else this.#older[newer] = older;
    this.#older[row] = row;
  }

  #newRow(): number {
    const row = this.#rowsUsed++;
    if (row === this.#runs.length) this.#grow(2 * row);
    this.#older[row] = row;
    return row;
  }

  #grow(size: number): void {
    const longer = (column: Int32Array): Int32Array<ArrayBuffer> => {
      const grown = new Int32Array(size);
      grown.set(column);
      return grown;
    };
    [this.#runs, this.#tasks] = [longer(this.#runs), longer(this.#tasks)];
    [this.#older, this.#newer] = [longer(this.#older), longer(this.#newer)];
    const longerBytes = (column: Uint8Array): Uint8Array<ArrayBuffer> => {
      const grown = new Uint8Array(size);
      grown.set(column);
      return grown;
    };
    [this.#places, this.#areOurs] = [longerBytes(this.#places), longerBytes(this.#areOurs)];
  }
}

const NO_KEYS: number[] = [];
