// What workers say to each other, over one kept port per pair.
import type { Failure } from "../codec/failure.ts";

export type WorkerToWorker =
  /** Send me these results: pairs (task, run). At most one request per pair and direction is open. */
  | { readonly kind: "fetch"; readonly tasks: Int32Array }
  /** The answer, in the order asked; `failed` lists places whose result is not here yet (no failure: ask again) or cannot be sent. */
  | {
      readonly kind: "data";
      readonly values: readonly unknown[];
      readonly failed: readonly { readonly position: number; readonly failure?: Failure }[];
    };
