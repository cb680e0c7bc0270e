// Run-time failures of the engine: one table of codes with typed details. A caller's mistake is a TypeError or a
// RangeError instead. Errors cross ports as data, so guards test a registered marker and the code, never the class.
import type { TaskKey } from "./ids.ts";
import type { WorkerLoss } from "./worker-loss.ts";

/** The part of a worker's start that failed. */
export type BootPhase = "fetch" | "parse" | "boot" | "ready";

export interface ErrorDetails {
  /** A worker could not be started; `phase` says how far it came. */
  readonly "boot-failed": { readonly url: string; readonly phase: BootPhase };
  /** The task was cancelled, or its future released while somebody waited for it. The cause is the reason, if one was given. */
  readonly cancelled: { readonly key: TaskKey };
  /** The cluster was closed while something was pending. */
  readonly closed: { readonly cluster: string };
  /** Data that cannot be computed again (scattered, or moved in by `transfer`) was on a worker that was lost. */
  readonly "data-lost": { readonly key: TaskKey };
  /** A task was not run because another task failed; `root` is that task's key. The cause is its error. */
  readonly "dependency-failed": { readonly key: TaskKey; readonly root: TaskKey };
  /** Our bug: the machine stays failed and repeats this. */
  readonly "invariant-broken": { readonly story: string };
  /** A task's inputs can never be in memory together; both are managed bytes, `limit` is a worker's share. */
  readonly "memory-exceeded": { readonly key: TaskKey; readonly needed: number; readonly limit: number };
  /** A module or its export, named as a task's function, could not be used. */
  readonly "module-failed": { readonly url: string; readonly name: string };
  /** An argument or a result cannot cross a thread boundary; `path` leads to the offending property. */
  readonly "not-cloneable": { readonly key: TaskKey; readonly path: string };
  /** A message had a shape that no version of ours sends. */
  readonly "protocol-violated": { readonly found: string };
  /** A scheduler named an unknown or finished task, or an unknown worker. */
  readonly "scheduler-misbehaved": { readonly scheduler: string };
  /** A plain function could not be evaluated in the worker: a Content-Security-Policy forbids it. */
  readonly "source-blocked": { readonly name: string; readonly directive: string };
  /** The task ran longer than it was allowed to. */
  readonly "timed-out": { readonly key: TaskKey; readonly milliseconds: number };
  /** The worker's task module has no function of that name. */
  readonly "unknown-task": { readonly name: string; readonly known: readonly string[] };
  /**
   * Workers died while the task was on them, or with its result, too often to try again; or one before it answered `run`.
   * `reason`: how the last of them was lost.
   */
  readonly "worker-lost": { readonly key: TaskKey; readonly attempts: number; readonly reason?: WorkerLoss };
  /** A task may run only on workers that are not in the cluster, or not any more: a worker that is replaced has another number. */
  readonly "workers-gone": { readonly key: TaskKey; readonly workers: readonly number[] };
}

/** Stands for the key of a task where only its id is known; the client puts the key in its place. */
export const ANY_TASK = "this task";

export type ErrorCode = keyof ErrorDetails;

const marker = Symbol.for("weftwork.error");

/** A failure at run time; `code` says which and `details` carries its facts. */
export class EngineError<C extends ErrorCode = ErrorCode> extends Error {
  readonly code: C;
  readonly details: ErrorDetails[C];

  constructor(code: C, message: string, details: ErrorDetails[C], options?: ErrorOptions) {
    super(message, options);
    this.name = "EngineError";
    this.code = code;
    this.details = details;
    Object.defineProperty(this, marker, { value: true });
  }
}

/** Tells an engine's failure, of `code` when one is given, from any other value. */
export function isEngineError(error: unknown): error is EngineError;
export function isEngineError<C extends ErrorCode>(error: unknown, code: C): error is EngineError<C>;
export function isEngineError(error: unknown, code?: ErrorCode): boolean {
  if (typeof error !== "object" || error === null || !(marker in error)) return false;
  return code === undefined || (error as { readonly code?: unknown }).code === code;
}
