// How many bytes of results each worker held over time, in memory or in its store.
import type { LogCopy, LogRecord } from "./event-log.ts";
import { readRecords } from "./event-log.ts";
import { bytesAt } from "./read-events.ts";
import { Kind } from "./records.ts";

/** Steps: from `times[i]` on the worker held `bytes[i]`. */
export interface HeldBytes {
  readonly worker: number;
  readonly times: readonly number[];
  readonly bytes: readonly number[];
}

interface Result {
  readonly run: number;
  readonly bytes: number;
}

/** @param step microseconds within which only the last change of a worker is kept */
export function heldBytes(log: LogCopy, step: number): readonly HeldBytes[] {
  const holders = new Map<number, Holder>();
  const holderOf = (worker: number): Holder => {
    const known = holders.get(worker) ?? new Holder(worker, step);
    holders.set(worker, known);
    return known;
  };
  const sizes = new Map<number, number>();
  for (const record of readRecords(log)) {
    const { kind, worker, time, ints } = record;
    switch (kind) {
      case Kind.finished:
        each(record, 4, (task, run, at) => {
          const bytes = bytesAt(ints, at + 2);
          sizes.set(task, bytes);
          holderOf(worker).add(time, task, { run, bytes });
        });
        break;
      case Kind.placed:
        each(record, 2, (task, run) => holderOf(worker).add(time, task, { run, bytes: sizes.get(task) ?? 0 }));
        break;
      case Kind.taken:
        each(record, 3, (task, run, at) => {
          holderOf(ints[at + 2] as number).drop(time, task, run);
          holderOf(worker).add(time, task, { run, bytes: sizes.get(task) ?? 0 });
        });
        break;
      case Kind.freed:
      case Kind.mislaid:
        each(record, 2, (task, run) => holderOf(worker).drop(time, task, run));
        break;
      case Kind.workerLost:
        holderOf(worker).clear(time);
        break;
      default:
    }
  }
  return [...holders.values()].sort((a, b) => a.worker - b.worker);
}

function each({ ints, start, end }: LogRecord, size: number, visit: (task: number, run: number, at: number) => void) {
  for (let at = start; at < end; at += size) visit(ints[at] as number, ints[at + 1] as number, at);
}

class Holder implements HeldBytes {
  readonly worker: number;
  readonly times: number[] = [];
  readonly bytes: number[] = [];
  readonly #step: number;
  readonly #results = new Map<number, Result>();
  #sum = 0;

  constructor(worker: number, step: number) {
    this.worker = worker;
    this.#step = step;
  }

  add(time: number, task: number, result: Result): void {
    this.#sum += result.bytes - (this.#results.get(task)?.bytes ?? 0);
    this.#results.set(task, result);
    this.#note(time);
  }

  drop(time: number, task: number, run: number): void {
    const known = this.#results.get(task);
    if (known?.run !== run) return;
    this.#sum -= known.bytes;
    this.#results.delete(task);
    this.#note(time);
  }

  clear(time: number): void {
    this.#results.clear();
    this.#sum = 0;
    this.#note(time);
  }

  #note(time: number): void {
    const last = this.times.length - 1;
    if (last >= 0 && time - (this.times[last] as number) < this.#step) {
      this.bytes[last] = this.#sum;
      return;
    }
    this.times.push(time);
    this.bytes.push(this.#sum);
  }
}
