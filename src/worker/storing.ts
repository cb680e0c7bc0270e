// What a worker moves between memory and its store, and who waits for it. Pure: the ladder plans, this asks and tells.
// Whoever needs results that are in the store waits in a row, first come, first served, until there is room for all of
// them at once: so two that each have half of theirs can never stand in each other's way.
import type { Data } from "./data.ts";
import type { WorkerEvent } from "./events.ts";
import type { Gauge } from "./gauge.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { Memory } from "./memory.ts";
import type { ReactorOutbox } from "./outbox.ts";

/** What storing shares with the rest of its machine. */
export interface StoringContext {
  readonly data: Data;
  readonly gauge: Gauge;
  /** Whether results can be stored outside of memory. */
  readonly hasStore: boolean;
  readonly outbox: ReactorOutbox;
  readonly emit: (instruction: WorkerInstruction) => void;
  /** Whether a task runs: what it needs stays in memory, and room comes when it ends. */
  readonly isExecuting: () => boolean;
  /** Tasks whose results are the inputs of what runs. */
  readonly inputsInUse: () => Iterable<number>;
}

/** Somebody who needs results in memory. */
export interface Bringing {
  readonly tasks: readonly number[];
  /** Those that are not in memory yet; meaningful once it has begun. */
  missing: number;
  /** Called once: all are in memory, or (`lost`) one is gone. */
  readonly done: (lost: number | undefined) => void;
}

export class Storing {
  readonly memory: Memory;
  readonly #context: StoringContext;
  /** Those for whom there was no room yet. */
  readonly #row: Bringing[] = [];
  /** By task: those who wait for it to be read. */
  readonly #readers = new Map<number, Bringing[]>();
  /** By task: how many need it in memory just now. */
  readonly #pins = new Map<number, number>();

  constructor(context: StoringContext) {
    this.#context = context;
    this.memory = new Memory(context.data, context.gauge, context);
  }

  /** Whether somebody waits for the store. */
  get isWaiting(): boolean {
    return this.#row.length > 0 || this.#readers.size > 0;
  }

  /** Brings results into memory and keeps them there until `release`; each task is named once. */
  bring(tasks: readonly number[], done: (lost: number | undefined) => void): Bringing {
    const bringing = { tasks, missing: 0, done };
    this.#row.push(bringing);
    return bringing;
  }

