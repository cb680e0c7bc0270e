// Under constant load nobody waits for ever: among equals the first comes first, and what is less urgent gets its turn while
// others go on coming.
import { describe, expect, it } from "vitest";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { schedulers } from "../../src/scheduler/schedulers.ts";
import { Simulation } from "../support/simulation.ts";

const NAMES = Object.keys(schedulers) as SchedulerName[];
const TASKS = { same: (...args: readonly unknown[]): unknown => args[0] };
const SAME = { kind: "task", name: "same" } as const;

describe.each(NAMES)("a cluster with scheduler %s under constant load", (scheduler) => {
  it("lets no task wait for more than a few times as many as stand before it", { timeout: 60_000 }, async () => {
    const sim = new Simulation({ workers: [1, 2], scheduler, seed: 7, tasks: TASKS });
    const backlog = 40;
    let submitted = 0;
    let finished = 0;
    let longest = 0;
    const submit = (): void => {
      const future = sim.client.submit(SAME, [submitted]);
      const place = submitted++;
      sim.client.watch(future, () => {
        longest = Math.max(longest, ++finished - place);
        future.release();
        if (submitted < 2000) submit();
      });
    };
    for (let i = 0; i < backlog; i++) submit();
    await sim.run();
    expect(finished).to.equal(2000);
    // Random workers are not equally long: what stands on the longest queue waits for that one.
    expect(longest).to.be.below((scheduler === "random" ? 4 : 2) * backlog);
    sim.expectQuiet();
  });

  it("runs a task of low priority although urgent ones go on coming", { timeout: 60_000 }, async () => {
    const sim = new Simulation({ workers: [1], scheduler, seed: 7, tasks: TASKS });
    const low = sim.client.submit(SAME, [0], { priority: -1 });
    let before = 0;
    let isDone = false;
    sim.client.watch(low, () => {
      isDone = true;
    });
    const submit = (): void => {
      const future = sim.client.submit(SAME, [1], { priority: 1 });
      sim.client.watch(future, () => {
        future.release();
        before++;
        if (!isDone && before < 5000) submit();
      });
    };
    for (let i = 0; i < 12; i++) submit();
    await sim.run();
    expect(isDone).to.equal(true);
    expect(before).to.be.below(2 * 2000);
    low.release();
    await sim.run();
    sim.expectQuiet();
  });
});
