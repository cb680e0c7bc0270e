import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Estimates } from "../../src/scheduler/estimates.ts";
import { Facts } from "../../src/scheduler/facts.ts";
import { Occupancy } from "../../src/scheduler/occupancy.ts";
import type { Scheduler } from "../../src/scheduler/scheduler.ts";
import { live } from "../conformance/scheduler-suite.ts";
import { ToldFacts } from "../support/facts-checks.ts";
import { tasksOn, watchedScheduler } from "../support/watched-scheduler.ts";

interface Counted {
  readonly facts: Facts;
  readonly estimates: Estimates;
  readonly occupancy: Occupancy;
}

function counted(facts: Facts): Counted {
  const estimates = new Estimates();
  const occupancy = new Occupancy(facts, estimates);
  facts.watch = {
    joined: (task, worker) => occupancy.add(task, worker),
    left: (task, worker) => occupancy.remove(task, worker),
    blocked: () => {},
    unblocked: () => {},
  };
  return { facts, estimates, occupancy };
}

function checkedOccupancy(seed: number): Scheduler {
  const { facts, estimates, occupancy } = counted(new Facts());
  return watchedScheduler(seed, {
    facts,
    observe(event) {
      if (event.kind === "tasks-added") occupancy.addTasks(event.tasks, event.functions);
      if (event.kind === "worker-added") occupancy.addWorker(event.worker);
      if (event.kind === "worker-removed") occupancy.removeWorker(event.worker);
      if (event.kind === "durations-learned") occupancy.learn(event.functions, event.milliseconds);
    },
    check() {
      const { alive } = facts.workers;
      for (let i = 0; i < alive.size; i++) {
        const worker = alive.at(i);
        let wanted = 0;
        for (const task of tasksOn(facts, worker)) {
          wanted += estimates.duration(occupancy.functionOf(task)) + occupancy.transferOf(task);
        }
        const found = occupancy.of(worker);
        if (Math.abs(found - wanted) > 1e-6 * (1 + wanted)) expect.fail(`worker ${worker} has ${wanted}, not ${found}`);
      }
      for (const set of [occupancy.idle, occupancy.saturated]) {
        for (let i = 0; i < set.size; i++) expect(alive.has(set.at(i))).to.equal(true);
      }
    },
  });
}

/** Two workers of one core; tasks 0 to 9 call function 0. */
function two(): Counted & { readonly told: ToldFacts } {
  const told = new ToldFacts();
  const all = counted(told.facts);
  told.workers([1, 1]);
  all.occupancy.addWorker(0);
  all.occupancy.addWorker(1);
  told.graph(Array.from({ length: 10 }, () => []));
  all.occupancy.addTasks(
    Int32Array.from({ length: 10 }, (_, i) => i),
    new Int32Array(10),
  );
  return { ...all, told };
}

describe("Occupancy", () => {
  it("is the sum over a worker's tasks, whatever happens and whatever is learned", { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 30 }), (seed, turns) => {
        live(checkedOccupancy, seed, turns);
      }),
      { numRuns: 60 },
    );
  });

  it("takes a worker for idle that has less than half of the average, and for saturated when its tasks wait long", () => {
    const { told, occupancy } = two();
    const sets = (): boolean[] => [occupancy.idle.has(0), occupancy.idle.has(1), occupancy.saturated.has(0)];
    expect(sets()).to.deep.equal([true, true, false]);
    told.assign(0, 1);
    told.assign(1, 0);
    expect(sets(), "each has a task").to.deep.equal([false, false, false]);
    for (let task = 2; task < 7; task++) told.assign(task, 0);
    // Worker 1 has half a second of work, the average is 1.75 s.
    expect(sets()).to.deep.equal([false, true, false]);
    told.lose(1);
    occupancy.removeWorker(1);
    told.workers([1, 1, 1]);
    for (const worker of [2, 3, 4]) occupancy.addWorker(worker);
    told.assign(7, 0);
    // Seven tasks, six of which wait, 3 s in all; the average of four cores is one.
    expect([occupancy.saturated.has(0), occupancy.idle.size]).to.deep.equal([true, 3]);
  });

  it("counts what has to be brought, as it was when the task came", () => {
    const { told, occupancy } = two();
    const data = told.data(0, 2e8);
    told.graph([[data]]);
    occupancy.addTasks(Int32Array.of(data + 1), Int32Array.of(0));
    told.assign(data + 1, 1);
    expect(occupancy.of(1)).to.equal(500 + 2000);
    expect(occupancy.transferOf(data + 1)).to.equal(2000);
    told.pair("placed", data, 1);
    expect(occupancy.missingBytes(data + 1, 1)).to.equal(0);
    expect(occupancy.of(1)).to.equal(2500);
    told.finished(data + 1, 1);
    expect(occupancy.of(1)).to.equal(0);
  });
});
