// Calls written down and not made: a graph is drawn by calling functions, and computed as a whole.
import { hasValue, packCall } from "../graph/call.ts";
import type { TaskFunction } from "../graph/task-graph.ts";
import { TaskGraph } from "../graph/task-graph.ts";
import type { CallForm } from "./arguments.ts";
import { formOf } from "./arguments.ts";
import { Future } from "./future.ts";
import type { Deferred } from "./types.ts";

/** A call that is made when it is computed. */
export class Delayed<T = unknown> {
  /** @internal */
  readonly fn: TaskFunction;
  /** @internal */
  readonly args: readonly unknown[];
  /** Gives the type its meaning; there is no such property. */
  declare readonly result: T;

  /** @internal Use `delayed`. */
  constructor(fn: TaskFunction, args: readonly unknown[]) {
    this.fn = fn;
    this.args = args;
  }
}

/** What may be given where a delayed function takes a `T`. */
export type DelayedArg<T> =
  | Deferred<T>
  | Delayed<T>
  | (T extends readonly (infer Item)[] ? readonly DelayedArg<Item>[] : never);

/** Makes a function whose calls are written down: `const inc = delayed((x: number) => x + 1); cluster.compute(inc(inc(1)))`. */
export function delayed<Args extends readonly unknown[], Result>(
  fn: (...args: Args) => Result,
): (...args: { readonly [I in keyof Args]: DelayedArg<Args[I]> }) => Delayed<Awaited<Result>> {
  return (...args) => new Delayed(fn as TaskFunction, args);
}

/** A graph of delayed calls, and the futures that it takes. */
export interface DrawnGraph {
  readonly graph: TaskGraph;
  readonly externals: readonly Future[];
  /** The tasks of `roots`, in order. */
  readonly outputs: readonly number[];
  readonly transfers: readonly { readonly index: number; readonly buffers: readonly object[] }[];
}

/** Writes the graph that `roots` need, each call once, inputs before consumers. Not recursive: chains may be long. */
export function drawGraph(roots: readonly Delayed[]): DrawnGraph {
  const graph = new TaskGraph();
  const externals: Future[] = [];
  const transfers: { index: number; buffers: readonly object[] }[] = [];
  const places = new Map<object, number>();
  const stack: { readonly call: Delayed; readonly form: CallForm<Delayed | Future> }[] = [];
  const visit = (call: Delayed): void => {
    stack.push({ call, form: formOf(call.args, isPlaceholder) });
  };
  for (const root of roots) {
    if (!places.has(root)) visit(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const missing = top.form.inputs.filter((input) => !places.has(input));
      for (const input of missing) {
        if (input instanceof Delayed) visit(input);
        else if (!places.has(input)) places.set(input, ~(externals.push(input) - 1));
      }
      if (missing.some((input) => input instanceof Delayed)) continue;
      stack.pop();
      if (!places.has(top.call)) places.set(top.call, add(top.call, top.form));
    }
  }
  return { graph, externals, outputs: roots.map((root) => places.get(root) as number), transfers };

  function add({ fn }: Delayed, { call, inputs, value, buffers }: CallForm<Delayed | Future>): number {
    const index = graph.addCall(
      packCall(graph.define(fn), call),
      inputs.map((input) => places.get(input) as number),
      hasValue(call) ? value : undefined,
    );
    if (buffers.length > 0) transfers.push({ index, buffers });
    return index;
  }
}

const isPlaceholder = (value: unknown): value is Delayed | Future =>
  value instanceof Delayed || value instanceof Future;
