// Compute orders as columns: many tasks in one Int32Array, their literal values in a side array. No object per task.
//
// Layout of one task: [task, run, packed call, priority high, priority low, number of inputs, source of each input ...],
// where the number stands as its complement if a source has several holders (see sources.ts).
// Hot path (benchmark B1): the writer and the reader are the only code that knows the layout.
import { IntList } from "../base/int-list.ts";
import type { Call } from "../graph/call.ts";
import { callOf, functionOf, hasValue } from "../graph/call.ts";
import type { Source } from "./sources.ts";
import { letTake, markScattered, pushHolder, pushSource, SOURCE_SIZE, SourceReader } from "./sources.ts";

/** Tasks that a worker is to compute. `values` has one entry per task whose call carries a value, in order. */
export interface ComputeBatch {
  readonly tasks: Int32Array;
  readonly values: readonly unknown[];
}

const HEADER = 6;
const LOW = 0x400_0000; // 26 bits

/** Writes compute orders, one after the other, into a list of its own or one that is given. */
export class ComputeWriter {
  readonly #ints: IntList;
  #values: unknown[] = [];
  #inputCountAt = 0;
  #inputAt = 0;

  constructor(ints = new IntList()) {
    this.#ints = ints;
  }

  /** Begins the order for one task; its inputs follow by `addInput`. A value is taken over only if the call carries one. */
  begin(task: number, run: number, packedCall: number, priority: number, value: unknown): void {
    const ints = this.#ints;
    const at = ints.length;
    ints.extend(HEADER);
    const items = ints.items;
    const high = Math.floor(priority / LOW);
    items[at] = task;
    items[at + 1] = run;
    items[at + 2] = packedCall;
    items[at + 3] = high;
    items[at + 4] = priority - high * LOW;
    items[at + 5] = 0;
    this.#inputCountAt = at + 5;
    if (hasValue(callOf(packedCall))) this.#values.push(value);
  }

  /** Adds an input of the task begun last: the run that made it, its managed bytes, and a worker that holds it. */
  addInput(input: number, run: number, bytes: number, holder: number): void {
    const ints = this.#ints;
    this.#inputAt = ints.length;
    pushSource(ints, input, run, bytes, holder);
    const { items } = ints;
    const count = items[this.#inputCountAt] as number;
    items[this.#inputCountAt] = count < 0 ? count - 1 : count + 1;
  }

  /** Adds another holder of the input added last. */
  addHolder(holder: number): void {
    pushHolder(this.#ints, this.#inputAt, holder);
    const count = this.#ints.at(this.#inputCountAt);
    if (count >= 0) this.#ints.set(this.#inputCountAt, ~count);
  }

  /** The input added last may be taken away from its holder. */
  letTake(): void {
    letTake(this.#ints, this.#inputAt);
  }

  /** The input added last was scattered. */
  markScattered(): void {
    markScattered(this.#ints, this.#inputAt);
  }

  /** The orders written since the last call. */
  take(): ComputeBatch {
    return { tasks: this.#ints.take(), values: this.takeValues() };
  }

  /** The literal values alone, of orders whose integers are taken elsewhere. */
  takeValues(): unknown[] {
    const values = this.#values;
    this.#values = [];
    return values;
  }
}

/** Whether the order that begins at `start` comes with a literal value. */
export function orderHasValue(tasks: Int32Array, start: number): boolean {
  return hasValue(callOf(tasks[start + 2] as number));
}

/** Where the order that begins at `start` ends and the next begins. */
export function orderEnd(tasks: Int32Array, start: number): number {
  const count = tasks[start + 5] as number;
  const inputs = start + HEADER;
  if (count >= 0) return inputs + SOURCE_SIZE * count;
  const source = new SourceReader(tasks);
  source.at = inputs;
  for (let i = ~count; i > 0; i--) source.at = source.end;
  return source.at;
}

/** Reads a batch task by task. */
export class ComputeReader {
  readonly #ints: Int32Array;
  readonly #values: readonly unknown[];
  #at = 0;
  #end = 0;
  #nextValue = 0;
  readonly #source: SourceReader;
  /** The input at which the source reader stands. */
  #sourceIndex = 0;

  constructor(batch: ComputeBatch) {
    this.#ints = batch.tasks;
    this.#source = new SourceReader(batch.tasks);
    this.#values = batch.values;
  }

  /** Moves to the next task; false at the end. */
  next(): boolean {
    if (this.#end >= this.#ints.length) return false;
    this.#at = this.#end;
    const count = this.#ints[this.#at + 5] as number;
    const inputsAt = this.#at + HEADER;
    this.#source.at = inputsAt;
    this.#sourceIndex = 0;
    if (count >= 0) this.#end = inputsAt + SOURCE_SIZE * count;
    else {
      this.source(~count - 1);
      this.#end = this.#source.end;
    }
    return true;
  }

  get task(): number {
    return this.#ints[this.#at] as number;
  }

  get run(): number {
    return this.#ints[this.#at + 1] as number;
  }

  get fn(): number {
    return functionOf(this.#ints[this.#at + 2] as number);
  }

  get call(): Call {
    return callOf(this.#ints[this.#at + 2] as number);
  }

  /** Lower runs earlier. */
  get priority(): number {
    return (this.#ints[this.#at + 3] as number) * LOW + (this.#ints[this.#at + 4] as number);
  }

  get inputCount(): number {
    const count = this.#ints[this.#at + 5] as number;
    return count < 0 ? ~count : count;
  }

  /** The task's input at `index`; valid until the next call. */
  source(index: number): Source {
    const source = this.#source;
    if ((this.#ints[this.#at + 5] as number) >= 0) {
      source.at = this.#at + HEADER + SOURCE_SIZE * index;
      return source;
    }
    if (index < this.#sourceIndex) {
      source.at = this.#at + HEADER;
      this.#sourceIndex = 0;
    }
    for (; this.#sourceIndex < index; this.#sourceIndex++) source.at = source.end;
    return source;
  }

  input(index: number): number {
    return this.source(index).task;
  }

  get hasValue(): boolean {
    return hasValue(this.call);
  }

  /** The task's literal value; to be called once per task that has one. */
  takeValue(): unknown {
    return this.#values[this.#nextValue++];
  }
}
