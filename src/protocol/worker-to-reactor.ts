// What a worker says to the reactor. All that one turn has to say travels as one envelope.
import type { Failure } from "../codec/failure.ts";

/** A value that could not be sent, in the place of the value. */
export interface FailedValue {
  readonly position: number;
  readonly failure: Failure;
}

export type WorkerToReactor =
  /** Tasks computed here; see `finished-batch.ts`. */
  | { readonly kind: "finished"; readonly tasks: Int32Array }
  /** Copies fetched from other workers. Pairs (task, run). */
  | { readonly kind: "placed"; readonly tasks: Int32Array }
  /** Tasks that still run when the worker's slice ends, or that are expected to. Pairs (task, run). */
  | { readonly kind: "started"; readonly tasks: Int32Array }
  /** The answer to `retract`: triples (task, run, 1 if given back, 0 if it has started or ended). */
  | { readonly kind: "retracted"; readonly tasks: Int32Array }
  /** A task that failed. */
  | { readonly kind: "failed"; readonly task: number; readonly run: number; readonly failure: Failure }
  /** A task whose input is not on the worker named as its holder, or (with `failure`) cannot be sent; the task is given back.
   * A copy that was ordered for its own sake stands as its own input. */
  | {
      readonly kind: "missing";
      readonly task: number;
      readonly run: number;
      readonly input: number;
      readonly holder: number;
      readonly failure?: Failure;
    }
  /** The answer to `gather`: values[i] belongs to positions[i], unless `failed` names the position. */
  | {
      readonly kind: "values";
      readonly request: number;
      readonly positions: Int32Array;
      readonly values: readonly unknown[];
      readonly failed: readonly FailedValue[];
    }
  /** The answer to `run`. */
  | { readonly kind: "ran"; readonly request: number; readonly value: unknown; readonly failure?: Failure };
