// The schedulers that come with the engine, by the names that the option `scheduler` takes.
import { bLevel } from "./b-level.ts";
import { daskLike } from "./dask-like.ts";
import { queued } from "./queued.ts";
import { randomScheduler } from "./random.ts";
import type { SchedulerFactory } from "./scheduler.ts";
import { tLevel } from "./t-level.ts";
import { workStealing } from "./work-stealing.ts";

export const schedulers = {
  "work-stealing": workStealing,
  random: randomScheduler,
  "dask-like": daskLike,
  "b-level": bLevel,
  "t-level": tLevel,
  queued,
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
