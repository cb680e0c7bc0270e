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
  /** A peer is on another node. */
  | { readonly kind: "peer-far"; readonly peer: number }
  /** The time has passed after which a peer was to be asked again. */
  | { readonly kind: "peer-retried"; readonly peer: number }
  /** Of the data just sent these results were moved: they are here no more. */
  | { readonly kind: "given-away"; readonly tasks: readonly number[] }
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
      /** When it was called in another thread, in milliseconds since the epoch. */
      readonly start?: number;
      /** It is a view on shared memory. */
      readonly isShared?: boolean;
      /** It was made in another thread and came by a port. */
      readonly isReceived?: boolean;
    }
  | { readonly kind: "threw"; readonly task: number; readonly run: number; readonly failure: Failure }
  /** Results were written to the store or not; `shut` when it takes no more, for good or (it is full) for now. */
  | {
      readonly kind: "stored";
      readonly entries: readonly {
        readonly key: number;
        readonly bytes: number;
        readonly outcome: "written" | "failed" | "unstorable";
      }[];
      readonly shut?: { readonly isFull: boolean; readonly reason: string };
    }
  /** Results were read from the store, or are lost with it. */
  | {
      readonly kind: "loaded";
      readonly entries: readonly {
        readonly key: number;
        readonly bytes: number;
        readonly value: unknown;
        readonly isLost: boolean;
      }[];
    }
  /** Nothing new is to begin, no task and no fetch, until `resume`. */
  | { readonly kind: "pause" }
  | { readonly kind: "resume" }
  /** Tasks that still run have run for a slice: the reactor should know. */
  | { readonly kind: "slice-ended" }
  /** Nothing more is to be handled now: others may hear what happened. */
  | { readonly kind: "turn-ended" };
