// Compute orders as columns: many tasks in one Int32Array, their literal values in a side array. No object per task.
//
// Layout of one task: [task, run, packed call, priority high, priority low, number of inputs, (input, its run, holder) ...]
// Hot path (benchmark B1): the writer and the reader are the only code that knows the layout.
import { IntList } from "../base/int-list.ts";
import type { Call } from "../graph/call.ts";
import { callOf, functionOf, hasValue } from "../graph/call.ts";

/** Tasks that a worker is to compute. `values` has one entry per task whose call carries a value, in order. */
export interface ComputeBatch {
  readonly tasks: Int32Array;
  readonly values: readonly unknown[];
}

const HEADER = 6;
const INPUT_SIZE = 3;
const LOW = 0x400_0000; // 26 bits

/** Writes compute orders, one after the other, into a list of its own or one that is given. */
export class ComputeWriter {
  readonly #ints: IntList;
  #values: unknown[] = [];
  #inputCountAt = 0;

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

  /** Adds an input of the task begun last, the run that made it, and the worker that holds it. */
  addInput(input: number, run: number, holder: number): void {
    const ints = this.#ints;
    const at = ints.length;
    ints.extend(INPUT_SIZE);
    const items = ints.items;
    items[at] = input;
    items[at + 1] = run;
    items[at + 2] = holder;
    items[this.#inputCountAt]!++;
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

/** Reads a batch task by task. */
export class ComputeReader {
  readonly #ints: Int32Array;
  readonly #values: readonly unknown[];
  #at = 0;
  #end = 0;
  #nextValue = 0;

  constructor(batch: ComputeBatch) {
    this.#ints = batch.tasks;
    this.#values = batch.values;
  }

  /** Moves to the next task; false at the end. */
  next(): boolean {
    if (this.#end >= this.#ints.length) return false;
    this.#at = this.#end;
    this.#end = this.#at + HEADER + INPUT_SIZE * this.inputCount;
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
    return this.#ints[this.#at + 5] as number;
  }

  input(index: number): number {
    return this.#ints[this.#at + HEADER + INPUT_SIZE * index] as number;
  }

  inputRun(index: number): number {
    return this.#ints[this.#at + HEADER + INPUT_SIZE * index + 1] as number;
  }

  holder(index: number): number {
    return this.#ints[this.#at + HEADER + INPUT_SIZE * index + 2] as number;
  }

  get hasValue(): boolean {
    return hasValue(this.call);
  }

  /** The task's literal value; to be called once per task that has one. */
  takeValue(): unknown {
    return this.#values[this.#nextValue++];
  }
}
