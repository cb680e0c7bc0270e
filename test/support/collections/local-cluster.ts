// A cluster of no workers: graphs of collections are computed in this thread, and whatever goes from one task to the next
// is cloned, as it is on its way between threads.
import { Delayed } from "../../../src/client/delayed.ts";
import * as ioKernels from "../../../src/collections/io-kernels.ts";
import * as kernels from "../../../src/collections/kernels.ts";
import type { ComputingCluster, PartFuture } from "../../../src/collections/plan/run.ts";
import { callOf, functionOf, hasValue } from "../../../src/graph/call.ts";
import type { TaskFunction, TaskGraph } from "../../../src/graph/task-graph.ts";
import type { AnyFunction } from "../../../src/worker/call-function.ts";
import { callFunction } from "../../../src/worker/call-function.ts";

class LocalFuture implements PartFuture {
  readonly value: Promise<unknown>;

  constructor(value: Promise<unknown>) {
    this.value = value;
    value.catch(() => {}); // who asks for it hears of it
  }

  async result(): Promise<unknown> {
    return structuredClone(await this.value);
  }

  release(): void {}
}

/** How many tasks it has called, for tests that count them. */
export class LocalCluster implements ComputingCluster {
  tasks = 0;

  compute(graph: TaskGraph, outputs?: readonly number[]): PartFuture[];
  compute(calls: readonly Delayed[]): PartFuture[];
  compute(what: TaskGraph | readonly Delayed[], outputs?: readonly number[]): PartFuture[] {
    const values = "columns" in what ? this.#computeGraph(what, outputs) : this.#computeCalls(what);
    return values.map((value) => new LocalFuture(value));
  }

  gather(futures: Iterable<never>): Promise<unknown[]> {
    return Promise.all([...(futures as Iterable<PartFuture>)].map((future) => future.result()));
  }

  #computeGraph(graph: TaskGraph, outputs: readonly number[] = []): Promise<unknown>[] {
    const { count, calls, inputOffsets, inputs, values } = graph.columns();
    const results: Promise<unknown>[] = [];
    let used = 0;
    for (let task = 0; task < count; task++) {
      const packed = calls[task] as number;
      const value = hasValue(callOf(packed)) ? structuredClone(values[used++]) : undefined;
      const taken = Array.from(inputs.subarray(inputOffsets[task], inputOffsets[task + 1]), (at) => results[at]);
      const result = this.#call(taken, async (args) => {
        const fn = graph.functions[functionOf(packed)] as TaskFunction;
        return callFunction(functionFor(fn), callOf(packed), value, args);
      });
      results.push(result);
    }
    return outputs.map((output) => results[output] as Promise<unknown>);
  }

  #computeCalls(calls: readonly Delayed[]): Promise<unknown>[] {
    const made = new Map<Delayed, Promise<unknown>>();
    const resultOf = (arg: unknown): Promise<unknown> => {
      if (arg instanceof LocalFuture) return arg.value;
      if (!(arg instanceof Delayed)) return Promise.resolve(arg);
      let value = made.get(arg);
      if (value === undefined) {
        value = this.#call(arg.args.map(resultOf), async (args) => functionFor(arg.fn)(...args));
        made.set(arg, value);
      }
      return value;
    };
    return calls.map(resultOf);
  }

  async #call(
    inputs: readonly (Promise<unknown> | undefined)[],
    call: (args: readonly unknown[]) => Promise<unknown>,
  ): Promise<unknown> {
    const args = await Promise.all(inputs);
    this.tasks++;
    return call(args.map((arg) => structuredClone(arg)));
  }
}

function functionFor(fn: TaskFunction): AnyFunction {
  if (typeof fn === "function") return fn as unknown as AnyFunction;
  switch (fn.kind) {
    case "module":
      return kernelNamed(fn.name);
    case "applied": {
      const to = functionFor(fn.to);
      const functions = fn.functions.map(functionFor);
      return (...args) => to(...functions, ...args);
    }
    default:
      throw new Error(`Cannot call a function of kind "${fn.kind}" here`);
  }
}

function kernelNamed(name: string): AnyFunction {
  const known: object = { ...kernels, ...ioKernels };
  const found = (known as Readonly<Record<string, AnyFunction>>)[name];
  if (found === undefined) throw new Error(`Cannot call "${name}": no module of kernels exports such a function`);
  return found;
}
