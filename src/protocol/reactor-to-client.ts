// What the reactor tells a client.
import type { Failure } from "../codec/failure.ts";
import type { FromTask } from "./task-talk.ts";
import type { GatheredValues, ListSlice } from "./worker-to-reactor.ts";

export type ReactorToClient =
  /** These futures have results, which stay on the workers. */
  | { readonly kind: "finished"; readonly futures: Int32Array }
  /** This future will have no result. The culprit is the task whose failure it is: a task of a submission (SCATTERED: none). */
  | {
      readonly kind: "failed";
      readonly future: number;
      readonly failure: Failure;
      readonly submission: number;
      readonly index: number;
    }
  /**
   * What a task says while it runs: it is that of this future (below zero: of none), a task of a submission. Comes before
   * what has become of the task.
   */
  | {
      readonly kind: "context";
      readonly future: number;
      readonly submission: number;
      readonly index: number;
      readonly worker: number;
      readonly task: number;
      readonly run: number;
      readonly body: FromTask;
    }
  /** Parts of the answer to `gather`, as a worker gave them. */
  | GatheredValues
  | ListSlice
  /** One worker's answer to `run`; `remaining` more are to come. */
  | {
      readonly kind: "ran";
      readonly request: number;
      readonly worker: number;
      readonly value: unknown;
      readonly failure?: Failure;
      readonly remaining: number;
    };

/** As a submission: data that a client scattered. */
export const SCATTERED = -1;
