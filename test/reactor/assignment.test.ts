// From assignments to orders: who may be told what, and what moving a task means.
import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { computesIn, pairsIn, prioritiesIn, ReactorHarness } from "../support/reactor-harness.ts";

function misbehaviour(act: () => void): string {
  try {
    act();
  } catch (error) {
    if (isEngineError(error, "scheduler-misbehaved")) return `${error.details.scheduler}: ${error.message}`;
    throw error;
  }
  return expect.fail("nothing was refused");
}

describe("applyAssignments", () => {
  /*  a   b
       \ / \
        c   d  */
  it("orders c only when both a and b are in memory", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: [], c: ["a", "b"], d: ["b"] });
    expect(computesIn(reactor, reactor.turn("a>0", "b>1"), 0)).to.deep.equal(["a@1()"]);
    reactor.finish(0, "a");
    expect(reactor.state("c")).to.equal("waiting");
    reactor.finish(1, "b");
    expect(reactor.state("c")).to.equal("ready");
    const turn = reactor.turn("c>0", "d>1");
    expect(computesIn(reactor, turn, 0)).to.deep.equal(["c@1(a<0, b<1)"]);
    expect(computesIn(reactor, turn, 1)).to.deep.equal(["d@1(b<1)"]);
  });

  it("orders a task whose worker was chosen in advance as soon as its inputs are there", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] });
    reactor.turn("a>0", "b>1");
    expect(reactor.state("b")).to.equal("waiting");
    reactor.finish(0, "a");
    expect(reactor.state("b")).to.equal("assigned");
    expect(computesIn(reactor, reactor.turn(), 1)).to.deep.equal(["b@1(a<0)"]);
  });

  it("makes a route between two workers before either is told to use it, and once", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"], c: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    expect(reactor.turn("b>1", "c>1").others).to.deep.equal([{ kind: "connect", a: 1, b: 0 }]);
  });

  it("sends one envelope per worker and turn, functions first", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.hear({
      kind: "client-message",
      message: { kind: "functions", from: 0, definitions: [{ kind: "task", name: "f" }] },
    });
    reactor.submit({ a: [], b: [] });
    reactor.submit({ c: [] });
    const turn = reactor.turn("a>0", "b>0", "c>0");
    expect(turn.sent.get(0)?.map(({ kind }) => kind)).to.deep.equal(["functions", "compute"]);
    expect(computesIn(reactor, turn, 0)).to.deep.equal(["a@1()", "b@1()", "c@1()"]);
    reactor.submit({ d: [] });
    expect(
      reactor
        .turn("d>0")
        .sent.get(0)
        ?.map(({ kind }) => kind),
    ).to.deep.equal(["compute"]);
  });

  it("refuses an unknown task, one that has ended and an unknown worker, and names the scheduler", () => {
    const begin = (): ReactorHarness => {
      const reactor = new ReactorHarness({ workers: 1 });
      reactor.submit({ a: [] });
      reactor.turn("a>0");
      reactor.finish(0, "a");
      return reactor;
    };
    expect(misbehaviour(() => begin().assign("a>0"))).to.match(/^test: .*"test".*the task is in-memory/);
    expect(misbehaviour(() => begin().assign("999>0"))).to.match(/^test: .*the task is unknown/);
    expect(misbehaviour(() => begin().assign("a>7"))).to.match(/^test: .*worker 7 is not in the cluster/);
  });

  it("refuses a row that was never used, though the table has room for it", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.submit({ a: [] });
    expect(misbehaviour(() => reactor.assign("5>0"))).to.match(/the task is unknown/);
  });

  it("stays failed and repeats what the scheduler did wrong", () => {
    const reactor = new ReactorHarness();
    misbehaviour(() => reactor.assign("3>0"));
    expect(misbehaviour(() => reactor.turn())).to.match(/^test/);
  });

  it("moves a task by retraction: the new worker gets it under a newer run when the old one gave it back", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    const turn = reactor.turn("a>1");
    expect(pairsIn(reactor, turn, 0, "retract")).to.deep.equal(["a@1"]);
    expect(computesIn(reactor, turn, 1)).to.deep.equal([]);
    expect(reactor.state("a")).to.equal("retracting");
    reactor.answerRetract(0, "a", true);
    const moved = reactor.turn();
    expect(computesIn(reactor, moved, 1)).to.deep.equal(["a@2()"]);
    expect(moved.facts).to.deep.equal(["moved a>1"]);
  });

  it("tells the scheduler that a task was kept when its worker had started it", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.turn("a>1");
    reactor.answerRetract(0, "a", false);
    expect(reactor.state("a")).to.equal("running");
    expect(reactor.turn().facts).to.deep.equal(["kept a>0"]);
  });

  it("refuses to move what runs, and says so at once", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.start(0, "a");
    expect(reactor.state("a")).to.equal("running");
    expect(reactor.turn("a>1").facts).to.deep.equal(["started a>0"]);
    expect(reactor.turn().facts).to.deep.equal(["kept a>0"]);
  });

  it("takes the last word when a task is moved twice before its worker answers", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    expect(pairsIn(reactor, reactor.turn("a>1"), 0, "retract")).to.deep.equal(["a@1"]);
    expect(reactor.turn("a>2").sent.size, "it is not asked for twice").to.equal(0);
    reactor.answerRetract(0, "a", true);
    expect(computesIn(reactor, reactor.turn(), 2)).to.deep.equal(["a@2()"]);
  });

  it("opens a task again that came back when the worker it was meant for is gone", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.turn("a>1");
    reactor.lose(1);
    reactor.answerRetract(0, "a", true);
    expect(reactor.state("a")).to.equal("ready");
    expect(reactor.turn().facts).to.deep.equal(["worker-removed 1", "reopened a"]);
  });

  it("drops an answer that carries an older run", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.turn("a>1");
    reactor.answerRetract(0, "a", true);
    reactor.turn();
    reactor.pretendRun("a", 1);
    reactor.finish(0, "a");
    reactor.finish(1, "a");
    expect(reactor.state("a")).to.equal("assigned");
    reactor.pretendRun("a", undefined);
    reactor.finish(1, "a");
    expect(reactor.state("a")).to.equal("in-memory");
  });

  it("keeps a task with a moved argument where the argument went", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] }, { moved: ["a"] });
    reactor.turn("a>0");
    expect(pairsIn(reactor, reactor.turn("a>1"), 0, "retract")).to.deep.equal([]);
    expect(reactor.turn().facts).to.deep.equal(["kept a>0"]);
  });

  it("orders by the user's priority, then by submission, then by the scheduler's", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.submit({ a: [], b: [] });
    reactor.submit({ c: [] });
    reactor.submit({ d: [] }, { priority: 1 });
    reactor.submit({ e: [] }, { priority: -1 });
    const turn = reactor.turn("a>0@5", "b>0@-5", "c>0@-9", "d>0@9", "e>0@-9");
    const sorted = [...prioritiesIn(reactor, turn, 0)].sort(([, p], [, q]) => p - q).map(([name]) => name);
    expect(sorted).to.deep.equal(["d", "b", "a", "c", "e"]);
  });

  it("prefers the worker itself as the holder of an input of which it has a copy", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"], c: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>1");
    reactor.place(1, "a");
    const turn = reactor.turn("c>1");
    expect(turn.facts).to.deep.equal(["placed a>1"]);
    expect(computesIn(reactor, turn, 1)).to.deep.equal(["c@1(a<1)"]);
  });
});
