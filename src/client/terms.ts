// What the options of a call ask of its tasks, checked.
import { MAX_USER_PRIORITY } from "../protocol/client-to-reactor.ts";
import type { TaskTerms } from "../protocol/task-terms.ts";
import type { TaskOptions } from "./options.ts";

/** Terms, whatever the tasks that they are for. */
export type Terms = Omit<TaskTerms, "from" | "to">;

/** Whether calls with these options are made under supervision, so that they can be ended. */
export const isSupervised = ({ timeout, signal }: TaskOptions): boolean =>
  signal !== undefined || (timeout !== undefined && timeout !== Number.POSITIVE_INFINITY);

/** What is asked of tasks with these options; undefined if nothing is. @throws {RangeError} naming the option */
export function termsOf(options: TaskOptions): Terms | undefined {
  const { timeout, retries, retryDelay, workers, stealable } = options;
  if (timeout === undefined && retries === undefined && retryDelay === undefined) {
    if (workers === undefined && stealable !== false) return undefined;
  }
  if (timeout !== undefined) check("timeout", timeout, timeout > 0, "above 0 milliseconds");
  if (retries !== undefined) check("retries", retries, isCount(retries), "a whole number, 0 or more");
  if (retryDelay !== undefined) check("retryDelay", retryDelay, isDelay(retryDelay), "0 milliseconds or more");
  if (workers !== undefined) check("workers", workers, areWorkers(workers), "the numbers of one worker or more");
  return {
    ...(timeout !== undefined && timeout !== Number.POSITIVE_INFINITY && { timeout }),
    ...(retries !== undefined && { retries }),
    ...(retryDelay !== undefined && { retryDelay }),
    ...(workers !== undefined && { workers: [...new Set(workers)] }),
    ...(stealable === false && { stealable }),
  };
}

/** Whether two of them ask for the same. */
export function isSameTerms(a: Terms, b: Terms): boolean {
  if (a.timeout !== b.timeout || a.retries !== b.retries || a.retryDelay !== b.retryDelay) return false;
  return a.stealable === b.stealable && String(a.workers) === String(b.workers);
}

/** @throws {RangeError} if it is out of range */
export function checkPriority(priority: number): void {
  if (Math.abs(priority) <= MAX_USER_PRIORITY) return;
  const limits = `must be from ${-MAX_USER_PRIORITY} to ${MAX_USER_PRIORITY}`;
  throw new RangeError(`Cannot submit with priority ${priority}: it is out of range, ${limits}`);
}

const isCount = (value: number): boolean =>
  value === Number.POSITIVE_INFINITY || (Number.isInteger(value) && value >= 0);
const isDelay = (value: number): boolean => Number.isFinite(value) && value >= 0;

const areWorkers = (workers: readonly number[]): boolean =>
  Array.isArray(workers) && workers.length > 0 && workers.every((worker) => Number.isInteger(worker) && worker >= 0);

function check(name: string, value: number | readonly number[], isRight: boolean, wanted: string): void {
  if (isRight) return;
  throw new RangeError(`Cannot submit a task: "${name}" is ${String(value)}, must be ${wanted}`);
}
