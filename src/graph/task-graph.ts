// A task graph as clients build it: columns that grow at the end, tasks in topological order. It knows no engine.
import { IntList } from "../base/int-list.ts";
import { Call, callOf, hasValue, packCall } from "./call.ts";

/** A function that a worker can call: its source is sent as text. */
export type PlainFunction = (...args: never[]) => unknown;
/** A function that the worker's own module serves under `name`. */
export interface ServedTask {
  readonly kind: "task";
  readonly name: string;
}
/** A function that the worker imports: export `name` of the module at `url` (absolute). */
export interface ModuleFunction {
  readonly kind: "module";
  readonly url: string;
  readonly name: string;
}
/** `to` with functions for its first arguments, which need not be sent anew: `(...args) => to(...functions, ...args)`. */
export interface AppliedFunction {
  readonly kind: "applied";
  readonly to: TaskFunction;
  readonly functions: readonly TaskFunction[];
}
export type TaskFunction = PlainFunction | ServedTask | ModuleFunction | AppliedFunction;

/** A graph in the form in which it travels: `inputs[inputOffsets[i] .. inputOffsets[i + 1])` are the inputs of task i. */
export interface GraphColumns {
  readonly count: number;
  /** Function (index into the graph's functions) and form of each call, as `packCall` makes it. */
  readonly calls: Int32Array;
  readonly inputOffsets: Int32Array;
  /** A task of the same graph that stands before (>= 0), or `~i` for the i-th external. */
  readonly inputs: Int32Array;
  /** Literal values of the calls that have one, in order of tasks. */
  readonly values: readonly unknown[];
}

/** Builds a task graph. Every method that adds a task returns its index, to be used as an input of later tasks. */
export class TaskGraph {
  readonly #functions: TaskFunction[] = [];
  readonly #functionIndex = new Map<unknown, number>();
  readonly #calls = new IntList();
  readonly #inputOffsets = new IntList();
  readonly #inputs = new IntList();
  readonly #values: unknown[] = [];

  constructor() {
    this.#inputOffsets.push(0);
  }

  /** Number of tasks. */
  get count(): number {
    return this.#calls.length;
  }

  /** Number of arcs. */
  get arcs(): number {
    return this.#inputs.length;
  }

  get functions(): readonly TaskFunction[] {
    return this.#functions;
  }

  /** The packed call of a task. */
  callAt(index: number): number {
    return this.#calls.at(index);
  }

  /** The index under which tasks of this graph name `fn`. The same function has one index. */
  define(fn: TaskFunction): number {
    const known = this.#functionIndex.get(fn);
    if (known !== undefined) return known;
    this.#functionIndex.set(fn, this.#functions.length);
    return this.#functions.push(fn) - 1;
  }

  /** Adds `fn(...inputs)`. */
  call(fn: number, inputs: ArrayLike<number>): number {
    return this.#add(packCall(this.#known(fn), Call.inputs), inputs, undefined, 0);
  }

  /** Adds `fn([...inputs])`: one argument, the array of all inputs. */
  callList(fn: number, inputs: ArrayLike<number>): number {
    return this.#add(packCall(this.#known(fn), Call.list), inputs, undefined, 0);
  }

  /** Adds `fn(value)`; the value must be cloneable. */
  callValue(fn: number, value: unknown): number {
    return this.#add(packCall(this.#known(fn), Call.value), NO_INPUTS, value, 0);
  }

  /** Adds a packed call, whose inputs may be externals (below 0); `value` is ignored if its form has none. @throws {RangeError} if an input does not stand before the task */
  addCall(packedCall: number, inputs: ArrayLike<number>, value: unknown): number {
    return this.#add(packedCall, inputs, value, Number.NEGATIVE_INFINITY);
  }

  #known(fn: number): number {
    if (fn >= 0 && fn < this.#functions.length) return fn;
    throw new RangeError(`Cannot add a task: function ${fn} is unknown, must be an index that \`define\` returned`);
  }

  #add(packedCall: number, inputs: ArrayLike<number>, value: unknown, lowest: number): number {
    const index = this.#calls.length;
    const count = inputs.length;
    this.#inputs.reserve(this.#inputs.length + count);
    for (let i = 0; i < count; i++) {
      const input = inputs[i] as number;
      if (!(input >= lowest && input < index)) {
        for (let added = i; added > 0; added--) this.#inputs.pop();
        throw new RangeError(`Cannot add task ${index}: its input is task ${input}, must stand before it`);
      }
      this.#inputs.push(input);
    }
    this.#inputOffsets.push(this.#inputs.length);
    this.#calls.push(packedCall);
    if (hasValue(callOf(packedCall))) this.#values.push(value);
    return index;
  }

  /** The graph as columns: views, valid until the next task is added. */
  columns(): GraphColumns {
    return {
      count: this.#calls.length,
      calls: this.#calls.items.subarray(0, this.#calls.length),
      inputOffsets: this.#inputOffsets.items.subarray(0, this.#inputOffsets.length),
      inputs: this.#inputs.items.subarray(0, this.#inputs.length),
      values: this.#values,
    };
  }
}

const NO_INPUTS = new Int32Array(0);
