import { describe, expect, it } from "vitest";
import { tLevel } from "../../src/scheduler/t-level.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

describeScheduler("t-level", tLevel);

const ALL = { start: 100, finish: 100, answer: 100, refuse: 0 };

/** The tasks in the order in which one worker is given them. */
function orderOf(harness: SchedulerHarness): number[] {
  harness.turn();
  harness.finish(ALL);
  return harness.turns.log.map((line) => Number.parseInt(line, 10));
}

describe("tLevel", () => {
  /*  0 ─ 1 ─ 2      3 ─ 4  */
  it("works a graph off in layers from its sources", () => {
    const harness = new SchedulerHarness(tLevel, 1);
    harness.addWorker();
    harness.submit([[], [~0], [~1], [], [~3]]);
    expect(orderOf(harness)).to.deep.equal([0, 3, 1, 4, 2]);
  });

  /*  0 ─ 1 ─ 2       3 takes 0 and 1 and is as far from the source as 2  */
  it("counts the longest path to a task", () => {
    const harness = new SchedulerHarness(tLevel, 1);
    harness.addWorker();
    harness.submit([[], [~0], [~1], [~0, ~1], []]);
    expect(orderOf(harness)).to.deep.equal([0, 4, 1, 2, 3]);
  });

  it("counts on from tasks of earlier submissions", () => {
    const harness = new SchedulerHarness(tLevel, 1);
    harness.addWorker();
    const [, last] = harness.submit([[], [~0]]);
    harness.submit([[last?.id as number], [], []]);
    expect(orderOf(harness)).to.deep.equal([0, 3, 4, 1, 2]);
  });

  it("sends higher t-levels as higher priorities", () => {
    const harness = new SchedulerHarness(tLevel, 1);
    harness.addWorker();
    harness.submit([[], [~0], [~1]]);
    harness.turn();
    harness.finish(ALL);
    expect(harness.turns.log).to.deep.equal(["0>0@0", "1>0@1", "2>0@2"]);
  });
});
