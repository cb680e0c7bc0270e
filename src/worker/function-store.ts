// The functions that tasks of this worker may call, made from their descriptions when first used. Evaluating source
// text happens here and nowhere else. All that is rarer is a part: other kinds of functions, and why one cannot be had.

import { CONTEXT } from "../graph/with-context.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { AnyFunction } from "./call-function.ts";
import type { FunctionStoreOptions, Functions, Supervisor, TaskCall, TaskCaller } from "./task-caller.ts";

export class FunctionStore implements Functions {
  options: FunctionStoreOptions;
  caller: TaskCaller | undefined;
  supervisor: Promise<Supervisor> | undefined;
  readonly definitions: FunctionDefinition[] = [];
  readonly loaded: (AnyFunction | undefined)[] = [];
  readonly perCall: (((call: TaskCall | undefined) => AnyFunction) | undefined)[] = [];

  constructor(options: FunctionStoreOptions) {
    this.options = options;
  }

  define(from: number, definitions: readonly FunctionDefinition[]): void {
    definitions.forEach((definition, i) => {
      this.definitions[from + i] = definition;
    });
  }

  get(index: number, call?: TaskCall): AnyFunction | Promise<AnyFunction> {
    return this.loaded[index] ?? this.#prepare(index, call);
  }

  #prepare(index: number, call: TaskCall | undefined): AnyFunction | Promise<AnyFunction> {
    const perCall = this.perCall[index];
    if (perCall !== undefined) return perCall(call);
    const loaded = this.load(this.definitions[index]);
    if (loaded instanceof Promise || CONTEXT in loaded) {
      return this.loadPart().then((part) => part.prepare(this, index, loaded, call));
    }
    this.loaded[index] = loaded;
    return loaded;
  }

  load(definition: FunctionDefinition | undefined): AnyFunction | Promise<AnyFunction> {
    const { tasks, allowSource, findLocal } = this.options;
    let cause: unknown;
    if (definition?.kind === "task" && Object.hasOwn(tasks, definition.name)) {
      const fn = tasks[definition.name];
      if (typeof fn === "function") return fn as AnyFunction;
    }
    if (definition?.kind === "source") {
      const fn = findLocal?.(definition.source);
      if (fn !== undefined) return fn;
      try {
        if (allowSource) return new Function(`"use strict"; return (${definition.source});`)() as AnyFunction;
      } catch (error) {
        if (!(error instanceof EvalError)) throw error;
        cause = error;
      }
    }
    return this.loadPart().then((part) => part.loadRare(this, definition, cause));
  }

  /** What is rare about functions. */
  loadPart(): Promise<typeof import("./functions-entry.ts")> {
    return this.options.parts.load("functions", () => import("./functions-entry.ts"));
  }
}
