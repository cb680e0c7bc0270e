// What a reactor says to one worker. All that one turn has to say travels as one envelope, in the order of this union.
import type { FunctionDefinition } from "./functions.ts";

export type ReactorToWorker =
  /** Before the first task that names one of them: the functions `from`, `from + 1`, ... of the table. */
  | { readonly kind: "functions"; readonly from: number; readonly definitions: readonly FunctionDefinition[] }
  /** When a client scatters: keep these values of so many managed bytes as results. `tasks`: pairs (task, run). */
  | {
      readonly kind: "store";
      readonly tasks: Int32Array;
      readonly values: readonly unknown[];
      readonly bytes: readonly number[];
    }
  /** When a client asks for results: answer with `values`, each under its position. A task named by its complement (below zero) is given up with the answer. */
  | { readonly kind: "gather"; readonly request: number; readonly positions: Int32Array; readonly tasks: Int32Array }
  /** When tasks are ready and assigned to this worker; see `compute-batch.ts`. */
  | { readonly kind: "compute"; readonly tasks: Int32Array; readonly values: readonly unknown[] }
  /** When nobody wants them any more: forget results and copies, drop what waits, discard what runs. Pairs (task, run). */
  | { readonly kind: "free"; readonly tasks: Int32Array }
  /** When the scheduler moves tasks away: give back those that have not started. Pairs (task, run). */
  | { readonly kind: "retract"; readonly tasks: Int32Array }
  /** When a worker is to be retired: take copies of these results. Sources; see `sources.ts`. */
  | { readonly kind: "replicate"; readonly tasks: Int32Array }
  /** When a client runs a function on every worker, outside of scheduling. */
  | { readonly kind: "run"; readonly request: number; readonly fn: number; readonly args: readonly unknown[] }
  /** When the number of workers has changed: this worker's share of the memory limit, in managed bytes. */
  | { readonly kind: "limit-memory"; readonly bytes: number }
  /** When a user asks: answer with the notice `memory`. */
  | { readonly kind: "report-memory" }
  /** When another worker is gone: nothing more comes from it. */
  | { readonly kind: "peer-lost"; readonly worker: number }
  /** When the cluster closes or the worker is retired. */
  | { readonly kind: "stop" };
