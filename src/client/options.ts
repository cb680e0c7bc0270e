// What callers can choose, call by call.
import type { TaskKey } from "../base/ids.ts";

/** Choices for the tasks of one call. */
export interface TaskOptions {
  /** The task's name; must be unique among futures that are alive. For `map`, the index is added. */
  readonly key?: TaskKey;
  /** -100 to 100; higher runs earlier. Default 0. */
  readonly priority?: number;
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
