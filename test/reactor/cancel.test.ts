import { describe, expect, it } from "vitest";
import { clocksIn, interruptsIn } from "../support/reactor-clocks.ts";
import { BOOM, computesIn, pairsIn, ReactorHarness } from "../support/reactor-harness.ts";

const futuresOf = (harness: ReactorHarness, ...names: string[]): number[] =>
  names.map((name) => harness.futures.get(name) as number);

describe("cancel", () => {
  /*  a   b
      |\
      c d
      |
      e    */
  it("fails the task and all that need its result, with the task to blame, and nobody else", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [], b: [], c: ["a"], d: ["a"], e: ["c"] }, { wants: ["a", "b", "c", "d", "e"] });
    harness.turn("a>0", "b>1");
    harness.cancel(["c"]);
    const turn = harness.turn();
    const failed = turn.client.flatMap((message) => (message.kind === "failed" ? [message] : []));
    expect(failed.map(({ future, index }) => [future, index])).to.deep.equal(
      futuresOf(harness, "c", "e").map((future) => [future, 2]),
    );
    expect(failed[0]?.failure).to.include({ kind: "error", code: "cancelled" });
    expect(["a", "b", "d"].map((name) => harness.state(name))).to.deep.equal(["assigned", "assigned", "waiting"]);
    expect(turn.sent.size, "workers have nothing to do with it").to.equal(0);
  });

  it("gives the reason that was given as the cause", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] });
    harness.cancel(["a"], BOOM);
    const [message] = harness.turn().client;
    expect(message?.kind === "failed" && message.failure).to.deep.include({ code: "cancelled", cause: BOOM });
  });

  it("drops what was computed only for the task, and keeps what others need", () => {
    const harness = new ReactorHarness();
    harness.submit({ own: [], shared: [], c: ["own", "shared"], d: ["shared"] });
    harness.turn();
    harness.cancel(["c"]);
    expect(harness.turn().facts).to.include("dropped c own");
    expect(harness.state("shared")).to.equal("ready");
  });

  it("asks a worker to give back what may not have begun, and forgets it when it has it back", () => {
    const harness = new ReactorHarness({ graceTime: 200 });
    harness.submit({ a: [], b: [] });
    harness.turn("a>0", "b>0");
    harness.cancel(["a"]);
    const turn = harness.turn();
    expect(pairsIn(harness, turn, 0, "retract")).to.deep.equal(["a@1"]);
    expect(pairsIn(harness, turn, 0, "free")).to.deep.equal([]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 0: a@1 on 0, 200 ms"]);
    harness.answerRetract(0, "a", true);
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 0"]);
    harness.hear({ kind: "run-overdue", watch: 0 });
    expect(harness.turn().others, "a clock that comes after all ends nobody").to.deep.equal([]);
  });

  it("has the result forgotten of an attempt that ended before its worker heard of it", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] });
    harness.turn("a>0");
    harness.cancel(["a"]);
    harness.turn();
    harness.finish(0, "a");
    harness.answerRetract(0, "a", false);
    const turn = harness.turn();
    expect(pairsIn(harness, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["unwatch 0"]);
  });

  it("interrupts a supervised attempt that runs, and leaves its worker if it ends", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { supervised: true });
    harness.turn("a>0");
    harness.start(0, "a");
    harness.cancel(["a"], BOOM);
    const turn = harness.turn();
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(pairsIn(harness, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 0: a@1 on 0, 1000 ms"]);
    harness.endInterrupted(0, "a", 1);
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 0"]);
  });

  it("interrupts a supervised attempt that began while it was asked for", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { supervised: true });
    harness.turn("a>0");
    harness.cancel(["a"]);
    expect(interruptsIn(harness, harness.turn(), 0)).to.deep.equal([]);
    harness.start(0, "a");
    harness.answerRetract(0, "a", false);
    const turn = harness.turn();
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 0: a@1 on 0, 1000 ms"]);
  });

  it("ends the worker of an attempt that runs beyond the grace time; what else was there is not to blame", () => {
    const harness = new ReactorHarness({ allowedFailures: 0 });
    harness.submit({ a: [], innocent: [] });
    harness.turn("a>0", "innocent>0");
    harness.start(0, "a");
    harness.cancel(["a"]);
    harness.turn();
    harness.hear({ kind: "run-overdue", watch: 0 });
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["end 0"]);
    harness.lose(0);
    expect(harness.turn().facts).to.include("reopened innocent");
    expect(harness.state("innocent")).to.equal("ready");
    expect(computesIn(harness, harness.turn("innocent>1"), 1)).to.deep.equal(["innocent@2()"]);
  });

  it("counts the loss of a worker that was ended against no result either", () => {
    const harness = new ReactorHarness({ allowedFailures: 0 });
    harness.submit({ result: [], a: [] }, { wants: ["result", "a"] });
    harness.turn("result>0", "a>0");
    harness.finish(0, "result");
    harness.start(0, "a");
    harness.cancel(["a"]);
    harness.turn();
    harness.hear({ kind: "run-overdue", watch: 0 });
    harness.turn();
    harness.lose(0);
    harness.turn();
    expect([...harness.machine.state.tasks.lostResults]).to.deep.equal([]);
    expect(harness.state("result")).to.equal("ready");
  });

  describe("of an attempt that was never reported as started, on a worker that does not answer", () => {
    const overdue = (harness: ReactorHarness): string[] => {
      harness.hear({ kind: "run-overdue", watch: 0 });
      return clocksIn(harness, harness.turn());
    };

    it("ends the worker if it must be what runs there: of all that may it was the first", () => {
      const harness = new ReactorHarness();
      harness.submit({ a: [], later: [] });
      harness.turn("a>0@1", "later>0@2");
      harness.cancel(["a"]);
      harness.turn();
      expect(overdue(harness)).to.deep.equal(["end 0"]);
    });

    it("waits on if another may run that came first", () => {
      const harness = new ReactorHarness();
      harness.submit({ first: [], a: [] });
      harness.turn("first>0@1", "a>0@2");
      harness.cancel(["a"]);
      harness.turn();
      expect(overdue(harness)).to.deep.equal(["watch 1: a@1 on 0, 1000 ms"]);
    });

    it("waits on if another is known to run", () => {
      const harness = new ReactorHarness();
      harness.submit({ a: [], other: [] });
      harness.turn("a>0@1", "other>0@2");
      harness.start(0, "other");
      harness.cancel(["a"]);
      harness.turn();
      expect(overdue(harness)).to.deep.equal(["watch 1: a@1 on 0, 1000 ms"]);
    });

    it("looks at no clock if it is supervised: it would have said that it starts", () => {
      const harness = new ReactorHarness();
      harness.submit({ a: [] }, { supervised: true });
      harness.turn("a>0");
      harness.cancel(["a"]);
      expect(clocksIn(harness, harness.turn())).to.deep.equal([]);
    });

    it("looks at one clock for all that the worker was asked for, and gives each the whole grace time", () => {
      const harness = new ReactorHarness();
      harness.submit({ first: [], a: [], b: [] });
      harness.turn("first>0@1", "a>0@2", "b>0@3");
      harness.cancel(["a", "b"]);
      expect(clocksIn(harness, harness.turn())).to.deep.equal(["watch 0: a@1 on 0, 1000 ms"]);
      harness.cancel(["first"]);
      expect(clocksIn(harness, harness.turn())).to.deep.equal([]);
      expect(overdue(harness)).to.deep.equal(["watch 1: a@1 on 0, 1000 ms"]);
      harness.hear({ kind: "run-overdue", watch: 1 });
      expect(clocksIn(harness, harness.turn())).to.deep.equal(["end 0"]);
    });

    it("only gives it up if the worker answers that it keeps it, and says of nothing that it runs", () => {
      const harness = new ReactorHarness();
      harness.submit({ a: [] });
      harness.turn("a>0");
      harness.cancel(["a"]);
      harness.turn();
      harness.answerRetract(0, "a", false);
      expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 0", "watch 1: a@1 on 0, 1000 ms"]);
      harness.hear({ kind: "run-overdue", watch: 1 });
      const turn = harness.turn();
      expect(clocksIn(harness, turn)).to.deep.equal([]);
      expect(pairsIn(harness, turn, 0, "free")).to.deep.equal(["a@1"]);
      expect(harness.machine.state.watched.size).to.equal(0);
    });
  });

  it("never ends a worker if the grace time is infinite", () => {
    const harness = new ReactorHarness({ graceTime: Number.POSITIVE_INFINITY });
    harness.submit({ a: [] });
    harness.turn("a>0");
    harness.start(0, "a");
    harness.cancel(["a"]);
    expect(harness.turn().others).to.deep.equal([]);
    harness.finish(0, "a");
    harness.turn();
    expect(harness.machine.state.watched.size).to.equal(0);
  });

  it("cancels once: a second time, or after a failure, nothing happens", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [], b: [] });
    harness.turn("a>0", "b>0");
    harness.fail(0, "b");
    harness.cancel(["a"]);
    harness.turn();
    harness.cancel(["a", "b"]);
    const turn = harness.turn();
    expect([...turn.sent, ...turn.client, ...turn.others]).to.deep.equal([]);
  });

  it("takes the result of a task that finished while it was cancelled, and fails those that need it", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [], b: ["a"] }, { wants: ["a", "b"] });
    harness.turn("a>0");
    harness.finish(0, "a");
    harness.turn("b>0");
    harness.cancel(["a"]);
    const turn = harness.turn();
    expect(pairsIn(harness, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(pairsIn(harness, turn, 0, "retract")).to.deep.equal(["b@1"]);
    expect([harness.state("a"), harness.state("b")]).to.deep.equal(["failed", "failed"]);
  });

  it("forgets what was to end on a worker that is lost, and the worker's number is not used for others", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] });
    harness.turn("a>0");
    harness.start(0, "a");
    harness.cancel(["a"]);
    harness.turn();
    harness.lose(0);
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["unwatch 0"]);
    harness.hear({ kind: "run-overdue", watch: 0 });
    expect(harness.turn().others).to.deep.equal([]);
  });
});

