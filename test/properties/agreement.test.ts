// Programs on a quiet cluster agree with plain, sequential evaluation, whatever the order of deliveries.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { schedulers } from "../../src/scheduler/schedulers.ts";
import { runAtRandom } from "../support/random-run.ts";
import { checkProperty, runs } from "../support/random-runs.ts";

describe.each(Object.keys(schedulers) as SchedulerName[])("a cluster with scheduler %s", (scheduler) => {
  it("agrees with sequential evaluation on 1,000 random programs", { timeout: 120_000 }, async () => {
    await checkProperty(runs(scheduler, "none"), runAtRandom, 1000);
  });

  it("agrees on programs of 300 tasks", { timeout: 60_000 }, async () => {
    const large = runs(scheduler, "none").map((run) => ({ ...run, tasks: 300 }));
    await checkProperty(large, runAtRandom, 12);
  });

  it("gives the same instructions for the same seed", { timeout: 60_000 }, async () => {
    const traced = runs(scheduler, "deadly").map((run) => ({ ...run, trace: true }));
    await fc.assert(
      fc.asyncProperty(traced, async (run) => {
        const [first, second] = [await runAtRandom(run), await runAtRandom(run)];
        expect(second.instructions).to.deep.equal(first.instructions);
      }),
      { numRuns: 10 },
    );
  });
});
