// From a failure as data to the error that a user sees: with the task's key, and with the culprit named.

import { ANY_TASK, EngineError } from "../base/errors.ts";
import type { TaskKey } from "../base/ids.ts";
import { decodeFailure } from "../codec/decode-failure.ts";
import type { Failure } from "../codec/failure.ts";

/** The error of the task that failed itself. */
export function errorOf(failure: Failure, key: TaskKey): unknown {
  return decodeFailure(nameTask(failure, key));
}

/** The error of a task that was not run because the task `root` failed. */
export function dependencyError(failure: Failure, key: TaskKey, root: TaskKey): EngineError<"dependency-failed"> {
  const cause = errorOf(failure, root);
  const why =
    cause instanceof Error ? `${cause.name}: ${cause.message}` : String(failure.kind === "value" ? failure.value : "");
  const message = `Cannot compute "${key}": its dependency "${root}" failed (${why})`;
  return new EngineError("dependency-failed", message, { key, root }, { cause });
}

/** Puts the key where the engine knew only an id. */
function nameTask(failure: Failure, key: TaskKey): Failure {
  if (failure.kind !== "error" || failure.code === undefined) return failure;
  const named = { ...failure, message: failure.message.replaceAll(ANY_TASK, `"${key}"`) };
  if (failure.stack !== undefined) named.stack = failure.stack.replaceAll(ANY_TASK, `"${key}"`);
  const details = failure.details as Readonly<Record<string, unknown>> | undefined;
  return details?.key === ANY_TASK ? { ...named, details: { ...details, key } } : named;
}
