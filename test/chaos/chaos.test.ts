// A part of what `npm run chaos` runs: everything that goes wrong with workers, ports, stores and clients, at any time.
import * as fc from "fast-check";
import { describe, it } from "vitest";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { schedulers } from "../../src/scheduler/schedulers.ts";
import { runChaos } from "./chaos-run.ts";
import { chaosRuns } from "./chaos-runs.ts";

const NAMES = Object.keys(schedulers) as SchedulerName[];
/** Over all schedulers. */
const RUNS = 2000;

describe.each(NAMES)("a cluster with scheduler %s to which everything happens", (scheduler) => {
  it("gives right values or an error that says why, hangs never and leaves nothing", { timeout: 120_000 }, async () => {
    const numRuns = Math.ceil(RUNS / NAMES.length);
    await fc.assert(fc.asyncProperty(chaosRuns(scheduler), runChaos), { numRuns });
  });
});
