import { describe, expect, it } from "vitest";
import { engineFailure } from "../../src/codec/failure.ts";
import { clocksIn, interruptsIn } from "../support/reactor-clocks.ts";
import { computesIn, ReactorHarness } from "../support/reactor-harness.ts";

/** A task with a time limit that runs on worker 0. */
function started(terms = {}, allowedFailures = 3): ReactorHarness {
  const harness = new ReactorHarness({ allowedFailures });
  harness.submit({ a: [] }, { terms: { timeout: 100, ...terms } });
  harness.turn("a>0");
  harness.start(0, "a");
  return harness;
}

describe("a time limit", () => {
  it("counts from the start of the attempt, not from its order", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [], b: [] }, { terms: { timeout: 100 } });
    expect(clocksIn(harness, harness.turn("a>0", "b>0"))).to.deep.equal([]);
    harness.start(0, "b");
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["watch 0: b@1 on 0, 100 ms"]);
  });

  it("starts one clock, however often the start is told", () => {
    const harness = started();
    harness.start(0, "a");
    expect(clocksIn(harness, harness.turn())).to.have.length(1);
  });

  it("is looked at no more when the attempt has ended", () => {
    const harness = started();
    harness.turn();
    harness.finish(0, "a");
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 0"]);
    harness.hear({ kind: "run-overdue", watch: 0 });
    expect(harness.state("a")).to.equal("in-memory");
  });

  it("fails the task at once when it is over, and has the grace time for the attempt to end", () => {
    const harness = started();
    harness.turn();
    harness.hear({ kind: "run-overdue", watch: 0 });
    const turn = harness.turn();
    const [message] = turn.client;
    expect(message?.kind === "failed" && message.failure).to.deep.include({
      code: "timed-out",
      details: { key: "this task", milliseconds: 100 },
    });
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 1: a@1 on 0, 1000 ms"]);
    harness.hear({ kind: "run-overdue", watch: 1 });
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["end 0"]);
  });

  it("has another attempt made if the task may be tried again, while the first one ends", () => {
    const harness = started({ retries: 1 });
    harness.turn();
    harness.hear({ kind: "run-overdue", watch: 0 });
    const turn = harness.turn("a>1");
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(computesIn(harness, turn, 1)).to.deep.equal(["a@2()"]);
    harness.endInterrupted(0, "a", 1);
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 1"]);
    harness.start(1, "a");
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["watch 2: a@2 on 1, 100 ms"]);
    harness.hear({ kind: "run-overdue", watch: 2 });
    harness.turn();
    expect(harness.state("a")).to.equal("failed");
  });

  it("ends the worker of an attempt that nobody wants any more, when it is over", () => {
    const harness = started();
    harness.turn();
    harness.release("a");
    expect(interruptsIn(harness, harness.turn(), 0)).to.deep.equal(["a@1"]);
    harness.hear({ kind: "run-overdue", watch: 0 });
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["end 0"]);
  });

  it("holds for what was released before it was known to have begun", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { terms: { timeout: 100 } });
    harness.turn("a>0");
    harness.release("a");
    harness.turn();
    harness.start(0, "a"); // the row is gone: the pairs say it
    const turn = harness.turn();
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 0: a@1 on 0, 1000 ms"]);
  });

  it("begins anew with the next attempt after the worker was lost", () => {
    const harness = started();
    harness.turn();
    harness.lose(0);
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 0"]);
    harness.turn("a>1");
    harness.start(1, "a");
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["watch 1: a@2 on 1, 100 ms"]);
  });

  it("counts for a task that began while it was to be moved", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { terms: { timeout: 100 } });
    harness.turn("a>0");
    harness.turn("a>1");
    expect(harness.state("a")).to.equal("retracting");
    harness.start(0, "a");
    harness.answerRetract(0, "a", false);
    const turn = harness.turn();
    expect(turn.facts).to.deep.equal(["kept a>0"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 0: a@1 on 0, 100 ms"]);
    expect(harness.state("a")).to.equal("running");
  });
});

