// What a worker of several cores and the threads that run its tasks (its executors) say to each other. An executor runs
// what it is given in the order in which it came, and answers in that order.
import type { Failure } from "../codec/failure.ts";
import type { Call } from "../graph/call.ts";
import type { FunctionDefinition } from "./functions.ts";
import type { FromCall, ToCall } from "./task-talk.ts";

/** One call; the executor needs no name for it. */
export interface ExecutorTask {
  readonly fn: number;
  readonly call: Call;
  readonly value: unknown;
  readonly inputs: readonly unknown[];
}

export type WorkerToExecutor =
  /** Functions that tasks may name from now on, as the reactor described them. */
  | { readonly kind: "define"; readonly from: number; readonly definitions: readonly FunctionDefinition[] }
  /** Tasks to run, one after the other. */
  | { readonly kind: "execute"; readonly tasks: readonly ExecutorTask[] }
  /** For a call that is supervised; calls count from 1 in the order in which they were given. */
  | { readonly kind: "call"; readonly call: number; readonly message: ToCall };

/** How a task ended. */
export type Outcome =
  | {
      readonly kind: "returned";
      readonly value: unknown;
      readonly bytes: number;
      /** When it was called, in milliseconds since the epoch. */
      readonly start: number;
      /** Milliseconds from its call until it settled. */
      readonly duration: number;
      /** It returned a promise: nothing is to be put behind a task of its function. */
      readonly isAsync: boolean;
    }
  | { readonly kind: "threw"; readonly failure: Failure };

/** It waits for tasks of its own: the next in order is begun. */
export interface LetGo {
  readonly kind: "let-go";
}

export type ExecutorToWorker =
  /** The outcomes of the next tasks in order. */
  | { readonly kind: "ended"; readonly outcomes: readonly (Outcome | LetGo)[] }
  /** The outcome of a call that was let go of. */
  | { readonly kind: "ended-late"; readonly call: number; readonly outcome: Outcome }
  /** From a call that is supervised. */
  | { readonly kind: "call"; readonly call: number; readonly message: FromCall };
