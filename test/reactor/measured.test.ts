// What workers measure goes to the scheduler with the facts of the turn, before what can be decided by it.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SchedulerFacts } from "../../src/reactor/scheduler-facts.ts";
import { ReactorHarness } from "../support/reactor-harness.ts";

describe("SchedulerFacts", () => {
  it("tells the scheduler what workers measured in a turn, in one column, before new tasks", () => {
    const reactor = new ReactorHarness();
    reactor.turn();
    reactor.submit({ a: [] });
    const milliseconds = Float64Array.of(5, 7);
    reactor.say(0, { kind: "measured", functions: Int32Array.of(0, 2), milliseconds });
    reactor.say(1, { kind: "measured", functions: Int32Array.of(2), milliseconds: Float64Array.of(9) });
    expect(reactor.turn("a>0").facts).to.deep.equal(["durations-learned 0: 5, 2: 7, 2: 9", "tasks-added a"]);
    expect(reactor.turn().facts).to.deep.equal([]);
  });

  it("tells of bandwidth as often as it was measured", () => {
    const reactor = new ReactorHarness();
    reactor.turn();
    const none = { functions: new Int32Array(0), milliseconds: new Float64Array(0) };
    reactor.say(0, { kind: "measured", ...none, bytesPerSecond: 1e9 });
    reactor.say(1, { kind: "measured", ...none, bytesPerSecond: 2e9 });
    expect(reactor.turn().facts).to.deep.equal(["bandwidth-learned 1000000000", "bandwidth-learned 2000000000"]);
  });

  it("names the function of each new task, in every turn, however they are mixed", () => {
    const turns = fc.array(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 6 }));
    fc.assert(
      fc.property(turns, (all) => {
        const facts = new SchedulerFacts();
        for (const functions of all) {
          for (const [task, fn] of functions.entries()) facts.addTask(task, 1, fn);
          const [added] = facts.take(() => []);
          expect(added?.kind === "tasks-added" && [...added.functions]).to.deep.equal(functions);
        }
      }),
    );
  });

  it("names the function that a submission calls", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] });
    const [inform] = reactor.hear({ kind: "scheduling-due" });
    const facts = inform?.kind === "inform-scheduler" ? inform.facts : [];
    const added = facts.find((fact) => fact.kind === "tasks-added");
    expect(added?.kind === "tasks-added" && added.functions).to.deep.equal(Int32Array.of(0, 0));
  });
});