describe("retries", () => {
  /** Task `a` is on worker 0, and may be tried again. */
  function assigned(terms: { readonly retries: number; readonly retryDelay?: number }, answersLate = false) {
    const harness = new ReactorHarness({ answersLate });
    harness.submit({ a: [], b: ["a"] }, { terms, wants: ["a", "b"] });
    harness.turn("a>0");
    return harness;
  }

  it("has a task that threw computed again under a newer run, and tells the client only of the last failure", () => {
    const harness = assigned({ retries: 2 });
    for (const [worker, run] of [
      [0, 2],
      [1, 3],
    ] as const) {
      harness.fail(worker, "a");
      const turn = harness.turn("a>1");
      expect(turn.facts).to.deep.equal(["reopened a"]);
      expect(computesIn(harness, turn, 1)).to.deep.equal([`a@${run}()`]);
      expect(turn.client).to.deep.equal([]);
    }
    harness.fail(1, "a");
    expect(harness.turn().client.map(({ kind }) => kind)).to.deep.equal(["failed", "failed"]);
  });

  it("forgets what failed when an attempt succeeds", () => {
    const harness = assigned({ retries: 1 });
    harness.fail(0, "a");
    harness.turn("a>1");
    harness.finish(1, "a");
    harness.turn("b>1");
    harness.finish(1, "b");
    harness.release("a", "b");
    harness.turn();
    const { terms, attempts, count } = harness.machine.state.tasks;
    expect([terms.size, attempts.size, count]).to.deep.equal([0, 0, 0]);
  });

  it("waits for the delay, in which nobody is given the task", () => {
    const harness = assigned({ retries: 1, retryDelay: 50 });
    harness.fail(0, "a");
    const turn = harness.turn();
    expect(turn.facts).to.deep.equal(["dropped a"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["wait: a@2, 50 ms"]);
    const task = harness.rows.get("a") as number;
    harness.hear({ kind: "waited", task, run: 1 });
    expect(harness.turn().facts, "of another attempt").to.deep.equal([]);
    harness.hear({ kind: "waited", task, run: 2 });
    const next = harness.turn("a>0");
    expect(next.facts).to.deep.equal(["reopened a"]);
    expect(computesIn(harness, next, 0)).to.deep.equal(["a@2()"]);
  });

  it("passes over what a late scheduler says of a task that waits for its delay, and tells it of the task again", () => {
    const harness = assigned({ retries: 1, retryDelay: 50 }, true);
    harness.fail(0, "a");
    harness.turn();
    harness.answer("a>1");
    expect(harness.turn().sent.size).to.equal(0);
    harness.hear({ kind: "waited", task: harness.rows.get("a") as number, run: 2 });
    expect(harness.turn().facts).to.deep.equal(["reopened a"]);
  });

  it("ends the wait when the task is cancelled or let go of", () => {
    const harness = assigned({ retries: 3, retryDelay: 50 });
    harness.fail(0, "a");
    harness.turn();
    harness.cancel(["a"]);
    harness.turn();
    expect(harness.machine.state.tasks.delayed.size).to.equal(0);
    harness.hear({ kind: "waited", task: harness.rows.get("a") as number, run: 2 });
    expect(harness.turn().facts).to.deep.equal([]);
    expect(harness.state("a")).to.equal("failed");
  });

  it("does not try again what the engine refused, what was moved, and what was cancelled", () => {
    const harness = new ReactorHarness();
    harness.submit({ refused: [], moved: [], stopped: [] }, { terms: { retries: 5 }, moved: ["moved"] });
    harness.turn("refused>0", "moved>0", "stopped>0");
    const failure = engineFailure("not-cloneable", "no", { key: "this task", path: "" });
    const task = harness.rows.get("refused") as number;
    harness.say(0, { kind: "failed", task, run: harness.run("refused"), failure });
    harness.fail(0, "moved");
    harness.cancel(["stopped"]);
    harness.turn();
    for (const name of ["refused", "moved", "stopped"]) expect(harness.state(name), name).to.equal("failed");
  });
});
