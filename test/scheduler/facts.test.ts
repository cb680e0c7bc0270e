import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.ts";
import { Facts } from "../../src/scheduler/facts.ts";
import type { Scheduler } from "../../src/scheduler/scheduler.ts";
import { State } from "../../src/scheduler/task-facts.ts";
import { live } from "../conformance/scheduler-suite.ts";
import { checkFacts, ToldFacts } from "../support/facts-checks.ts";

function told(workers: number, graph: readonly (readonly number[])[]): ToldFacts {
  const facts = new ToldFacts();
  facts.workers(Array.from({ length: workers }, () => 1));
  facts.graph(graph);
  return facts;
}

/** Puts ready tasks anywhere and moves some tasks at random; checks all facts after every event. */
function checkedScheduler(seed: number): Scheduler {
  const facts = new Facts();
  const random = seededRandom(seed);
  return {
    name: "checked",
    observe(event) {
      facts.apply(event);
      checkFacts(facts);
      return facts.workers.alive.size > 0 && (facts.hasReady || facts.workers.over.size > 0);
    },
    assign(out) {
      const { alive, over } = facts.workers;
      if (alive.size === 0) return;
      const anyWorker = (): number => alive.at(random.below(alive.size));
      for (let task = facts.takeReady(); task >= 0; task = facts.takeReady()) {
        facts.assign(task, anyWorker(), State.sent);
        out.push(task, facts.tasks.columns.worker[task] as number, 0);
      }
      checkFacts(facts);
      if (over.size === 0) return;
      const task = facts.queues.tail(over.at(0) + 1);
      const goal = anyWorker();
      if (goal === over.at(0) || out.count > 0) return;
      facts.assign(task, goal, State.moving);
      out.push(task, goal, 0);
    },
  };
}

