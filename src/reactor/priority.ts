// One number orders tasks on a worker: the user's priority, then submission order, then the scheduler's. Lower runs
// earlier. A priority is a lead over others, in submissions: so a stream of tasks with a higher one cannot hold up the rest
// for ever, and nothing need be counted for any task.
import { MAX_USER_PRIORITY } from "../protocol/client-to-reactor.ts";

const SCHEDULER_LEVELS = 2 ** 20;
const MOST_SUBMISSIONS = 2 ** 33;
/** Later submissions that each step of the user's priority lets a task run before those of. */
export const LEAD = 1000;

/** The part of the priority that all tasks of a submission share. */
export function priorityBase(userPriority: number, generation: number): number {
  const place = Math.round((MAX_USER_PRIORITY - userPriority) * LEAD) + generation;
  return Math.min(place, MOST_SUBMISSIONS - 1) * SCHEDULER_LEVELS + SCHEDULER_LEVELS / 2;
}

/** The whole priority: below 2^53, exact. */
export function packPriority(base: number, schedulerPriority: number): number {
  const half = SCHEDULER_LEVELS / 2;
  return base + Math.max(-half, Math.min(half - 1, schedulerPriority));
}
