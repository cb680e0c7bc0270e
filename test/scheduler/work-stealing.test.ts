import { describe, expect, it } from "vitest";
import { workStealing } from "../../src/scheduler/work-stealing.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

describeScheduler("work-stealing", workStealing);

const ALL = { start: 100, finish: 100, answer: 100, refuse: 0 };
const tasks = (count: number, inputs: readonly number[] = []): (readonly number[])[] =>
  Array.from({ length: count }, () => inputs);

function cluster(workers: number, cores = 1): SchedulerHarness {
  const harness = new SchedulerHarness(workStealing, 3);
  for (let i = 0; i < workers; i++) harness.addWorker(cores);
  return harness;
}

/** The loads of all workers. */
function loads(harness: SchedulerHarness): number[] {
  return [...harness.workers.keys()].map((worker) => harness.load(worker));
}

// The first four are the expectations that rsds tests its own scheduler against.
describe("workStealing", () => {
  it("gives each of five workers more than 400 of the 5,000 tasks of a reduction", () => {
    const harness = cluster(5);
    harness.submit([...tasks(5000), Array.from({ length: 5000 }, (_, i) => ~i)]);
    harness.turn();
    for (const load of loads(harness)) expect(load).to.be.above(400);
  });

  /*      source (100 MB)
         /  |  ...  \
        0   1  ...  4999  */
  it("spreads 5,000 children evenly although all are cheapest beside their source", () => {
    const harness = cluster(5);
    const [source] = harness.submit([[]], 1e8);
    harness.turn();
    harness.submit(tasks(5000, [source?.id as number]));
    harness.turn();
    harness.work(ALL);
    expect(harness.unfinished).to.have.lengthOf(5000);
    harness.turn();
    for (const load of loads(harness)) expect(load).to.be.within(950, 1050);
    expect(harness.turns.moves, "nobody was told of the tasks before they were spread").to.equal(0);
  });

  it("gives 40 tasks that come one by one to 40 of 42 workers", () => {
    const harness = cluster(42);
    for (let i = 0; i < 40; i++) {
      harness.submit([[]]);
      harness.turn();
    }
    expect(Math.max(...loads(harness))).to.equal(1);
    expect(harness.turns.moves).to.equal(0);
  });

  /*   0
      / \
     1   2
     |  / \
     |  3  4
      \ | /
        5 ── 6  */
  it("runs the two branches of a small graph on two workers", () => {
    const harness = cluster(2);
    const [, left, right] = harness.submit([[], [~0], [~0], [~2], [~2], [~1, ~3, ~4], [~5]]);
    harness.turn();
    harness.work(ALL);
    harness.turn();
    expect(left?.worker).to.not.equal(right?.worker);
    harness.finish();
  });

  it("sends higher b-levels as lower priorities", () => {
    const harness = cluster(1);
    harness.submit([[], [~0], [~1], []]);
    harness.turn();
    expect(harness.turns.log).to.deep.equal(["0>0@-3", "3>0@-1"]);
  });

  it("runs a chain where it began", () => {
    const harness = cluster(8);
    const chain = harness.submit([[], [~0], [~1], [~2]]);
    harness.turn();
    harness.finish();
    for (const task of chain) expect([...task.holders]).to.deep.equal([...(chain[0]?.holders ?? [])]);
  });

  it("shares evenly with workers that come one after the other", () => {
    const harness = cluster(1);
    harness.submit(tasks(1000));
    harness.turn();
    for (let i = 0; i < 4; i++) {
      harness.addWorker();
      harness.turn();
      harness.work({ start: 0, finish: 0, answer: 100, refuse: 0 });
      harness.turn();
    }
    for (const load of loads(harness)) expect(load).to.be.within(100, 320);
    harness.finish();
  });

  it("shares in proportion to cores", () => {
    const harness = cluster(1, 1);
    harness.submit(tasks(1000));
    harness.turn();
    harness.addWorker(3);
    harness.turn();
    expect(loads(harness)).to.deep.equal([250, 750]);
  });

  it("does not ask for a second move of a task while the first is under way", () => {
    const harness = new SchedulerHarness(workStealing, 3, { start: 50, finish: 50, answer: 20, refuse: 20 });
    for (let i = 0; i < 12; i++) {
      harness.addWorker();
      if (i % 3 === 0) harness.submit(tasks(100));
      harness.work();
      harness.turn();
    }
    harness.finish();
    expect(harness.turns.moves).to.be.above(20);
    expect(harness.turns.movesOfMoving).to.equal(0);
  });

  it("balances again when a move fails", () => {
    const harness = cluster(1);
    harness.submit(tasks(4));
    harness.turn();
    harness.addWorker();
    harness.turn();
    expect(harness.turns.moves).to.equal(2);
    harness.work({ start: 0, finish: 0, answer: 100, refuse: 100 });
    expect(harness.turn(), "the thief has nothing to do again").to.equal(true);
    expect(harness.turns.moves, "the refused tasks stay; others go").to.equal(4);
  });

  it("does not ask to be asked when a finished task leaves nothing to balance", () => {
    const harness = cluster(2);
    harness.submit(tasks(2));
    harness.turn();
    harness.work(ALL);
    expect(harness.turn()).to.equal(false);
  });
});
