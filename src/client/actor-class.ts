// The class of an actor on its way to a worker: by name, by module, or as source text, as functions travel.
import { classSourceOf } from "../codec/class-source.ts";
import { findFreeNames, freeNameAdvice } from "../codec/free-names.ts";
import type { ModuleFunction } from "../graph/task-graph.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import { servedName } from "./served-tasks.ts";

export interface ClassContext {
  /** Names of what the workers serve. */
  readonly served: readonly string[];
  /** Whether source text may be sent. */
  readonly allowSource: boolean;
  /** Whether any function can use that name on a worker. */
  isGlobal(name: string): boolean;
  /** Told of a plain class and its source. */
  onPlain(source: string, Class: object): void;
}

type PlainClass = new (...args: never[]) => unknown;

/** @throws {TypeError} if it is no class, is not served, or is a plain class that cannot be sent as its source text */
export function describeClass(what: PlainClass | ModuleFunction | object, context: ClassContext): FunctionDefinition {
  const name = servedName(what);
  if (name !== undefined) return describeServed(name, context.served);
  if (typeof what === "function") return describePlain(what as PlainClass, context);
  if ("kind" in what && what.kind === "module") return what as ModuleFunction;
  throw new TypeError(
    `Cannot make an actor: its class is ${typeof what}, must be a class or an export of a task module`,
  );
}

function describeServed(name: string, served: readonly string[]): FunctionDefinition {
  if (served.includes(name)) return { kind: "task", name };
  const serves = served.length > 0 ? `the workers serve ${served.join(", ")}` : "the workers' script serves none";
  throw new TypeError(`Cannot make an actor of class "${name}": ${serves}`);
}

function describePlain(Class: PlainClass, context: ClassContext): FunctionDefinition {
  const name = Class.name || "anonymous";
  const action = `Cannot send class "${name}" to a worker`;
  if (!context.allowSource) throw new TypeError(`${action}: \`allowSource\` is false, must be in a task module`);
  const source = classSourceOf(Class);
  const free = findFreeNames(source, (word) => context.isGlobal(word));
  if (free.length > 0) throw new TypeError(`${action}: ${freeNameAdvice(free)}`);
  context.onPlain(source, Class);
  return { kind: "source", name, source };
}
