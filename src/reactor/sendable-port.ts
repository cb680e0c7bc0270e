// What of a call no port can carry, found after a port has refused it.
import { ANY_TASK } from "../base/errors.ts";
import type { ErrorFailure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import { Call } from "../graph/call.ts";
import type { ArgumentTemplate } from "../protocol/template.ts";

/** Where in the arguments of a call of that form something cannot be cloned, or undefined if nothing is found. */
export function pathOfUncloneable(call: Call, value: unknown): string | undefined {
  const [args, prefix] =
    call === Call.value
      ? [value, "args[0]"]
      : [call === Call.template ? (value as ArgumentTemplate).args : value, "args"];
  const path = findUncloneable(args);
  if (path !== undefined) return prefix + path;
  try {
    structuredClone(args);
    return undefined;
  } catch {
    return prefix;
  }
}

/** Why a task whose arguments hold that cannot be sent. */
export function refusal(path: string, cause: unknown): ErrorFailure {
  const what = path === "args" ? "an argument" : `its argument ${path}`;
  const message = `Cannot send ${ANY_TASK} to a worker: ${what} cannot be cloned (${String(cause)})`;
  return engineFailure("not-cloneable", message, { key: ANY_TASK, path });
}
