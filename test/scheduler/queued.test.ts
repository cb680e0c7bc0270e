import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { queued } from "../../src/scheduler/queued.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

describeScheduler("queued", queued);

const ALL = { start: 100, finish: 100, answer: 100, refuse: 0 };

describe("queued", () => {
  it("gives a worker one task more than it has cores, and from eleven cores on two", () => {
    const harness = new SchedulerHarness(queued, 1);
    for (const cores of [1, 4, 10, 11, 20]) harness.addWorker(cores);
    harness.submit(Array.from({ length: 200 }, () => []));
    harness.turn();
    const loads = [...harness.workers.keys()].map((worker) => harness.load(worker));
    expect(loads).to.deep.equal([2, 5, 11, 13, 22]);
  });

  it("never gives a worker more than its slots, whatever the graph", () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const harness = new SchedulerHarness(queued, seed);
        for (let i = 0; i < 5; i++) harness.addWorker(1 + harness.below(4));
        harness.submit(
          Array.from({ length: 80 }, (_, i) => (i < 20 ? [] : [~harness.below(i), ~harness.below(i)])),
          1000,
        );
        while (harness.unfinished.length > 0) {
          harness.turn();
          for (const [worker, cores] of harness.workers) {
            expect(harness.load(worker)).to.be.at.most(Math.ceil(1.1 * cores - 1e-9));
          }
          harness.work();
        }
      }),
      { numRuns: 30 },
    );
  });

  /*  0   1   2   3   4   5        all take 100 bytes; a consumer has a lower b-level than every source
       \ /     \ /     \ /
        6       7       8  */
  it("uses results up before it makes more: consumers go before the sources that wait", () => {
    const harness = new SchedulerHarness(queued, 1);
    harness.addWorker();
    harness.submit([[], [], [], [], [], [], [~0, ~1], [~2, ~3], [~4, ~5]]);
    harness.turn();
    harness.finish(ALL);
    const order = harness.turns.log.map((line) => Number.parseInt(line, 10));
    // Two at a time: 0 is running and 1 stands behind it, when 0 ends 2 is the next.
    expect(order.indexOf(6)).to.be.below(order.indexOf(4));
    expect(order.indexOf(7)).to.be.below(order.indexOf(5));
  });

  it("lets tasks follow their data as long as there is room, and goes elsewhere when there is none", () => {
    const harness = new SchedulerHarness(queued, 1);
    for (let i = 0; i < 3; i++) harness.addWorker();
    const data = harness.addData(1, 1e6);
    const consumers = harness.submit(Array.from({ length: 4 }, () => [data.id]));
    harness.turn();
    const onHolder = consumers.filter((task) => task.worker === 1);
    expect(onHolder).to.have.lengthOf(2);
    expect(consumers.every((task) => task.phase === "assigned")).to.equal(true);
  });
});
