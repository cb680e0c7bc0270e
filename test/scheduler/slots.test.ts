import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Facts } from "../../src/scheduler/facts.ts";
import type { Scheduler } from "../../src/scheduler/scheduler.ts";
import { Slots } from "../../src/scheduler/slots.ts";
import { live } from "../conformance/scheduler-suite.ts";
import { tasksOn, watchedScheduler } from "../support/watched-scheduler.ts";

const SLOTS = 3;

function checkedSlots(seed: number): Scheduler {
  const facts = new Facts();
  const slots = new Slots(facts);
  facts.watch = slots;
  return watchedScheduler(seed, {
    facts,
    observe(event) {
      if (event.kind === "worker-added") slots.open(event.worker, SLOTS);
      if (event.kind === "worker-removed") slots.close(event.worker);
    },
    check() {
      const { alive } = facts.workers;
      const { missing } = facts.tasks.columns;
      const hasRoom = (worker: number): boolean =>
        tasksOn(facts, worker).filter((task) => missing[task] === 0).length < SLOTS;
      const all = Array.from({ length: alive.size }, (_, i) => alive.at(i));
      const found = Array.from({ length: slots.workers.size }, (_, i) => slots.workers.at(i));
      const ascending = (a: number, b: number): number => a - b;
      expect(found.sort(ascending)).to.deep.equal(all.filter(hasRoom).sort(ascending));
    },
  });
}

describe("Slots", () => {
  it("knows who has room, whatever happens: a task whose input was lost takes none until the input is back", {
    timeout: 60_000,
  }, () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 30 }), (seed, turns) => {
        live(checkedSlots, seed, turns);
      }),
      { numRuns: 60 },
    );
  });
});
