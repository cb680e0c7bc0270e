// What a worker's machine wants done. `execute` and `run` each end in exactly one event.
import type { Call } from "../graph/call.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { WorkerToWorker } from "../protocol/worker-to-worker.ts";

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
  /** Call a function outside of scheduling; ends in `ran`. */
  | { readonly kind: "run"; readonly request: number; readonly fn: number; readonly args: readonly unknown[] }
  | { readonly kind: "report"; readonly envelope: readonly WorkerToReactor[] }
  | { readonly kind: "tell-peer"; readonly peer: number; readonly message: WorkerToWorker }
  | { readonly kind: "stop" };
