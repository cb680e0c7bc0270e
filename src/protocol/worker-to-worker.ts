// What workers say to each other, over one kept port per pair.
import type { Failure } from "../codec/failure.ts";

/** A result that does not come with the answer, and why. */
export type Refusal =
  /** The worker has too much to do: ask again after a while. */
  | { readonly position: number; readonly reason: "busy" }
  /** It is on its way to the worker that was asked. */
  | { readonly position: number; readonly reason: "late" }
  /** It is not there (any more). */
  | { readonly position: number; readonly reason: "gone" }
  /** It is there and cannot be sent. */
  | { readonly position: number; readonly reason: "failed"; readonly failure: Failure };

/** Buffers of copies that you sent me and that nobody needs any more: they are moved, for your next copies. */
export interface SpareBuffers {
  readonly kind: "spare";
  readonly buffers: readonly ArrayBuffer[];
}

export type WorkerToWorker =
  /** Send me these results: pairs (task, run), with ~run for those that I would take away from you. At most one request per pair and direction is open. */
  | { readonly kind: "fetch"; readonly tasks: Int32Array }
  /** The answer, in the order asked; `refused` lists places without a value, `moved` those of results that the sender does not have any more. */
  | {
      readonly kind: "data";
      readonly values: readonly unknown[];
      readonly refused: readonly Refusal[];
      readonly moved: readonly number[];
    };