  /** Nobody needs what was brought any more. To be called once for each `bring`, after `done`, or before: then `done` is not called. */
  release(bringing: Bringing): void {
    const at = this.#row.indexOf(bringing);
    if (at >= 0) {
      this.#row.splice(at, 1);
      return;
    }
    for (const task of bringing.tasks) {
      const pins = (this.#pins.get(task) ?? 0) - 1;
      if (pins > 0) this.#pins.set(task, pins);
      else this.#pins.delete(task);
      const readers = this.#readers.get(task);
      if (readers === undefined) continue;
      const left = readers.filter((reader) => reader !== bringing);
      if (left.length > 0) this.#readers.set(task, left);
      else this.#readers.delete(task);
    }
  }

  onStored({ entries, shut }: WorkerEvent & { readonly kind: "stored" }): void {
    const { memory } = this;
    const { outbox } = this.#context;
    for (const { key, bytes, outcome } of entries) {
      if (outcome === "unstorable") memory.onUnstorable(key, bytes);
      else {
        const toForget = memory.onWritten(key, bytes, outcome === "written");
        if (toForget !== undefined) this.#context.emit({ kind: "unstore", keys: [toForget] });
      }
    }
    if (shut === undefined || !memory.shutStore(shut.isFull)) return;
    outbox.others.push({ kind: "notice", notice: { kind: "spill-stopped", reason: shut.reason } });
  }

  onLoaded({ entries }: WorkerEvent & { readonly kind: "loaded" }): void {
    const { memory } = this;
    const { data, outbox } = this.#context;
    let results = 0;
    for (const entry of entries) {
      if (!entry.isLost) {
        const task = memory.onRead(entry.key, entry.bytes, entry.value);
        if (task !== undefined) this.#tell(task, false);
        continue;
      }
      const task = memory.onLost(entry.key, entry.bytes);
      if (task === undefined) continue;
      const run = data.runOf(task);
      data.drop(task, run);
      outbox.lost.push2(task, run);
      results++;
      this.#tell(task, true);
    }
    if (results > 0) outbox.others.push({ kind: "notice", notice: { kind: "spill-lost", results } });
  }

  /** Lets the ladder make room, and begins what there is room for. Once per turn. */
  ensure(): void {
    const { memory } = this;
    const { emit } = this.#context;
    this.#begin(false);
    const wanted = this.#row[0] === undefined ? 0 : this.#storedBytes(this.#row[0]);
    const chosen = memory.spill(wanted, this.#pinned());
    if (chosen.length > 0) {
      const entries = chosen.map(({ key, value, bytes }) => ({ key, value, bytes }));
      emit({ kind: "store", entries });
    }
    if (wanted > 0) this.#begin(true);
    const keys = memory.takeUnstored();
    if (keys.length > 0) emit({ kind: "unstore", keys });
  }

  /** With `isEmptied` no more room can be made than there is: who is alone begins all the same. */
  #begin(isEmptied: boolean): void {
    const { memory } = this;
    const { gauge } = this.#context;
    for (let next = this.#row[0]; next !== undefined; next = this.#row[0]) {
      const bytes = this.#storedBytes(next);
      const isAlone = isEmptied && !memory.isBusy && !this.#context.isExecuting() && this.#readers.size === 0;
      if (bytes > 0 && !isAlone && !gauge.hasRoomFor(bytes)) return;
      this.#row.shift();
      this.#read(next);
    }
  }

  #read(bringing: Bringing): void {
    const { memory } = this;
    const { data, emit } = this.#context;
    const entries: { key: number; bytes: number }[] = [];
    let lost: number | undefined;
    for (const task of bringing.tasks) {
      this.#pins.set(task, (this.#pins.get(task) ?? 0) + 1);
      if (!data.hasAny(task)) lost = task;
      if (!data.isStored(task)) continue;
      bringing.missing++;
      const readers = this.#readers.get(task);
      if (readers !== undefined) readers.push(bringing);
      else this.#readers.set(task, [bringing]);
      if (data.isBeingRead(task)) continue;
      entries.push({ key: memory.beginReading(task), bytes: data.bytesOf(task) });
    }
    if (entries.length > 0) emit({ kind: "load", entries });
    if (lost !== undefined || bringing.missing === 0) bringing.done(lost);
  }

  /** A result was read, or is lost: those who wait for it hear, each once when it has all. */
  #tell(task: number, isLost: boolean): void {
    const readers = this.#readers.get(task) ?? [];
    this.#readers.delete(task);
    for (const reader of readers) {
      if (reader.missing === 0) continue; // it has heard of another loss
      reader.missing = isLost ? 0 : reader.missing - 1;
      if (reader.missing === 0) reader.done(isLost ? task : undefined);
    }
  }

  /** A result went while it was being read: nobody will say that it came. */
  onDropped(task: number): void {
    if (this.#readers.size > 0 && this.#readers.has(task)) this.#tell(task, true);
  }

  #storedBytes({ tasks }: Bringing): number {
    const { data } = this.#context;
    let bytes = 0;
    for (const task of tasks) if (data.isStored(task) && !data.isBeingRead(task)) bytes += data.bytesOf(task);
    return bytes;
  }

  #pinned(): (task: number) => boolean {
    let pinned: Set<number> | undefined;
    return (task) => {
      pinned ??= new Set([...this.#pins.keys(), ...this.#context.inputsInUse()]);
      return pinned.has(task);
    };
  }
}
