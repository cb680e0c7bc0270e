// What a client asks of the reactor.
import type { Failure } from "../codec/failure.ts";
import type { GraphColumns } from "../graph/task-graph.ts";
import type { FunctionDefinition } from "./functions.ts";
import type { ToTask } from "./task-talk.ts";
import type { TaskTerms } from "./task-terms.ts";

export type ClientToReactor =
  /** Functions `from`, `from + 1`, ... of the cluster's table; before the first submission that names one. */
  | { readonly kind: "functions"; readonly from: number; readonly definitions: readonly FunctionDefinition[] }
  /** Compute a graph. */
  | Submission
  /** Put values on workers, as finished results. */
  | {
      readonly kind: "scatter";
      readonly futures: Int32Array;
      readonly values: readonly unknown[];
      readonly bytes: Float64Array;
      /** Each value on every worker; otherwise each on one, in turn. */
      readonly broadcast?: boolean;
      /** Values that could not be sent here. */
      readonly refused?: readonly RefusedValue[];
    }
  /** Send me these results, as they become ready; answered in parts, all with this request. With `isReleasing` each future is released with its answer. */
  | {
      readonly kind: "gather";
      readonly request: number;
      readonly futures: Int32Array;
      readonly isReleasing: boolean;
    }
  /** End these tasks and all that needs their results: nobody is to have them. `reason` is what was given as such. */
  | { readonly kind: "cancel"; readonly futures: Int32Array; readonly reason?: Failure }
  /** Say this to a task that has begun to speak, if it still runs. */
  | {
      readonly kind: "context";
      readonly worker: number;
      readonly task: number;
      readonly run: number;
      readonly body: ToTask;
    }
  /** I want these results no longer; what nobody else needs is dropped. */
  | { readonly kind: "release"; readonly futures: Int32Array }
  /** Call a function on every worker, at once, outside of scheduling. */
  | { readonly kind: "run"; readonly request: number; readonly fn: number; readonly args: readonly unknown[] };

/** The highest priority that a user can give; the lowest is its negative. */
export const MAX_USER_PRIORITY = 100;

/** A value in the place of which something else came, since no port carries it: whoever needs it fails. */
export interface RefusedValue {
  readonly index: number;
  readonly failure: Failure;
}

export interface Submission {
  readonly kind: "submit";
  readonly submission: number;
  readonly graph: GraphColumns;
  /** The cluster's function for each function of the graph; empty: they are the same. */
  readonly functions: Int32Array;
  /** The futures that inputs below zero mean. */
  readonly externals: Int32Array;
  /** Pairs (task of the graph, future), sorted by task: results that the client wants. At most one future per task. */
  readonly wants: Int32Array;
  /** Buffers in literal values that are moved to the worker, not copied, by task of the graph. */
  readonly transfers: readonly { readonly index: number; readonly buffers: readonly object[] }[];
  /** Tasks whose literal value could not be sent here, in order. */
  readonly refused?: readonly RefusedValue[];
  /** What is asked of some tasks, in order of tasks; ranges do not overlap. */
  readonly terms?: readonly TaskTerms[];
  /** The user's priority, -100 to 100; higher runs earlier. */
  readonly priority: number;
}
