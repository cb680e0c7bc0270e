// How a function that a task submits is named to the cluster.
import { sourceOf } from "../codec/source.ts";
import { findContextual } from "../graph/with-context.ts";
import type { SubTaskFunction } from "../protocol/task-talk.ts";
import type { AnyFunction } from "./call-function.ts";

/** The functions of a worker, as far as they matter here. */
export interface KnownFunctions {
  options: {
    readonly tasks: Readonly<Record<string, unknown>>;
    readonly findLocal?: (source: string) => AnyFunction | undefined;
  };
  /** By index of the cluster's table. */
  readonly loaded: readonly (AnyFunction | undefined)[];
}

export class OwnTaskFunctions {
  readonly #store: KnownFunctions;
  readonly #known = new WeakMap<object, SubTaskFunction>();
  /** Plain functions by source, where there is no other thread to send them to. */
  readonly #plain = new Map<string, AnyFunction>();

  constructor(store: KnownFunctions) {
    this.#store = store;
  }

  /** A plain function that was submitted from this thread. */
  findLocal(source: string): AnyFunction | undefined {
    return this.#plain.get(source);
  }

  /** The cluster knows this function by that index. */
  know(fn: object, index: number): void {
    this.#known.set(fn, { kind: "known", index });
  }

  /** @throws {TypeError} if it cannot be sent */
  find(fn: unknown): SubTaskFunction {
    if (typeof fn !== "function") return namedFunction(fn);
    const known = this.#known.get(fn) ?? this.#describe(fn as AnyFunction);
    this.#known.set(fn, known);
    return known;
  }

  #describe(fn: AnyFunction): SubTaskFunction {
    const { options, loaded } = this.#store;
    for (const [name, task] of Object.entries(options.tasks)) if (task === fn) return { kind: "task", name };
    const index = loaded.indexOf(fn);
    if (index >= 0) return { kind: "known", index };
    const contextual = findContextual(fn);
    const plain = contextual ?? fn;
    const source = sourceOf(plain);
    if (options.findLocal !== undefined) this.#plain.set(source, plain as AnyFunction);
    return { kind: "source", name: fn.name || "anonymous", source, takesContext: contextual !== undefined };
  }
}

function namedFunction(fn: unknown): SubTaskFunction {
  const { kind, url, name } = (fn ?? {}) as Readonly<Record<string, unknown>>;
  if (kind === "module") return { kind, url: String(url), name: String(name) };
  if (kind === "task") return { kind, name: String(name) };
  throw new TypeError(`Cannot submit a task: its function is ${typeof fn}, must be a function or made by moduleTask()`);
}
