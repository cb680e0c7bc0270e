// What was cancelled in a turn: it leaves as one message, or one for each reason.
import { EngineError } from "../base/errors.ts";
import type { TaskKey } from "../base/ids.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { Future } from "./future.ts";

export class Cancellations {
  #due: { readonly reason: unknown; readonly futures: number[] }[] = [];

  add(futures: readonly Future[], reason: unknown): void {
    let last = this.#due.at(-1);
    if (last === undefined || last.reason !== reason) {
      last = { reason, futures: [] };
      this.#due.push(last);
    }
    for (const { id } of futures) last.futures.push(id);
  }

  take(): readonly ClientToReactor[] {
    const due = this.#due;
    if (due.length === 0) return NOTHING;
    this.#due = [];
    return due.map(({ reason, futures }) => ({
      kind: "cancel",
      futures: Int32Array.from(futures),
      ...(reason !== undefined && { reason: encodeFailure(reason) }),
    }));
  }
}

const NOTHING: readonly never[] = [];

/** The error of a task that was cancelled. */
export function cancelledTask(key: TaskKey, reason: unknown): EngineError<"cancelled"> {
  const message = `Cannot finish "${key}": it was cancelled`;
  return new EngineError("cancelled", message, { key }, reason === undefined ? {} : { cause: reason });
}
