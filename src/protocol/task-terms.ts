// What callers ask of tasks beyond their results: limits, second attempts, where they may run. It travels beside the
// graph, by ranges of tasks, and only where something is said: a plain submission carries none of it.

/** What is said of the tasks `from` to `to` (exclusive) of a submission's graph. */
export interface TaskTerms {
  readonly from: number;
  readonly to: number;
  /** Milliseconds from the start of an attempt within which it must end. Such tasks are called under supervision. */
  readonly timeout?: number;
  /** Attempts after the first that a task may make when its function throws. */
  readonly retries?: number;
  /** Milliseconds before another attempt. */
  readonly retryDelay?: number;
  /** Workers that may run it; absent: every worker. */
  readonly workers?: readonly number[];
  /** Present where a task stays with the worker that it was first given to. */
  readonly stealable?: false;
}
