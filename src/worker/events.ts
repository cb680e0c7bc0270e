// What a worker's machine hears.
import type { Failure } from "../codec/failure.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToWorker } from "../protocol/worker-to-worker.ts";

export type WorkerEvent =
  | { readonly kind: "reactor-message"; readonly envelope: readonly ReactorToWorker[] }
  | {
      readonly kind: "peer-message";
      readonly peer: number;
      readonly message: WorkerToWorker;
      readonly sizeOf: (value: unknown) => number;
    }
  | { readonly kind: "peer-lost"; readonly peer: number }
  /** The thread has time: start the next task, if a core is free. */
  | { readonly kind: "core-offered" }
  /** A task returned; `duration` in milliseconds of its own thread's time. */
  | {
      readonly kind: "executed";
      readonly task: number;
      readonly run: number;
      readonly value: unknown;
      readonly bytes: number;
      readonly duration: number;
    }
  | { readonly kind: "threw"; readonly task: number; readonly run: number; readonly failure: Failure }
  /** A function that runs outside of scheduling ended. */
  | { readonly kind: "ran"; readonly request: number; readonly value: unknown; readonly failure?: Failure }
  /** Tasks that still run have run for a slice: the reactor should know. */
  | { readonly kind: "slice-ended" }
  /** Nothing more is to be handled now: others may hear what happened. */
  | { readonly kind: "turn-ended" };
