// What callers can choose, call by call.
import type { TaskKey } from "../base/ids.ts";
import type { Abortable } from "./abortable.ts";

/** Choices for the tasks of one call. */
export interface TaskOptions {
  /** The task's name; must be unique among futures that are alive. For `map`, the index is added. */
  readonly key?: TaskKey;
  /** -100 to 100; each step lets a task run before those of the last 1,000 submissions. Default 0. */
  readonly priority?: number;
  /**
   * Milliseconds from a task's start within which it must end, or it fails as `timed-out`; if it does not heed its signal
   * its worker is replaced after `graceTime`. Default: none.
   */
  readonly timeout?: number;
  /** Cancels the tasks when it is aborted; see `Future.cancel`. */
  readonly signal?: Abortable;
  /** How often a task is tried again when its function throws, 0 or more. Default 0. */
  readonly retries?: number;
  /** Milliseconds between a failure and the next attempt. Default 0. */
  readonly retryDelay?: number;
  /**
   * Workers, by number, that may run the tasks. When none of them is left they fail as `workers-gone`: a worker that is
   * replaced has another number. Default: every worker.
   */
  readonly workers?: readonly number[];
  /** Whether a task may be moved from the worker that it was first given to while that has too much to do. Default true. */
  readonly stealable?: boolean;
}

/** Choices for scattered values. */
export interface ScatterOptions {
  /** Whether each value goes to every worker, instead of one. Default false. */
  readonly broadcast?: boolean;
}

/** Choices for gathering results. */
export interface GatherOptions {
  /** Whether the futures are to be released with their results. Default false. */
  readonly release?: boolean;
}
