// What a reactor says to one worker. All that one turn has to say travels as one envelope, in the order of this union.
import type { Failure } from "../codec/failure.ts";
import type { FunctionDefinition } from "./functions.ts";
import type { ToTask } from "./task-talk.ts";

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
  /**
   * When an attempt that has started under supervision is to end: its signal fires with this reason. The attempt is freed
   * by the same envelope. Answered by `interrupted` when the call has ended; of one that is not running nothing is said.
   */
  | { readonly kind: "interrupt"; readonly task: number; readonly run: number; readonly reason: Failure }
  /** When a client answers a task that runs, or has something to say to it: see `task-talk.ts`. */
  | { readonly kind: "context"; readonly task: number; readonly run: number; readonly body: ToTask }
  /** When a worker is to be retired: take copies of these results. Sources; see `sources.ts`. */
  | { readonly kind: "replicate"; readonly tasks: Int32Array }
  /** When a client runs a function on every worker, outside of scheduling. */
  | { readonly kind: "run"; readonly request: number; readonly fn: number; readonly args: readonly unknown[] }
  /** When the number of workers has changed: this worker's share of the memory limit, in managed bytes. */
  | { readonly kind: "limit-memory"; readonly bytes: number }
  /** When a user asks: answer with the notice `memory`. */
  | { readonly kind: "report-memory" }
  /** When the page is hidden and may be frozen: let go of what would keep it from that, until it is needed again. */
  | { readonly kind: "rest-store" }
  /** When another worker is gone: nothing more comes from it. */
  | { readonly kind: "peer-lost"; readonly worker: number }
  /** When the cluster closes or the worker is retired. */
  | { readonly kind: "stop" };

/** What is for a call that runs. */
export type ForCall = ReactorToWorker & { readonly kind: "interrupt" | "context" };
