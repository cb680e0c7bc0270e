// Schedulers by name, each loaded only when it is chosen.
import type { SchedulerFactory } from "../scheduler/scheduler.ts";
import type { SchedulerName } from "../scheduler/schedulers.ts";

const loaders: Readonly<Record<SchedulerName, () => Promise<SchedulerFactory>>> = {
  "work-stealing": async () => (await import("../scheduler/work-stealing.ts")).workStealing,
  random: async () => (await import("../scheduler/random.ts")).randomScheduler,
  "dask-like": async () => (await import("../scheduler/dask-like.ts")).daskLike,
  "b-level": async () => (await import("../scheduler/b-level.ts")).bLevel,
  "t-level": async () => (await import("../scheduler/t-level.ts")).tLevel,
  queued: async () => (await import("../scheduler/queued.ts")).queued,
};

/** The factory that an option names. @throws {RangeError} if there is none of that name */
export async function loadScheduler(scheduler: SchedulerName | SchedulerFactory): Promise<SchedulerFactory> {
  if (typeof scheduler === "function") return scheduler;
  checkSchedulerName(scheduler);
  return loaders[scheduler]();
}

/** @throws {RangeError} if no scheduler comes under that name */
export function checkSchedulerName(name: unknown): asserts name is SchedulerName {
  if (Object.hasOwn(loaders, String(name))) return;
  const known = Object.keys(loaders).join(", ");
  throw new RangeError(`Cannot create a cluster: scheduler "${String(name)}" is unknown, must be one of ${known}`);
}