describe("Facts", () => {
  /*  0   1
       \ / \
        2   3
        |
        4  */
  it("makes a task ready when the last of its inputs is finished", () => {
    const facts = told(1, [[], [], [0, 1], [1], [2]]);
    expect(facts.ready).to.deep.equal([0, 1]);
    facts.assign(0, 0);
    facts.assign(1, 0);
    facts.finished(0, 0);
    expect(facts.ready).to.deep.equal([]);
    facts.finished(1, 0);
    expect(facts.ready).to.deep.equal([2, 3]);
  });

  it("makes a task ready that takes one input twice", () => {
    const facts = told(1, [[], [0, 0]]);
    facts.assign(0, 0);
    facts.finished(0, 0);
    expect(facts.ready).to.deep.equal([1]);
  });

  it("makes a task ready at once whose inputs are data or finished", () => {
    const facts = told(1, [[]]);
    const data = facts.data(0, 5);
    facts.assign(0, 0);
    facts.finished(0, 0);
    facts.graph([[0, data]]);
    expect(facts.ready).to.deep.equal([2]);
  });

  it("believes a task finished wherever it was finished", () => {
    const facts = told(2, [[]]);
    facts.assign(0, 0);
    facts.finished(0, 1);
    expect(facts.queue(0)).to.deep.equal([]);
    expect(facts.holders(0)).to.deep.equal([1]);
  });

  it("knows who holds a result, also when the first holder loses it", () => {
    const facts = told(4, [[]]);
    facts.assign(0, 0);
    facts.finished(0, 0);
    for (const worker of [1, 2, 3, 2]) facts.pair("placed", 0, worker);
    expect(facts.holders(0).sort()).to.deep.equal([0, 1, 2, 3]);
    facts.pair("removed", 0, 0);
    facts.pair("removed", 0, 2);
    expect(facts.holders(0).sort()).to.deep.equal([1, 3]);
    facts.pair("removed", 0, 1);
    facts.pair("removed", 0, 3);
    expect(facts.holders(0)).to.deep.equal([]);
    facts.pair("placed", 0, 2);
    expect(facts.holders(0)).to.deep.equal([2]);
  });

  it("keeps tasks that must not be moved at the head of their worker's queue", () => {
    const facts = told(2, [[], [], [], []]);
    for (const task of [0, 1, 2, 3]) facts.assign(task, 0);
    facts.pair("started", 2, 0);
    facts.pair("kept", 1, 0);
    expect(facts.queue(0)).to.deep.equal([1, 2, 0, 3]);
    checkFacts(facts.facts);
  });

  it("puts a kept task back where it really is", () => {
    const facts = told(2, [[]]);
    facts.assign(0, 0);
    facts.facts.assign(0, 1, State.moving);
    expect(facts.queue(1)).to.deep.equal([0]);
    facts.pair("kept", 0, 0);
    expect(facts.queue(0)).to.deep.equal([0]);
    expect(facts.queue(1)).to.deep.equal([]);
    expect(facts.facts.tasks.columns.state[0]).to.equal(State.kept);
  });

  it("does not count a task that is paused, until it is resumed or is no longer there", () => {
    const facts = told(2, [[], [], []]);
    const { workers } = facts.facts;
    for (const task of [0, 1, 2]) facts.assign(task, 0);
    facts.pair("started", 0, 0);
    expect([workers.load[0], workers.fixed[0]]).to.deep.equal([3, 1]);
    facts.pair("paused", 0, 0);
    facts.pair("paused", 0, 0);
    expect([workers.load[0], workers.fixed[0]]).to.deep.equal([2, 0]);
    expect(facts.queue(0), "it is there").to.deep.equal([0, 1, 2]);
    facts.pair("resumed", 0, 0);
    facts.pair("resumed", 0, 0);
    expect([workers.load[0], workers.fixed[0]]).to.deep.equal([3, 1]);
    facts.pair("paused", 0, 0);
    facts.pair("paused", 1, 0);
    facts.finished(0, 0);
    facts.list("reopened", 1);
    facts.pair("resumed", 1, 0);
    expect([workers.load[0], workers.fixed[0]]).to.deep.equal([1, 0]);
    expect(facts.ready).to.deep.equal([1]);
    checkFacts(facts.facts);
  });

  it("believes a task paused on the worker that says so, wherever it was to be moved", () => {
    const facts = told(2, [[]]);
    facts.assign(0, 0);
    facts.facts.assign(0, 1, State.moving);
    facts.pair("paused", 0, 0);
    facts.pair("kept", 0, 0);
    expect([...facts.facts.workers.load.slice(0, 2)]).to.deep.equal([0, 0]);
    facts.pair("resumed", 0, 0);
    expect([...facts.facts.workers.load.slice(0, 2)]).to.deep.equal([1, 0]);
  });

  it("lets a moved task be moved again", () => {
    const facts = told(2, [[]]);
    facts.assign(0, 0);
    facts.facts.assign(0, 1, State.moving);
    facts.pair("moved", 0, 1);
    expect(facts.queue(1)).to.deep.equal([0]);
    expect(facts.facts.tasks.columns.state[0]).to.equal(State.sent);
  });

  it("does not wake what has ended: late answers about a finished or dropped task say nothing", () => {
    const facts = told(2, [[], []]);
    facts.assign(0, 0);
    facts.assign(1, 0);
    facts.finished(0, 0);
    facts.list("dropped", 1);
    for (const task of [0, 1]) for (const kind of ["started", "moved", "kept"] as const) facts.pair(kind, task, 1);
    expect(facts.queue(1)).to.deep.equal([]);
    checkFacts(facts.facts);
  });

  /*  0 ── 1 ── 2  */
  it("makes consumers wait again when a lost result is reopened", () => {
    const facts = told(2, [[], [0], [1]]);
    facts.assign(0, 0);
    facts.finished(0, 0);
    expect(facts.ready).to.deep.equal([1]);
    facts.pair("removed", 0, 0);
    facts.lose(0);
    facts.list("reopened", 0);
    expect(facts.ready).to.deep.equal([0]);
    facts.assign(0, 1);
    facts.finished(0, 1);
    expect(facts.ready).to.deep.equal([1]);
  });

  it("opens a dropped task again when it is wanted after all", () => {
    const facts = told(1, [[]]);
    facts.list("dropped", 0);
    expect(facts.ready).to.deep.equal([]);
    facts.list("reopened", 0);
    expect(facts.ready).to.deep.equal([0]);
  });

  it("forgets tasks, in whatever order they are named", () => {
    const facts = told(1, [[], [0], [0, 1]]);
    facts.list("dropped", 0, 1, 2);
    facts.list("forgotten", 0, 2, 1);
    checkFacts(facts.facts);
    expect([...facts.facts.tasks.columns.state.subarray(0, 3)]).to.deep.equal([0, 0, 0]);
  });

  it("takes at most 60 bytes for a task with one arc", () => {
    const facts = told(1, [...Array.from({ length: 100_000 }, () => []), Array.from({ length: 100_000 }, (_, i) => i)]);
    expect(facts.facts.tasks.byteLength / 100_001).to.be.at.most(60);
  });

  it("stays consistent whatever happens", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        live(checkedScheduler, seed, 25);
      }),
      { numRuns: 40, seed: 42 },
    );
  });
});
