// What every scheduler must do, whatever its algorithm. Yours too: `describeScheduler("mine", (seed) => new Mine(seed))`.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SchedulerFactory } from "../../src/scheduler/scheduler.ts";
import { SchedulerHarness } from "../support/scheduler-harness.ts";

/** A graph of `count` tasks: each takes up to three of the last twenty before it. */
function randomGraph(harness: SchedulerHarness, count: number): number[][] {
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: i === 0 ? 0 : harness.below(4) }, () => ~(i - 1 - harness.below(Math.min(i, 20)))),
  );
}

/** A cluster's life: submissions, cancellations, workers that come and go; then everything is to be computed. */
export function live(factory: SchedulerFactory, seed: number, turns: number): SchedulerHarness {
  const harness = new SchedulerHarness(factory, seed);
  for (let i = 0; i < turns; i++) {
    if (harness.chance(15) && harness.workers.size < 8) harness.addWorker(1 + harness.below(3), harness.below(2));
    if (harness.chance(30)) extend(harness);
    if (harness.chance(20)) harness.learn(harness.below(3), 10 ** (harness.below(8) - 2));
    if (harness.chance(5)) harness.learnBandwidth(10 ** (5 + harness.below(6)));
    if (harness.chance(10) && harness.workers.size > 0) harness.addData(anyWorker(harness), harness.below(1000));
    harness.work();
    harness.release(30);
    if (harness.chance(10)) cancelSome(harness);
    if (harness.chance(10) && harness.workers.size > 0) harness.removeWorker(anyWorker(harness), harness.chance(30));
    harness.forget(20);
    harness.turn();
  }
  if (harness.workers.size === 0) harness.addWorker(2);
  harness.turn();
  harness.finish();
  return harness;
}

function anyWorker(harness: SchedulerHarness): number {
  return [...harness.workers.keys()][harness.below(harness.workers.size)] as number;
}

/** Submits a graph some of whose tasks take tasks submitted before. */
function extend(harness: SchedulerHarness): void {
  const known = [...harness.tasks.values()].filter(({ phase }) => phase !== "dropped");
  const graph = randomGraph(harness, 1 + harness.below(30));
  for (const inputs of graph) {
    if (known.length > 0 && harness.chance(20)) inputs.push(known[harness.below(known.length)]?.id as number);
  }
  harness.submit(graph, harness.below(3) === 0 ? 0 : 10 ** harness.below(9), harness.below(3));
}

function cancelSome(harness: SchedulerHarness): void {
  const { unfinished } = harness;
  const task = unfinished[harness.below(Math.max(1, unfinished.length))];
  if (task !== undefined) harness.cancel(task);
}

