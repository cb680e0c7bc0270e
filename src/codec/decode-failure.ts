// A failure comes back as near to what was thrown as another thread can have it.
import { EngineError } from "../base/errors.ts";
import type { ErrorFailure, Failure } from "./failure.ts";

/**
 * Rebuilds what was thrown. Errors keep name, message, stack, cause and properties, and are instances of the language's
 * class of that name or of Error; `isEngineError` knows ours again. The stack is the remote one, followed by
 * `submittedAt`, the stack lines of the caller who sent the task, when given.
 */
export function decodeFailure(failure: Failure, submittedAt = ""): unknown {
  if (failure.kind === "value") return failure.value;
  if (failure.kind === "error") return decodeError(failure, submittedAt);
  const message = `Cannot carry what was thrown: it is ${failure.text}, must be an Error or plain data`;
  return decodeError({ kind: "error", name: "Error", message }, submittedAt);
}

function decodeError(failure: ErrorFailure, submittedAt: string): Error {
  const { name, message, code, details } = failure;
  const stack = failure.stack ?? `${name}: ${message}`;
  const build = builtins.get(name) ?? Error;
  const error = code && details ? new EngineError(code, message, details) : build(message);
  if (error.name !== name) define(error, "name", name);
  define(error, "stack", submittedAt ? `${stack}\n    submitted\n${submittedAt}` : stack);
  if (failure.cause) define(error, "cause", decodeFailure(failure.cause));
  if (failure.errors)
    define(
      error,
      "errors",
      failure.errors.map((inner) => decodeFailure(inner)),
    );
  for (const [key, value] of Object.entries(failure.properties ?? {})) define(error, key, value, true);
  return error;
}

const builtins: ReadonlyMap<string, (message: string) => Error> = new Map<string, (message: string) => Error>([
  ["TypeError", TypeError],
  ["RangeError", RangeError],
  ["SyntaxError", SyntaxError],
  ["ReferenceError", ReferenceError],
  ["EvalError", EvalError],
  ["URIError", URIError],
  ["AggregateError", (message) => new AggregateError([], message)],
]);

function define(error: Error, key: string, value: unknown, enumerable = false): void {
  Object.defineProperty(error, key, { value, enumerable, writable: true, configurable: true });
}
