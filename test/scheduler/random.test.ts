import { describe, expect, it } from "vitest";
import { randomScheduler } from "../../src/scheduler/random.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

describeScheduler("random", randomScheduler);

describe("randomScheduler", () => {
  it("assigns tasks when they arrive, before they are ready", () => {
    const harness = new SchedulerHarness(randomScheduler, 7);
    harness.addWorker();
    harness.submit([[], [~0], [~1]]);
    harness.turn();
    expect(harness.turns.log).to.deep.equal(["0>0@0", "1>0@0", "2>0@0"]);
  });

  it("spreads tasks uniformly", () => {
    const harness = new SchedulerHarness(randomScheduler, 7);
    const workers = [0, 1, 2, 3].map(() => harness.addWorker());
    harness.submit(Array.from({ length: 4000 }, () => []));
    harness.turn();
    for (const worker of workers) expect(harness.load(worker)).to.be.within(900, 1100);
  });

  it("never moves a task", () => {
    const harness = new SchedulerHarness(randomScheduler, 7);
    harness.addWorker();
    harness.submit(Array.from({ length: 100 }, () => []));
    harness.turn();
    harness.addWorker();
    harness.turn();
    harness.finish();
    expect(harness.turns.moves).to.equal(0);
  });

  it("asks to be asked only when tasks have come", () => {
    const harness = new SchedulerHarness(randomScheduler, 7);
    harness.addWorker();
    harness.submit([[]]);
    expect(harness.turn()).to.equal(true);
    harness.work({ start: 100, finish: 100, answer: 0, refuse: 0 });
    expect(harness.turn()).to.equal(false);
    harness.addWorker();
    expect(harness.turn()).to.equal(false);
  });
});
