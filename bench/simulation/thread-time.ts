// Processor time by thread, which others on the machine disturb far less than they disturb elapsed time. Linux only.
import { readdirSync, readFileSync } from "node:fs";

/** Milliseconds of processor time that each thread of this process has had, by thread id. */
export function threadTimes(): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      const nanoseconds = readFileSync(`/proc/self/task/${thread}/schedstat`, "utf8").split(" ")[0];
      times.set(Number(thread), Number(nanoseconds) / 1e6);
    } catch {
      // It has ended meanwhile.
    }
  }
  return times;
}

/** Processor time of the main thread and of the busiest `workers` others, in milliseconds, while `action` runs. */
export async function busyTimes(
  workers: number,
  action: () => Promise<unknown>,
): Promise<{ readonly main: number; readonly workers: number }> {
  const before = threadTimes();
  await action();
  const after = threadTimes();
  const spent = (thread: number): number => (after.get(thread) ?? 0) - (before.get(thread) ?? 0);
  const others = [...after.keys()].filter((thread) => thread !== process.pid).map(spent);
  const busiest = others.sort((a, b) => b - a).slice(0, workers);
  return { main: spent(process.pid), workers: busiest.reduce((sum, time) => sum + time, 0) };
}
