// Workers come, leave and die while programs run: results are the same, or what cannot be computed again is lost. More goes
// wrong in test/chaos.
import { describe, it } from "vitest";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { schedulers } from "../../src/scheduler/schedulers.ts";
import { runAtRandom } from "../support/random-run.ts";
import { checkProperty, runs, runsUnder } from "../support/random-runs.ts";

describe.each(Object.keys(schedulers) as SchedulerName[])("a cluster with scheduler %s", (scheduler) => {
  it("loses nothing when workers join and retire", { timeout: 120_000 }, async () => {
    await checkProperty(runs(scheduler, "orderly"), runAtRandom, runsUnder(scheduler, 80));
  });

  it("computes again what workers that die take with them", { timeout: 120_000 }, async () => {
    await checkProperty(runs(scheduler, "deadly"), runAtRandom, runsUnder(scheduler, 100));
  });
});
