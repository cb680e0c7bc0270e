import { describe, expect, it } from "vitest";
import { bLevel } from "../../src/scheduler/b-level.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

describeScheduler("b-level", bLevel);

const ALL = { start: 100, finish: 100, answer: 100, refuse: 0 };

describe("bLevel", () => {
  /*  0   1   2 ─ 3 ─ 4
       \ /
        5                */
  it("starts the critical path first, although its source came last", () => {
    const harness = new SchedulerHarness(bLevel, 1);
    harness.addWorker();
    harness.submit([[], [], [], [~2], [~3], [~0, ~1]]);
    harness.turn();
    expect(harness.turns.log).to.deep.equal(["2>0@-3"]);
    harness.finish(ALL);
    const order = harness.turns.log.map((line) => Number.parseInt(line, 10));
    expect(order).to.deep.equal([2, 0, 1, 3, 5, 4]);
  });

  it("gives no worker more tasks than it has cores, and assigns the rest when tasks end", () => {
    const harness = new SchedulerHarness(bLevel, 1);
    harness.addWorker(1);
    harness.addWorker(3);
    harness.submit(Array.from({ length: 10 }, () => []));
    harness.turn();
    expect([harness.load(0), harness.load(1)]).to.deep.equal([1, 3]);
    harness.work(ALL);
    harness.turn();
    expect([harness.load(0), harness.load(1)]).to.deep.equal([1, 3]);
    expect(harness.turns.log).to.have.lengthOf(8);
  });

  /*  data of 100 MB on worker 1
        │
        0                          */
  it("chooses the free worker that has the input, and another one if that is busy", () => {
    const harness = new SchedulerHarness(bLevel, 1);
    const workers = [harness.addWorker(), harness.addWorker(), harness.addWorker()];
    const data = harness.addData(1, 1e8);
    const [first] = harness.submit([[data.id]]);
    harness.turn();
    expect(first?.worker).to.equal(1);
    const [second] = harness.submit([[data.id]]);
    harness.turn();
    expect(workers.filter((worker) => worker !== 1)).to.include(second?.worker);
  });

  it("prefers a free worker on the node of a busy holder", () => {
    const harness = new SchedulerHarness(bLevel, 1);
    for (let worker = 0; worker < 6; worker++) harness.addWorker(1, worker === 2 || worker === 4 ? 1 : 0);
    const data = harness.addData(2, 1e6);
    const [onHolder, nearHolder] = harness.submit([[data.id], [data.id]]);
    harness.turn();
    expect([onHolder?.worker, nearHolder?.worker]).to.deep.equal([2, 4]);
  });

  it("never moves a task", () => {
    const harness = new SchedulerHarness(bLevel, 1);
    for (let i = 0; i < 6; i++) {
      harness.addWorker(1 + (i % 3));
      harness.submit(Array.from({ length: 20 }, (_, j) => (j < 5 ? [] : [~(j - 5)])));
      harness.turn();
      harness.work();
    }
    harness.finish();
    expect(harness.turns.moves).to.equal(0);
  });

  /*  0 ── 1   the result of 0 is lost while 1 has the only core */
  it("gives a worker what its waiting task needs again, although it has no core left", () => {
    const harness = new SchedulerHarness(bLevel, 1);
    harness.addWorker();
    const [source, consumer] = harness.submit([[], [~0]]);
    harness.turn();
    harness.work(ALL);
    harness.addWorker();
    harness.turn();
    expect(consumer?.phase).to.equal("assigned");
    if (source !== undefined) source.holders.clear();
    harness.turns.tell({ kind: "removed", tasks: Int32Array.of(0), workers: Int32Array.of(0) });
    harness.removeWorker(1);
    if (source !== undefined) source.phase = "unassigned";
    harness.turns.tell({ kind: "reopened", tasks: Int32Array.of(0) });
    harness.turn();
    expect(source?.worker).to.equal(0);
    harness.finish();
  });
});
