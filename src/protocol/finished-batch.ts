// Finished tasks as columns. Layout of one: [task, run, bytes high, bytes low].
import type { IntList } from "../base/int-list.ts";

/** Integers per finished task. */
export const FINISHED_SIZE = 4;
const LOW = 0x4000_0000; // 30 bits

/** Adds a finished task whose result has `bytes` managed bytes (at most 2^53). */
export function pushFinished(out: IntList, task: number, run: number, bytes: number): void {
  const at = out.length;
  out.extend(FINISHED_SIZE);
  const items = out.items;
  const high = bytes < LOW ? 0 : Math.floor(bytes / LOW);
  items[at] = task;
  items[at + 1] = run;
  items[at + 2] = high;
  items[at + 3] = bytes - high * LOW;
}

/** The managed bytes of the entry that begins at `at`. */
export function finishedBytes(tasks: Int32Array, at: number): number {
  return (tasks[at + 2] as number) * LOW + (tasks[at + 3] as number);
}
