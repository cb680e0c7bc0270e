// The functions that tasks of this worker may call, made from their descriptions when first used. Evaluating source
// text happens here and nowhere else.

import { unreachable } from "../base/assert.ts";
import { EngineError } from "../base/errors.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { AnyFunction } from "./call-function.ts";

export interface FunctionStoreOptions {
  /** The functions that the worker's module serves. */
  readonly tasks: Readonly<Record<string, unknown>>;
  /** Whether source text may be evaluated. */
  readonly allowSource: boolean;
  /** On one thread with the client: the function itself, so that nothing need be evaluated. */
  readonly findLocal?: (source: string) => AnyFunction | undefined;
}

export class FunctionStore {
  readonly #options: FunctionStoreOptions;
  readonly #definitions: FunctionDefinition[] = [];
  readonly #loaded: (AnyFunction | undefined)[] = [];

  constructor(options: FunctionStoreOptions) {
    this.#options = options;
  }

  define(from: number, definitions: readonly FunctionDefinition[]): void {
    definitions.forEach((definition, i) => {
      this.#definitions[from + i] = definition;
    });
  }

  /** The function at `index`; a promise the first time that its module must be imported. @throws {EngineError} if it cannot be had */
  get(index: number): AnyFunction | Promise<AnyFunction> {
    const loaded = this.#loaded[index];
    if (loaded !== undefined) return loaded;
    const fn = this.load(this.#definitions[index]);
    if (fn instanceof Promise) {
      return fn.then((imported) => {
        this.#loaded[index] = imported;
        return imported;
      });
    }
    this.#loaded[index] = fn;
    return fn;
  }

  /** What a definition describes, made anew; a class too. @throws {EngineError} if it cannot be had */
  load(definition: FunctionDefinition | undefined): AnyFunction | Promise<AnyFunction> {
    switch (definition?.kind) {
      case "task":
        return this.#served(definition.name);
      case "module":
        return importFunction(definition.url, definition.name);
      case "source":
        return this.#options.findLocal?.(definition.source) ?? this.#evaluate(definition.name, definition.source);
      case undefined:
        throw new EngineError("protocol-violated", "Cannot call a function: it was never described", { found: "none" });
      default:
        return unreachable(definition);
    }
  }

  #served(name: string): AnyFunction {
    const { tasks } = this.#options;
    const fn = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
    if (typeof fn === "function") return fn as AnyFunction;
    const known = Object.keys(tasks).filter((key) => typeof tasks[key] === "function");
    const serves = known.length > 0 ? `the worker serves ${known.join(", ")}` : "the worker's script serves no tasks";
    throw new EngineError("unknown-task", `Cannot call task "${name}": ${serves}`, { name, known });
  }

  #evaluate(name: string, source: string): AnyFunction {
    if (!this.#options.allowSource) {
      const message = `Cannot run function "${name}" from its source: this worker accepts task modules only, must be started with allowSource`;
      throw new EngineError("source-blocked", message, { name, directive: "allowSource" });
    }
    try {
      return new Function(`"use strict"; return (${source});`)() as AnyFunction;
    } catch (error) {
      if (!(error instanceof EvalError)) throw error;
      const directive = "script-src 'unsafe-eval'";
      const message = `Cannot run function "${name}" from its source: the Content-Security-Policy lacks ${directive}. Put it into a task module: serve({ ${name} }) in a worker file of your own`;
      throw new EngineError("source-blocked", message, { name, directive }, { cause: error });
    }
  }
}

async function importFunction(url: string, name: string): Promise<AnyFunction> {
  const failed = (why: string, cause?: unknown): EngineError<"module-failed"> =>
    new EngineError("module-failed", `Cannot use export "${name}" of ${url}: ${why}`, { url, name }, { cause });
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await import(/* @vite-ignore */ /* webpackIgnore: true */ url);
  } catch (error) {
    throw failed("the module could not be imported", error);
  }
  const fn = exports[name];
  if (typeof fn !== "function") throw failed(`it is ${typeof fn}, must be a function`);
  return fn as AnyFunction;
}
