// Puts inputs and literal values where the call wants them.

import { unreachable } from "../base/assert.ts";
import { fillHoles } from "../codec/holes.ts";
import { Call } from "../graph/call.ts";
import type { ArgumentTemplate } from "../protocol/template.ts";

export type AnyFunction = (...args: readonly unknown[]) => unknown;

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Calls `fn` in the form `call` says. A template's arguments are filled in place: they arrived as this task's own clone. */
export function callFunction(fn: AnyFunction, call: Call, value: unknown, inputs: readonly unknown[]): unknown {
  switch (call) {
    case Call.inputs:
      return fn(...inputs);
    case Call.list:
      return fn(inputs);
    case Call.value:
      return fn(value);
    case Call.args:
      return fn(...(value as readonly unknown[]));
    case Call.template: {
      const { args, paths } = value as ArgumentTemplate;
      return fn(...fillHoles(args, paths, inputs));
    }
    default:
      return unreachable(call);
  }
}
