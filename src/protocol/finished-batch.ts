// Finished tasks as columns. Layout of one: [task, run, bytes high, bytes low]; ~high: the result is in shared memory.
import type { IntList } from "../base/int-list.ts";

/** Integers per finished task. */
export const FINISHED_SIZE = 4;
const LOW = 0x4000_0000; // 30 bits

/** Adds a finished task whose result has `bytes` managed bytes (at most 2^53). */
export function pushFinished(out: IntList, task: number, run: number, bytes: number, isShared = false): void {
  const at = out.length;
  out.extend(FINISHED_SIZE);
  const items = out.items;
  const high = bytes < LOW ? 0 : Math.floor(bytes / LOW);
  items[at] = task;
  items[at + 1] = run;
  items[at + 2] = isShared ? ~high : high;
  items[at + 3] = bytes - high * LOW;
}

/** The managed bytes of the entry that begins at `at`. */
export function finishedBytes(tasks: Int32Array, at: number): number {
  const high = tasks[at + 2] as number;
  return (high < 0 ? ~high : high) * LOW + (tasks[at + 3] as number);
}

/** Whether the result of the entry that begins at `at` is in shared memory. */
export const isFinishedShared = (tasks: Int32Array, at: number): boolean => (tasks[at + 2] as number) < 0;
