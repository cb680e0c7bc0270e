// What a worker says to the reactor. All that one turn has to say travels as one envelope.
import type { StoreKind } from "../base/store-kind.ts";
import type { Failure } from "../codec/failure.ts";
import type { WorkerMemory } from "./memory-report.ts";
import type { FromTask } from "./task-talk.ts";

/** A value that could not be sent, in the place of the value. */
export interface FailedValue {
  readonly position: number;
  readonly failure: Failure;
}

/** Results for a client: values[i] belongs to position positions[i] of its request, unless `failed` names the position. */
export interface GatheredValues {
  readonly kind: "values";
  readonly request: number;
  readonly positions: Int32Array;
  readonly values: readonly unknown[];
  readonly failed: readonly FailedValue[];
  /** Whether the value is the last slice of a list; then it is the only one. */
  readonly isLastSlice?: boolean;
}

/** A slice of a list for a client, which is not the last; with index 0 the list begins (anew). */
export interface ListSlice {
  readonly kind: "slice";
  readonly request: number;
  readonly position: number;
  readonly index: number;
  readonly items: readonly unknown[];
}

/** What a worker measured lately, as far as it differs much from what it has told before. Schedulers live on it. */
export interface Measured {
  readonly kind: "measured";
  /** Indices of functions, each at most once. */
  readonly functions: Int32Array;
  /** How long their calls take. */
  readonly milliseconds: Float64Array;
  /** How fast results came from other workers. */
  readonly bytesPerSecond?: number;
}

export type WorkerToReactor =
  /**
   * Before everything else, where the cluster is traced: when things happened since the last such message. Times count from
   * `base`, in microseconds since the trace began. `tasks`: computed tasks; `others`: everything else; see `timing-columns.ts`.
   */
  | { readonly kind: "timings"; readonly base: number; readonly tasks: Int32Array; readonly others: Float64Array }
  /** Tasks computed here; see `finished-batch.ts`. */
  | { readonly kind: "finished"; readonly tasks: Int32Array }
  /** Copies fetched from other workers. Pairs (task, run). */
  | { readonly kind: "placed"; readonly tasks: Int32Array }
  /** Results taken away from other workers, which do not have them any more. Triples (task, run, former holder). */
  | { readonly kind: "taken"; readonly tasks: Int32Array }
  /** Results that were in the store and are lost with it. Pairs (task, run). */
  | { readonly kind: "lost"; readonly tasks: Int32Array }
  /** Tasks that still run when the worker's slice ends, or that are expected to. Pairs (task, run). */
  | { readonly kind: "started"; readonly tasks: Int32Array }
  /** The answer to `retract`: triples (task, run, 1 if given back, 0 if it has started or ended). */
  | { readonly kind: "retracted"; readonly tasks: Int32Array }
  /** The answer to `interrupt`: the call has ended, whatever it came to. */
  | { readonly kind: "interrupted"; readonly task: number; readonly run: number }
  /** A task that runs waits for tasks of its own and has given its core back; or (held) has one again and goes on. Posted alone. */
  | { readonly kind: "core"; readonly task: number; readonly run: number; readonly isHeld: boolean }
  /** What a task says to its client while it runs; posted alone, at once. */
  | { readonly kind: "context"; readonly task: number; readonly run: number; readonly body: FromTask }
  /** A task that failed. */
  | { readonly kind: "failed"; readonly task: number; readonly run: number; readonly failure: Failure }
  /** A task whose input is on none of the workers named as its holders, or (with `failure`) cannot be sent; the task is given
   * back. `holder` is one that does not have it.
   * A copy that was ordered for its own sake stands as its own input. */
  | {
      readonly kind: "missing";
      readonly task: number;
      readonly run: number;
      readonly input: number;
      readonly holder: number;
      readonly failure?: Failure;
    }
  /** An answer to `gather`, in one or several parts. */
  | GatheredValues
  /** A long list that was asked for comes in slices. */
  | ListSlice
  /** A part of the answer to `gather`: what these places mean is not here any more. */
  | { readonly kind: "not-here"; readonly request: number; readonly positions: Int32Array }
  /** The answer to `run`. */
  | { readonly kind: "ran"; readonly request: number; readonly value: unknown; readonly failure?: Failure }
  /** Measurements; rare. */
  | Measured
  /** Something that users should know. */
  | { readonly kind: "notice"; readonly notice: WorkerNotice };

/** What a worker tells its users. */
export type WorkerNotice =
  /** It has opened a store, since its memory is full. */
  | { readonly kind: "spill-began"; readonly store: StoreKind }
  /** The store takes no more results: they stay in memory. */
  | { readonly kind: "spill-stopped"; readonly reason: string }
  /** Results were lost with the store; what is wanted of them is computed again. */
  | { readonly kind: "spill-lost"; readonly results: number }
  /** A part of its script cannot be loaded that no worker can do without. */
  | { readonly kind: "script-incomplete"; readonly reason: string }
  /** The answer to `report-memory`. */
  | { readonly kind: "memory"; readonly memory: WorkerMemory };