describe("an attempt that was given up and began all the same", () => {
  it("must end on a worker that leaves: it would keep it for ever", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { supervised: true });
    harness.turn("a>0");
    harness.hear({ kind: "workers-retiring", workers: [0] });
    const run = harness.pairs("a").map((value, at) => (at === 1 ? value - 1 : value));
    harness.say(0, { kind: "started", tasks: run });
    const turn = harness.turn();
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal(["watch 0: a@1 on 0, 1000 ms"]);
  });

  it("must end on any worker once its task is cancelled", () => {
    const harness = new ReactorHarness({ workers: 3 });
    harness.submit({ input: [], a: ["input"] }, { supervised: true });
    harness.turn("input>0");
    harness.finish(0, "input");
    harness.turn("a>1");
    harness.start(1, "a");
    harness.lose(0); // with the input: the task waits again
    const turn = harness.turn();
    expect(interruptsIn(harness, turn, 1)).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal([]);
    harness.cancel(["a"]);
    expect(clocksIn(harness, harness.turn())).to.deep.equal(["watch 0: a@1 on 1, 1000 ms"]);
  });
});

describe("release of a supervised task that runs", () => {
  it("tells it to end also if it is only heard later that it runs", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { supervised: true });
    harness.turn("a>0");
    harness.release("a");
    harness.turn();
    harness.start(0, "a");
    expect(interruptsIn(harness, harness.turn(), 0)).to.deep.equal(["a@1"]);
  });

  it("tells it to end, and ends nobody for it", () => {
    const harness = new ReactorHarness();
    harness.submit({ a: [] }, { supervised: true });
    harness.turn("a>0");
    harness.start(0, "a");
    harness.release("a");
    const turn = harness.turn();
    expect(interruptsIn(harness, turn, 0)).to.deep.equal(["a@1"]);
    expect(clocksIn(harness, turn)).to.deep.equal([]);
  });
});
