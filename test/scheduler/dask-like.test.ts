import { describe, expect, it } from "vitest";
import { daskLike } from "../../src/scheduler/dask-like.ts";
import { describeScheduler } from "../conformance/scheduler-suite.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

describeScheduler("dask-like", daskLike);

const ALL = { start: 100, finish: 100, answer: 100, refuse: 0 };
/** Moves are done; nothing starts. */
const ANSWER = { start: 0, finish: 0, answer: 100, refuse: 0 };
const tasks = (count: number, inputs: readonly number[] = []): (readonly number[])[] =>
  Array.from({ length: count }, () => inputs);

function cluster(workers: number, cores = 1): SchedulerHarness {
  const harness = new SchedulerHarness(daskLike, 3);
  for (let i = 0; i < workers; i++) harness.addWorker(cores);
  return harness;
}

function loads(harness: SchedulerHarness): number[] {
  return [...harness.workers.keys()].map((worker) => harness.load(worker));
}

describe("daskLike", () => {
  /*  100 MB on worker 0     1 kB on worker 1
                  \         /
                   consumer                    */
  it("prefers the holder of 100 MB to an idle worker that holds next to nothing", () => {
    const harness = cluster(2);
    harness.learn(0, 100);
    harness.submit([[]]);
    harness.turn();
    expect(loads(harness)).to.deep.equal([1, 0]);
    const large = harness.addData(0, 1e8);
    const small = harness.addData(1, 1e3);
    const [consumer] = harness.submit([[large.id, small.id]]);
    harness.turn();
    expect(consumer?.worker, "100 ms of waiting against a second of transfer").to.equal(0);
  });

  it("goes to the other holder when the work that waits there weighs more than the transfer", () => {
    const harness = cluster(2);
    harness.learn(0, 5000);
    harness.submit([[]]);
    harness.turn();
    const large = harness.addData(0, 1e8);
    const small = harness.addData(1, 1e3);
    const [consumer] = harness.submit([[large.id, small.id]]);
    harness.turn();
    expect(consumer?.worker, "five seconds of waiting against one of transfer").to.equal(1);
  });

  it("weighs transfers by the bandwidth that was measured", () => {
    const harness = cluster(2);
    harness.learn(0, 100);
    harness.learnBandwidth(1e10);
    harness.submit([[]]);
    harness.turn();
    const large = harness.addData(0, 1e8);
    const small = harness.addData(1, 1e3);
    const [consumer] = harness.submit([[large.id, small.id]]);
    harness.turn();
    expect(consumer?.worker, "100 ms of waiting against ten of transfer").to.equal(1);
  });

  it("learns durations: one long task weighs as much as many short ones", () => {
    const harness = cluster(2);
    harness.learn(1, 1000);
    harness.learn(2, 10);
    harness.submit([[]], 100, 1);
    harness.submit(tasks(100), 100, 2);
    harness.turn();
    expect(loads(harness)).to.deep.equal([1, 100]);
  });

  it("takes tasks of unknown functions for equally long", () => {
    const harness = cluster(4);
    harness.submit(tasks(20), 100, 1);
    harness.submit(tasks(20), 100, 2);
    harness.turn();
    expect(loads(harness)).to.deep.equal([10, 10, 10, 10]);
  });

  it("goes round when there are 20 workers or more", () => {
    const harness = cluster(25);
    harness.submit(tasks(50));
    harness.turn();
    expect(new Set(loads(harness))).to.deep.equal(new Set([2]));
  });

  /*       source (10 kB, on worker 0)
          /   |   ...   \
         1    2   ...   40        */
  it("lets idle workers steal from a saturated one", () => {
    const harness = cluster(4);
    harness.learn(1, 1000);
    const source = harness.addData(0, 1e4);
    harness.submit(tasks(40, [source.id]), 100, 1);
    harness.turn();
    expect(loads(harness), "who has half of the average is idle no more").to.deep.equal([25, 5, 5, 5]);
    expect(harness.turns.moves, "nobody was told before they were spread").to.equal(0);
    harness.work({ ...ALL, finish: 30 });
    harness.turn();
    harness.finish(ALL);
  });

  /*       source (1 GB, on worker 0)
          /   |   ...   \
         1    2   ...   10          10 s to bring, 1 s to compute  */
  it("does not steal tasks whose transfer takes longer than they wait", () => {
    const harness = cluster(4);
    harness.learn(1, 1000);
    const source = harness.addData(0, 1e9);
    harness.submit(tasks(10, [source.id]), 100, 1);
    harness.turn();
    harness.work(ANSWER);
    harness.turn();
    expect(loads(harness)).to.deep.equal([10, 0, 0, 0]);
    expect(harness.turns.moves).to.equal(0);
  });

  it("asks for tasks that were sent when a worker joins", () => {
    const harness = cluster(1);
    harness.submit(tasks(20));
    harness.turn();
    harness.addWorker();
    harness.turn();
    harness.work(ANSWER);
    expect(loads(harness)).to.deep.equal([15, 5]);
    expect(harness.turns.moves).to.equal(5);
  });

  it("steals nothing while everybody is busy", () => {
    const harness = cluster(3);
    harness.submit(tasks(30));
    harness.turn();
    for (let i = 0; i < 5; i++) {
      harness.work(ANSWER);
      harness.turn();
    }
    expect(harness.turns.moves).to.equal(0);
  });

  it("tries again elsewhere when a victim keeps its task", () => {
    const harness = cluster(1);
    harness.submit(tasks(8));
    harness.turn();
    harness.addWorker();
    harness.turn();
    const asked = harness.turns.moves;
    expect(asked).to.be.above(0);
    harness.work({ ...ANSWER, refuse: 100 });
    harness.turn();
    expect(harness.turns.moves).to.be.above(asked);
    harness.finish(ALL);
  });

  it("does not ask for a second move of a task while the first is under way", () => {
    const harness = new SchedulerHarness(daskLike, 3, { start: 50, finish: 50, answer: 20, refuse: 20 });
    for (let i = 0; i < 12; i++) {
      harness.addWorker();
      if (i % 3 === 0) harness.submit(tasks(100));
      harness.work();
      harness.turn();
    }
    harness.finish();
    expect(harness.turns.moves).to.be.above(10);
    expect(harness.turns.movesOfMoving).to.equal(0);
  });
});
