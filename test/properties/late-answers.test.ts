// A scheduler in a thread of its own: what it decides arrives late, after whatever has happened meanwhile.
import { describe, it } from "vitest";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { schedulers } from "../../src/scheduler/schedulers.ts";
import type { RandomRun } from "../support/random-run.ts";
import { runAtRandom } from "../support/random-run.ts";
import { checkProperty, runs, runsUnder } from "../support/random-runs.ts";

const runLate = (run: RandomRun): Promise<unknown> => runAtRandom({ ...run, answersLate: true });

describe.each(Object.keys(schedulers) as SchedulerName[])("a cluster with scheduler %s in a thread", (scheduler) => {
  it("agrees with sequential evaluation on random programs", { timeout: 120_000 }, async () => {
    await checkProperty(runs(scheduler, "none"), runLate, runsUnder(scheduler, 400));
  });

  it("loses nothing when workers join and retire", { timeout: 120_000 }, async () => {
    await checkProperty(runs(scheduler, "orderly"), runLate, runsUnder(scheduler, 250));
  });

  it("computes again what workers that die take with them", { timeout: 120_000 }, async () => {
    await checkProperty(runs(scheduler, "deadly"), runLate, runsUnder(scheduler, 350));
  });
});
