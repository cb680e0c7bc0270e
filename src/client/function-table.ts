// The cluster's functions: each is described to workers once, whatever the number of tasks that call it.
import type { PlainFunction, TaskFunction } from "../graph/task-graph.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";

export interface FunctionTableOptions {
  /** The source of a plain function, see `describePlain`; undefined where plain functions are not accepted. */
  readonly describe: ((fn: PlainFunction) => string) | undefined;
  /** Names of the tasks that the workers serve. */
  readonly served: readonly string[];
  /** Told of each plain function when it is first used. */
  onPlain(source: string, fn: PlainFunction): void;
}

export class FunctionTable {
  readonly #options: FunctionTableOptions;
  readonly #definitions: FunctionDefinition[] = [];
  /** By the function itself; a client that makes closures in a loop has one entry per text, see #byText. */
  readonly #byFunction = new WeakMap<object, number>();
  readonly #byText = new Map<string, number>();
  #sent = 0;

  constructor(options: FunctionTableOptions) {
    this.#options = options;
  }

  /** The index of a function. @throws {TypeError} if it cannot be sent: it is native, a class, or uses what is around it */
  intern(fn: TaskFunction): number {
    const known = this.#byFunction.get(fn);
    if (known !== undefined) return known;
    const index = typeof fn === "function" ? this.#internPlain(fn) : this.#internNamed(fn);
    this.#byFunction.set(fn, index);
    return index;
  }

  /** How users know the function at `index`. */
  nameOf(index: number): string {
    return this.#definitions[index]?.name || "task";
  }

  /** The definitions that the reactor has not heard of. */
  takeNew(): { readonly from: number; readonly definitions: readonly FunctionDefinition[] } | undefined {
    const from = this.#sent;
    if (from === this.#definitions.length) return undefined;
    this.#sent = this.#definitions.length;
    return { from, definitions: this.#definitions.slice(from) };
  }

  #internPlain(fn: PlainFunction): number {
    const name = fn.name || "anonymous";
    const { describe, onPlain } = this.#options;
    if (describe === undefined) {
      throw new TypeError(
        `Cannot send function "${name}" to a worker: \`allowSource\` is false, must be in a task module`,
      );
    }
    const source = describe(fn);
    const known = this.#byText.get(source);
    if (known !== undefined) return known;
    onPlain(source, fn);
    return this.#add(source, { kind: "source", name, source });
  }

  #internNamed(fn: Exclude<TaskFunction, PlainFunction>): number {
    const text = fn.kind === "task" ? `task:${fn.name}` : `module:${fn.url}#${fn.name}`;
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    if (fn.kind === "task" && !this.#options.served.includes(fn.name)) {
      const { served } = this.#options;
      const serves = served.length > 0 ? `the workers serve ${served.join(", ")}` : "the workers' script serves none";
      throw new TypeError(`Cannot call task "${fn.name}": ${serves}`);
    }
    return this.#add(text, fn);
  }

  #add(text: string, definition: FunctionDefinition): number {
    const index = this.#definitions.push(definition) - 1;
    this.#byText.set(text, index);
    return index;
  }
}
