// The cluster's functions: each is described to workers once, whatever the number of tasks that call it.
import type { AppliedFunction, PlainFunction, TaskFunction } from "../graph/task-graph.ts";
import { findContextual } from "../graph/with-context.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { SubTaskFunction } from "../protocol/task-talk.ts";

export interface FunctionTableOptions {
  /** The source of a plain function, or of one that came as its source, see `describePlain`; undefined where plain functions are not accepted. */
  readonly describe: ((fn: PlainFunction | string, name: string) => string) | undefined;
  /** Names of the tasks that the workers serve. */
  readonly served: readonly string[];
  /** Told of each plain function when it is first used. */
  onPlain(source: string, fn: PlainFunction): void;
}

/** A plain function, or its source. */
interface PlainSource {
  readonly name: string;
  readonly source: PlainFunction | string;
  readonly takesContext: boolean;
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
    const index = this.#internNew(fn);
    this.#byFunction.set(fn, index);
    return index;
  }

  /** The index of the function at `index` under supervision: its calls can be interrupted. */
  supervise(index: number): number {
    const { kind, name } = this.#definitions[index] as FunctionDefinition;
    if (kind === "supervised") return index;
    return this.#add(`supervised:${index}`, { kind: "supervised", name, of: index, takesContext: false });
  }

  /** A function that a worker describes, for a task of a task. @throws {TypeError} if it cannot be sent */
  adopt(fn: SubTaskFunction): TaskFunction {
    if (fn.kind === "task" || fn.kind === "module") return fn;
    const stand: TaskFunction = { kind: "task", name: "" };
    this.#byFunction.set(stand, fn.kind === "known" ? fn.index : this.#internContextual(fn));
    return stand;
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

  #internNew(fn: TaskFunction): number {
    if (typeof fn !== "function") return fn.kind === "applied" ? this.#internApplied(fn) : this.#internNamed(fn);
    const contextual = findContextual(fn);
    return this.#internContextual({ name: fn.name, source: contextual ?? fn, takesContext: contextual !== undefined });
  }

  #internContextual({ name, source, takesContext }: PlainSource): number {
    const of = this.#internPlain(source, name || "anonymous");
    return takesContext
      ? this.#add(`contextual:${of}`, { kind: "supervised", name: this.nameOf(of), of, takesContext })
      : of;
  }

  #internApplied({ to, functions }: AppliedFunction): number {
    const first = this.intern(to);
    const rest = functions.map((fn) => this.intern(fn));
    const name = this.nameOf(first);
    for (const each of [first, ...rest]) {
      if (this.#definitions[each]?.kind !== "supervised") continue;
      const wanted = "must be called by a task of its own";
      throw new TypeError(`Cannot apply "${name}" to functions: "${this.nameOf(each)}" takes a context, ${wanted}`);
    }
    return this.#add(`applied:${first}(${rest})`, { kind: "applied", name, to: first, functions: rest });
  }

  #internPlain(fn: PlainFunction | string, name: string): number {
    const { describe, onPlain } = this.#options;
    if (describe === undefined) {
      throw new TypeError(
        `Cannot send function "${name}" to a worker: \`allowSource\` is false, must be in a task module`,
      );
    }
    const source = describe(fn, name);
    const known = this.#byText.get(source);
    if (known !== undefined) return known;
    if (typeof fn === "function") onPlain(source, fn);
    return this.#add(source, { kind: "source", name, source });
  }

  #internNamed(fn: Exclude<TaskFunction, PlainFunction | AppliedFunction>): number {
    const text = fn.kind === "task" ? `task:${fn.name}` : `module:${fn.url}#${fn.name}`;
    if (fn.kind === "task" && !this.#options.served.includes(fn.name)) {
      const { served } = this.#options;
      const serves = served.length > 0 ? `the workers serve ${served.join(", ")}` : "the workers' script serves none";
      throw new TypeError(`Cannot call task "${fn.name}": ${serves}`);
    }
    return this.#add(text, fn);
  }

  #add(text: string, definition: FunctionDefinition): number {
    const known = this.#byText.get(text);
    if (known !== undefined) return known;
    const index = this.#definitions.push(definition) - 1;
    this.#byText.set(text, index);
    return index;
  }
}
