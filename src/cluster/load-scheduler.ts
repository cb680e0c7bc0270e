// Schedulers by name, each loaded only when it is chosen.
import type { SchedulerFactory } from "../scheduler/scheduler.ts";
import type { SchedulerName } from "../scheduler/schedulers.ts";

const loaders: Readonly<Record<SchedulerName, () => Promise<SchedulerFactory>>> = {
  "work-stealing": async () => (await import("../scheduler/work-stealing.ts")).workStealing,
  random: async () => (await import("../scheduler/random.ts")).randomScheduler,
};

/** The factory that an option names. @throws {RangeError} if there is none of that name */
export async function loadScheduler(scheduler: SchedulerName | SchedulerFactory): Promise<SchedulerFactory> {
  if (typeof scheduler === "function") return scheduler;
  if (Object.hasOwn(loaders, scheduler)) return loaders[scheduler]();
  const known = Object.keys(loaders).join(", ");
  throw new RangeError(`Cannot create a cluster: scheduler "${scheduler}" is unknown, must be one of ${known}`);
}
