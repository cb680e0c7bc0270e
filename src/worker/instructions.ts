// What a worker's machine wants done. `execute` ends in exactly one event.
import type { Call } from "../graph/call.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Refusal, WorkerToWorker } from "../protocol/worker-to-worker.ts";
import type { DataChanges } from "./data.ts";

export type WorkerInstruction =
  | { readonly kind: "define"; readonly from: number; readonly definitions: readonly FunctionDefinition[] }
  /** Call a function; ends in `executed` or `threw`. */
  | {
      readonly kind: "execute";
      readonly task: number;
      readonly run: number;
      readonly fn: number;
      readonly call: Call;
      readonly value: unknown;
      readonly inputs: readonly unknown[];
    }
  /** Call a function outside of scheduling, and tell the reactor what came of it; nothing comes back here. */
  | { readonly kind: "run"; readonly request: number; readonly fn: number; readonly args: readonly unknown[] }
  /** Send a client results that it asked for: values[i], of sizes[i] managed bytes, for positions[i]; those at the indices `given` are not here any more. */
  | {
      readonly kind: "send-values";
      readonly request: number;
      readonly positions: Int32Array;
      readonly values: readonly unknown[];
      readonly sizes: readonly number[];
      readonly given: readonly number[];
    }
  | { readonly kind: "report"; readonly envelope: readonly WorkerToReactor[] }
  | { readonly kind: "tell-peer"; readonly peer: number; readonly message: WorkerToWorker & { readonly kind: "fetch" } }
  /** Answer a peer's request (`tasks`). Values at `movable` may be moved; those that were are told by `given-away` at once. */
  | {
      readonly kind: "send-data";
      readonly peer: number;
      readonly tasks: Int32Array;
      readonly values: readonly unknown[];
      readonly refused: readonly Refusal[];
      readonly movable: readonly number[];
      /** Positions of large values, and their managed bytes. */
      readonly large: readonly (readonly [position: number, bytes: number])[];
    }
  /** Ends in `peer-retried` after `delay` milliseconds, unless the worker stops. */
  | { readonly kind: "retry-peer"; readonly peer: number; readonly delay: number }
  /** Write results to the store; ends in `stored` for each. */
  | {
      readonly kind: "store";
      readonly entries: readonly { readonly key: number; readonly value: unknown; readonly bytes: number }[];
    }
  /** Read results from the store; ends in `loaded` for each. */
  | { readonly kind: "load"; readonly entries: readonly { readonly key: number; readonly bytes: number }[] }
  /** Forget what was written. */
  | { readonly kind: "unstore"; readonly keys: readonly number[] }
  /** Large values came to be results here or left. Comes last in a turn, when what was said of them has been sent. */
  | { readonly kind: "account"; readonly changes: DataChanges }
  /** Tell the reactor of this worker's memory. */
  | { readonly kind: "report-memory" }
  /** The page is hidden and may be frozen: nothing of the store's may keep it from that. */
  | { readonly kind: "rest-store" }
  | { readonly kind: "stop" };

export type Execute = WorkerInstruction & { readonly kind: "execute" };
export type SendValues = WorkerInstruction & { readonly kind: "send-values" };
export type SendData = WorkerInstruction & { readonly kind: "send-data" };
