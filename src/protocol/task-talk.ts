// What a task and its cluster say to each other while it runs, beside the path of its result: nothing of it is on the road
// of a plain task. A task is named by (task, run): what belongs to an attempt that has ended is dropped by whoever sees it.
import type { Failure } from "../codec/failure.ts";
import type { Path } from "../codec/holes.ts";

/** The function of a task's own task, as the task's worker knows it. */
export type SubTaskFunction =
  /** A function of the cluster's table. */
  | { readonly kind: "known"; readonly index: number }
  | { readonly kind: "task"; readonly name: string }
  | { readonly kind: "module"; readonly url: string; readonly name: string }
  | { readonly kind: "source"; readonly name: string; readonly source: string; readonly takesContext: boolean };

/** From a task. */
export type FromTask =
  /** It takes a context and is called now. Comes first. */
  | { readonly kind: "began" }
  /** How far it is, from 0 to 1. */
  | { readonly kind: "progress"; readonly fraction: number; readonly message?: string | undefined }
  | { readonly kind: "message"; readonly value: unknown }
  /** Answer with its name. */
  | { readonly kind: "key-wanted" }
  /**
   * Submit a task, number `sub` of this one; where `paths` lead in its arguments stand the results of others of this
   * one's tasks.
   */
  | {
      readonly kind: "submit";
      readonly sub: number;
      readonly fn: SubTaskFunction;
      readonly args: readonly unknown[];
      readonly paths: readonly Path[];
      readonly subs: readonly number[];
    }
  /** Send the result of that task when it is there. */
  | { readonly kind: "result-wanted"; readonly sub: number }
  /** The attempt has ended, or is told to: it needs nothing any more. Comes last. */
  | { readonly kind: "ended" };

/** To a task. */
export type ToTask =
  | { readonly kind: "message"; readonly value: unknown }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "result"; readonly sub: number; readonly value: unknown }
  | { readonly kind: "no-result"; readonly sub: number; readonly failure: Failure };

/** A call of a function for a task: one attempt at it. In an executor: the number of the call. */
export interface CallName {
  readonly task: number;
  readonly run: number;
}

/** From a call under supervision to the worker that it belongs to. */
export type FromCall =
  /** Before the function is called. */
  | { readonly kind: "started"; readonly takesContext: boolean }
  /** Not held: it waits for tasks of its own, and others may run meanwhile. Held: it goes on. */
  | { readonly kind: "core"; readonly isHeld: boolean }
  /** A call that was told to end has. */
  | { readonly kind: "interrupted" }
  | FromTask;

/** To a call under supervision. */
export type ToCall = { readonly kind: "interrupt"; readonly reason: Failure } | ToTask;
