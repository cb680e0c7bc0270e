// A task that speaks, while it runs.
import type { ToTask } from "../protocol/task-talk.ts";
import type { FutureTalk } from "./future-talk.ts";

/** An attempt at a task, which has begun and not ended. */
export interface RunningTask {
  readonly worker: number;
  readonly run: number;
  /** The user's priority. */
  readonly priority: number;
  /** Of the future that somebody holds. */
  readonly talk: FutureTalk | undefined;
  readonly tell: (message: ToTask) => void;
}
