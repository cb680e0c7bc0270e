// One number orders tasks on a worker: the user's priority, then submission order, then the scheduler's. Lower runs earlier.
import { MAX_USER_PRIORITY } from "../protocol/client-to-reactor.ts";

const SCHEDULER_LEVELS = 2 ** 20;
const GENERATIONS = 2 ** 25;

/** The part of the priority that all tasks of a submission share. */
export function priorityBase(userPriority: number, generation: number): number {
  const rank = MAX_USER_PRIORITY - userPriority;
  return (rank * GENERATIONS + Math.min(generation, GENERATIONS - 1)) * SCHEDULER_LEVELS + SCHEDULER_LEVELS / 2;
}

/** The whole priority: at most 2^53, exact. */
export function packPriority(base: number, schedulerPriority: number): number {
  const half = SCHEDULER_LEVELS / 2;
  return base + Math.max(-half, Math.min(half - 1, schedulerPriority));
}