export function describeScheduler(title: string, factory: SchedulerFactory): void {
  describe(`${title} keeps the contract of schedulers`, () => {
    it("has a name", () => {
      expect(factory(1).name).to.be.a("string").and.not.equal("");
    });

    it("does not ask to be asked while there is nothing to assign", () => {
      const harness = new SchedulerHarness(factory, 1);
      harness.addWorker();
      expect(harness.turn()).to.equal(false);
    });

    it("keeps tasks until the first worker comes", () => {
      const harness = new SchedulerHarness(factory, 1);
      harness.submit([[], [], [~0, ~1]]);
      harness.turn();
      expect(harness.turns.log).to.deep.equal([]);
      harness.addWorker();
      expect(harness.turn()).to.equal(true);
      harness.finish();
    });

    it("uses every worker of a cluster when there are many tasks", () => {
      const harness = new SchedulerHarness(factory, 1);
      const workers = [1, 2, 3, 4, 5].map(() => harness.addWorker());
      harness.submit(Array.from({ length: 500 }, () => []));
      harness.turn();
      harness.finish();
      const used = new Set([...harness.tasks.values()].flatMap(({ holders }) => [...holders]));
      expect([...used].sort()).to.deep.equal(workers);
    });

    /*  d (data)   a
         \        / \
          b ── c     e   */
    it("never assigns data that a client put on a worker, and assigns its consumers", () => {
      const harness = new SchedulerHarness(factory, 1);
      const data = harness.addData(harness.addWorker(), 1e6);
      harness.submit([[], [data.id], [~0, ~1], [~0]]);
      harness.turn();
      harness.finish();
      expect(harness.turns.log.filter((line) => line.startsWith(`${data.id}>`))).to.deep.equal([]);
    });

    it("does not assign a task that is dropped in the turn in which it comes", () => {
      const harness = new SchedulerHarness(factory, 1);
      harness.addWorker();
      const [first, second] = harness.submit([[], [~0], []]);
      if (first !== undefined) harness.cancel(first);
      harness.turn();
      harness.finish();
      expect(second?.phase).to.equal("dropped");
      expect(harness.turns.log).to.have.lengthOf(1);
    });

    it("does not assign a task that was dropped while there was no worker, and assigns one that has got its id since", () => {
      const harness = new SchedulerHarness(factory, 1);
      const [dropped] = harness.submit([[], []]);
      harness.turn();
      if (dropped !== undefined) harness.cancel(dropped);
      harness.turn();
      harness.forget(100);
      harness.turn();
      const [successor] = harness.submit([[]]);
      harness.turn();
      expect(successor?.id).to.equal(dropped?.id);
      harness.addWorker();
      harness.turn();
      harness.finish();
      expect(harness.turns.log).to.have.lengthOf(2);
    });

    it("assigns a lost worker's tasks again, also when it was the last one", () => {
      const harness = new SchedulerHarness(factory, 1);
      const lost = harness.addWorker();
      harness.submit(Array.from({ length: 20 }, (_, i) => (i === 0 ? [] : [~(i - 1)])));
      harness.turn();
      harness.work();
      harness.removeWorker(lost);
      harness.turn();
      harness.addWorker();
      harness.turn();
      harness.finish();
    });

    it("gives tasks to a worker all whose tasks are paused: they may be what these wait for", () => {
      const harness = new SchedulerHarness(factory, 1);
      const worker = harness.addWorker();
      const rounds = 5;
      for (let i = 0; i < rounds; i++) {
        const [task] = harness.submit([[]]);
        harness.turn();
        expect(task?.worker).to.equal(worker);
        if (task === undefined) continue;
        const one = { tasks: Int32Array.of(task.id), workers: Int32Array.of(worker) };
        if (i < rounds - 1) harness.turns.tell({ kind: "started", ...one });
        if (i < rounds - 1) harness.turns.tell({ kind: "paused", ...one });
        harness.turn();
      }
      harness.finish();
    });

    it("gives no task to a worker that retires, even if it holds the input", () => {
      const harness = new SchedulerHarness(factory, 1);
      const data = harness.addData(harness.addWorker(), 1e6);
      harness.addWorker();
      harness.turn();
      harness.removeWorker(0, true);
      harness.submit([[data.id], [data.id]]);
      harness.turn();
      harness.finish();
    });

    it("computes a lost result again before the tasks that take it", () => {
      const harness = new SchedulerHarness(factory, 1);
      const workers = [harness.addWorker(), harness.addWorker()];
      const [source] = harness.submit([[], [~0], [~0], [~0]]);
      harness.turn();
      harness.work({ ...harness.odds, start: 100, finish: 100 });
      harness.turn();
      expect(source?.phase).to.equal("finished");
      harness.removeWorker(workers.find((worker) => source?.holders.has(worker)) as number);
      harness.turn();
      harness.finish();
    });

    it("lives with moves that always fail", () => {
      const harness = new SchedulerHarness(factory, 1, { refuse: 100, answer: 100 });
      harness.addWorker();
      harness.submit(Array.from({ length: 200 }, () => []));
      harness.turn();
      for (let i = 0; i < 5; i++) {
        harness.addWorker(2);
        harness.turn();
        harness.work();
        harness.turn();
      }
      harness.finish();
    });

    it("lives with tasks that may run on one worker alone, and with such as are never moved", () => {
      const harness = new SchedulerHarness(factory, 1, { refuse: 0, answer: 100, start: 30, finish: 30 });
      const workers = [1, 2, 3].map((cores) => harness.addWorker(cores));
      for (let i = 0; i < 8; i++) {
        for (const task of harness.submit(randomGraph(harness, 30))) {
          if (harness.chance(40)) task.terms = { workers: [workers[harness.below(3)] as number] };
          else if (harness.chance(30)) task.terms = { stealable: false };
        }
        harness.turn();
        harness.work();
        harness.turn();
      }
      harness.finish({ ...harness.odds, start: 80, finish: 80 });
      const strays = [...harness.tasks.values()].filter(({ terms, holders }) => {
        return terms.workers !== undefined && !holders.has(terms.workers[0] as number);
      });
      expect(strays).to.deep.equal([]);
    });

    it("asks once at most for a move that is refused, however long the others have nothing to do", () => {
      const harness = new SchedulerHarness(factory, 1, { start: 0, finish: 0, answer: 100, refuse: 100 });
      const only = harness.addWorker();
      const tasks = harness.submit(Array.from({ length: 40 }, () => []));
      for (const task of tasks) task.terms = { workers: [only] };
      harness.turn();
      for (let i = 0; i < 3; i++) harness.addWorker();
      for (let turn = 0; turn < 30; turn++) {
        harness.work();
        harness.turn();
      }
      expect(harness.turns.log.length).to.be.at.most(2 * tasks.length);
      harness.finish({ ...harness.odds, start: 100, finish: 100 });
    });

    it("takes a large turn on many workers, and small turns", { timeout: 60_000 }, () => {
      const harness = new SchedulerHarness(factory, 1, { start: 100, finish: 100 });
      for (let i = 0; i < 300; i++) harness.addWorker(1, i % 3);
      harness.submit([...Array.from({ length: 10_000 }, () => []), Array.from({ length: 10_000 }, (_, i) => ~i)]);
      harness.turn();
      harness.finish();
    });

    it("computes everything in a cluster whose workers come and go, within the contract", { timeout: 60_000 }, () => {
      fc.assert(
        fc.property(fc.integer(), fc.integer({ min: 1, max: 60 }), (seed, turns) => {
          live(factory, seed, turns);
        }),
        { numRuns: 150, seed: 42 },
      );
    });

    it("decides the same when seed and facts are the same", { timeout: 60_000 }, () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => {
          const { log } = live(factory, seed, 20).turns;
          expect(live(factory, seed, 20).turns.log).to.deep.equal(log);
        }),
        { numRuns: 20, seed: 42 },
      );
    });
  });
}
