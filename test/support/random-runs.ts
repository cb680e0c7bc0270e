// Random programs for fast-check: small ones mostly, so that many fit into a minute, and up to 300 tasks.
import * as fc from "fast-check";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import type { RandomRun } from "./random-run.ts";

/** Programs in turmoil per scheduler: all of them for the two that are used most, three in ten for each of the others. */
export function runsUnder(scheduler: SchedulerName, all: number): number {
  return scheduler === "work-stealing" || scheduler === "random" ? all : Math.ceil(0.3 * all);
}

export function runs(scheduler: SchedulerName, turmoil: RandomRun["turmoil"]): fc.Arbitrary<RandomRun> {
  return fc.record({
    seed: fc.nat(),
    scheduler: fc.constant(scheduler),
    tasks: fc.oneof(
      { weight: 24, arbitrary: fc.integer({ min: 1, max: 24 }) },
      { weight: 3, arbitrary: fc.integer({ min: 20, max: 120 }) },
      { weight: 1, arbitrary: fc.integer({ min: 100, max: 300 }) },
    ),
    cores: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 }),
    failing: fc.constantFrom(0, 0, 3, 10),
    fragile: fc.boolean(),
    turmoil: fc.constant(turmoil),
  });
}

/** Runs what fast-check makes up; a failure names the smallest run it finds. */
export async function checkProperty(
  arbitrary: fc.Arbitrary<RandomRun>,
  check: (run: RandomRun) => Promise<unknown>,
  numRuns: number,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(arbitrary, async (run) => {
      await check(run);
    }),
    { numRuns },
  );
}
