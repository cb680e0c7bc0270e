// The schedulers that come with the engine, by the names that the option `scheduler` takes.
import { randomScheduler } from "./random.ts";
import type { SchedulerFactory } from "./scheduler.ts";
import { workStealing } from "./work-stealing.ts";

export const schedulers = {
  "work-stealing": workStealing,
  random: randomScheduler,
} as const satisfies Readonly<Record<string, SchedulerFactory>>;

export type SchedulerName = keyof typeof schedulers;

/** The factory of that name. @throws {RangeError} if there is none. */
export function findScheduler(name: string): SchedulerFactory {
  if (Object.hasOwn(schedulers, name)) return schedulers[name as SchedulerName];
  const known = Object.keys(schedulers)
    .map((each) => `"${each}"`)
    .join(", ");
  throw new RangeError(`Cannot use scheduler "${name}": it is unknown, must be one of ${known}`);
}
