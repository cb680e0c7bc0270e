// What of a message to a worker a port can move, and what of a call none can carry, found after a port has refused it.
import { ANY_TASK } from "../base/errors.ts";
import { isWorthMoving } from "../base/int-list.ts";
import type { ErrorFailure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import { findUncloneable, pathByTrying } from "../codec/uncloneable.ts";
import { Call } from "../graph/call.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
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
    return prefix + pathByTrying(args, structuredClone);
  }
}

/** Why a task whose arguments hold that cannot be sent. */
export function refusal(path: string, cause: unknown): ErrorFailure {
  const what = path === "args" ? "an argument" : `its argument ${path}`;
  const message = `Cannot send ${ANY_TASK} to a worker: ${what} cannot be cloned (${String(cause)}), must be plain data, a buffer, or what structured clone takes`;
  return engineFailure("not-cloneable", message, { key: ANY_TASK, path });
}

/**
 * The buffers of an envelope's columns, which are ours to move; none if the envelope may be refused: Deno empties buffers
 * even when it then refuses the message.
 */
export function columnsOf(envelope: readonly ReactorToWorker[]): object[] {
  const buffers: object[] = [];
  for (const message of envelope) {
    if ("values" in message && !message.values.every(isPrimitive)) return [];
    if ("tasks" in message && isWorthMoving(message.tasks)) buffers.push(message.tasks.buffer);
    if ("positions" in message && isWorthMoving(message.positions)) buffers.push(message.positions.buffer);
  }
  return buffers;
}

function isPrimitive(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol");
}
