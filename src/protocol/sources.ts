// Where results can be had, as columns: the inputs of an order, and the copies that a worker is told to take.
//
// Layout of one source: [task, run, bytes, holder], or with others [task, run, bytes, ~holder, number of others, other ...].
// A sign is a flag, and the complement what it stands for: ~run: the data was scattered; ~bytes: it may be taken away.
// Hot path (benchmark B1): the functions and the reader are the only code that knows the layout.
import type { IntList } from "../base/int-list.ts";

/** Integers of a source with one holder. */
export const SOURCE_SIZE = 4;
/** Bytes are clipped: they serve to limit requests. */
const MOST_BYTES = 0x7fff_ffff;

/** A result and the workers that hold it. */
export interface Source {
  readonly task: number;
  /** The attempt that made it. */
  readonly run: number;
  /** Managed bytes, at most 2^31 - 1. */
  readonly bytes: number;
  /** It was scattered: it comes to its holder by another road than questions do, and may come later. */
  readonly isScattered: boolean;
  /** Nobody else needs it: the worker that asks may take it away from its holder. */
  readonly mayTake: boolean;
  /** The first holder. */
  readonly holder: number;
  /** The others. */
  readonly others: Int32Array;
}

/** Adds a source with one holder. */
export function pushSource(ints: IntList, task: number, run: number, bytes: number, holder: number): void {
  const at = ints.length;
  ints.extend(SOURCE_SIZE);
  const { items } = ints;
  items[at] = task;
  items[at + 1] = run;
  items[at + 2] = Math.min(bytes, MOST_BYTES);
  items[at + 3] = holder;
}

/** Adds a holder to the source that begins at `at` and was added last. */
export function pushHolder(ints: IntList, at: number, holder: number): void {
  const first = ints.at(at + 3);
  if (first >= 0) {
    ints.set(at + 3, ~first);
    ints.push(0);
  }
  ints.set(at + SOURCE_SIZE, ints.at(at + SOURCE_SIZE) + 1);
  ints.push(holder);
}

/** The source that begins at `at` was scattered. */
export function markScattered(ints: IntList, at: number): void {
  ints.set(at + 1, ~ints.at(at + 1));
}

/** The source that begins at `at` may be taken away. */
export function letTake(ints: IntList, at: number): void {
  ints.set(at + 2, ~ints.at(at + 2));
}

/** Reads sources. It stands at one of them; `at` moves it. */
export class SourceReader implements Source {
  readonly #ints: Int32Array;
  at = 0;

  constructor(ints: Int32Array) {
    this.#ints = ints;
  }

  /** Where the source ends and the next may begin. */
  get end(): number {
    const end = this.at + SOURCE_SIZE;
    return (this.#ints[end - 1] as number) >= 0 ? end : end + 1 + (this.#ints[end] as number);
  }

  get task(): number {
    return this.#ints[this.at] as number;
  }

  get run(): number {
    return positive(this.#ints[this.at + 1] as number);
  }

  get isScattered(): boolean {
    return (this.#ints[this.at + 1] as number) < 0;
  }

  get bytes(): number {
    return positive(this.#ints[this.at + 2] as number);
  }

  get mayTake(): boolean {
    return (this.#ints[this.at + 2] as number) < 0;
  }

  get holder(): number {
    return positive(this.#ints[this.at + 3] as number);
  }

  get others(): Int32Array {
    const end = this.at + SOURCE_SIZE;
    if ((this.#ints[end - 1] as number) >= 0) return NO_OTHERS;
    return this.#ints.subarray(end + 1, end + 1 + (this.#ints[end] as number));
  }
}

/** The holders beside the first, of a result that has one. */
export const NO_OTHERS = new Int32Array(0);

const positive = (encoded: number): number => (encoded < 0 ? ~encoded : encoded);
