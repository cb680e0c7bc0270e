// What the reactor tells a client.
import type { Failure } from "../codec/failure.ts";
import type { FailedValue } from "./worker-to-reactor.ts";

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
  /** A part of the answer to `gather`: values[i] belongs to position positions[i] of the request, unless `failed` names it. */
  | {
      readonly kind: "values";
      readonly request: number;
      readonly positions: Int32Array;
      readonly values: readonly unknown[];
      readonly failed: readonly FailedValue[];
      /** Whether the value is the last slice of a list; then it is the only one. */
      readonly isLastSlice?: boolean;
    }
  /** A slice of a list, before the last; with index 0 the list begins (anew). */
  | {
      readonly kind: "slice";
      readonly request: number;
      readonly position: number;
      readonly index: number;
      readonly items: readonly unknown[];
    }
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
