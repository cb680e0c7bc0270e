// What a task can do while it runs, beside computing.
import type { ModuleFunction } from "./task-graph.ts";

/** The host's AbortSignal. */
export type HostSignal = typeof globalThis extends { readonly AbortSignal: { readonly prototype: infer Signal } }
  ? Signal
  : never;

/** A task that a task has submitted. It is let go of when that task ends. */
export interface SubTask<T = unknown> {
  /**
   * Its result. While the task that asks waits for it, it gives its core back, so that others can run there.
   * @throws what the task threw; what the asking task's signal is aborted with
   */
  result(): Promise<T>;
}

/** The arguments of a task's own task: each may be another of them, whose result need not come here first. */
export type SubTaskArgs<Args extends readonly unknown[]> = { readonly [I in keyof Args]: Args[I] | SubTask<Args[I]> };

/** The first argument of a function that was marked by `withContext`; good until the task ends: what comes later is ignored. */
export interface TaskContext {
  /** Aborted when the task is cancelled, out of time, or wanted no longer. A task that heeds it keeps its worker alive. */
  readonly signal: HostSignal;
  /** What its user has sent by `future.send`, in order, from the first on; ends with the task. */
  readonly messages: AsyncIterable<unknown>;
  /** Calls back for what its user sends, instead of `messages`; returns how to stop. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** The task's name, as `future.key`; it must be asked for. */
  key(): Promise<string>;
  /**
   * Says how far it is, from 0 to 1: `future.onProgress`. Of what is said often only the latest gets through, some twenty
   * times a second. @throws {RangeError}
   */
  progress(fraction: number, message?: string): void;
  /** Sends its user a message: `future.messages`. @throws {EngineError} not-cloneable, with the path of the offending property */
  send(message: unknown): void;
  /**
   * Submits a task of its own: a function that the worker serves, a module's, or a plain one. In an attempt that follows it is
   * submitted anew. @throws {EngineError} not-cloneable; {TypeError} if the function cannot be sent
   */
  submit<Args extends readonly unknown[], Result>(
    fn: ((...args: Args) => Result) | (ModuleFunction & { readonly signature?: (...args: Args) => Result }),
    ...args: SubTaskArgs<Args>
  ): SubTask<Awaited<Result>>;
  submit<Args extends readonly unknown[], Result>(
    fn: (context: TaskContext, ...args: Args) => Result,
    ...args: SubTaskArgs<Args>
  ): SubTask<Awaited<Result>>;
}
