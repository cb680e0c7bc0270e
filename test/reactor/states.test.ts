import { describe, expect, it, vi } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { TASK_STATES } from "../../src/reactor/states.ts";
import { Tasks } from "../../src/reactor/tasks.ts";
import { TASK_TRANSITIONS } from "../../src/reactor/transitions.ts";
import { runAtRandom } from "../support/random-run.ts";
import { ReactorHarness } from "../support/reactor-harness.ts";

/** Moves that are rarely made: each by one small cluster. */
const RARE: readonly ((reactor: ReactorHarness) => void)[] = [
  (reactor) => {
    // running > waiting, retracting > waiting: an input is lost with the worker
    reactor.submit({ a: [], b: ["a"], c: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>0", "c>0");
    reactor.start(0, "b");
    reactor.turn("c>1");
    reactor.lose(0);
  },
  (reactor) => {
    // retracting > released, retracting > failed
    reactor.submit({ a: [], b: [] });
    reactor.turn("a>0", "b>0");
    reactor.turn("a>1", "b>1");
    reactor.fail(0, "a");
    reactor.release("b");
    reactor.turn();
  },
  (reactor) => {
    // ready > failed: scattered data is lost
    reactor.scatter("s");
    reactor.submit({ a: ["s"] });
    reactor.lose(0);
  },
  (reactor) => {
    // ready > waiting: an input is lost
    reactor.submit({ a: [], b: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.lose(0);
  },
  (reactor) => {
    // released > failed: an argument was moved
    reactor.submit({ m: [], b: ["m"], c: ["b"] }, { moved: ["m"] });
    for (const name of ["m", "b"]) {
      reactor.turn(`${name}>0`);
      reactor.finish(0, name);
    }
    reactor.turn();
    reactor.lose(0);
  },
  (reactor) => {
    // retracting > ready, running > ready: the worker is lost
    reactor.submit({ a: [], b: [] });
    reactor.turn("a>0", "b>0");
    reactor.turn("a>1");
    reactor.start(0, "b");
    reactor.lose(0);
  },
];

describe("TASK_TRANSITIONS", () => {
  it("holds every move that is made and no other", { timeout: 60_000 }, async () => {
    const seen = new Set<string>();
    const { move } = Tasks.prototype;
    const spy = vi.spyOn(Tasks.prototype, "move").mockImplementation(function (this: Tasks, task, to) {
      seen.add(`${TASK_STATES[this.state(task)]}>${TASK_STATES[to]}`);
      move.call(this, task, to);
    });
    for (const make of RARE) make(new ReactorHarness());
    for (let seed = 1; seed <= 40; seed++) {
      const scheduler = seed % 2 === 0 ? "random" : "work-stealing";
      const failing = seed % 3 === 0 ? 5 : 0;
      const fragile = seed % 4 < 2;
      await runAtRandom({ seed, scheduler, tasks: 60, cores: [1, 2, 1, 1], failing, fragile, turmoil: "deadly" });
    }
    spy.mockRestore();
    expect([...seen].sort()).to.deep.equal(Object.keys(TASK_TRANSITIONS).sort());
  });

  it("is enforced: a move that it lacks is our bug, and the story names the states", () => {
    const tasks = new Tasks();
    const task = tasks.add(0, 0, 0);
    try {
      tasks.move(task, TASK_STATES.indexOf("running"));
      expect.fail("it moved");
    } catch (error) {
      expect(isEngineError(error, "invariant-broken")).to.equal(true);
      expect((error as Error).message).to.include("from forgotten to running");
    }
  });
});
