// Results and rows go when nobody needs them; rows are used again under newer runs.
import { describe, expect, it } from "vitest";
import { computesIn, pairsIn, ReactorHarness } from "../support/reactor-harness.ts";

/** Computes tasks one after the other on worker 0. */
function compute(reactor: ReactorHarness, ...names: string[]): void {
  for (const name of names) {
    reactor.turn(`${name}>0`);
    reactor.finish(0, name);
  }
}

describe("releaseUnneeded", () => {
  /*  a ── b ── c  */
  it("frees a result when its last consumer is done, and forgets the chain with the last future", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.submit({ a: [], b: ["a"], c: ["b"] });
    compute(reactor, "a", "b");
    const freed = reactor.turn("c>0");
    expect(pairsIn(reactor, freed, 0, "free")).to.deep.equal(["a@1"]);
    expect(freed.facts).to.deep.equal(["finished b>0", "removed a>0"]);
    reactor.finish(0, "c");
    reactor.turn();
    expect(reactor.state("b"), "b could be needed again if c is lost").to.equal("released");
    reactor.release("c");
    expect(reactor.turn().facts).to.deep.equal(["removed c>0", "forgotten c b a"]);
    expect(reactor.machine.state.tasks.count).to.equal(0);
  });

  it("drops what waits, runs and is ready when nobody wants it any more, and tells the workers", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: [], c: ["a"], d: ["b"] });
    reactor.turn("a>0");
    reactor.start(0, "a");
    reactor.release("c", "d");
    const turn = reactor.turn();
    expect(pairsIn(reactor, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(turn.facts.at(-1)).to.match(/^forgotten/);
    expect(reactor.machine.state.tasks.count).to.equal(0);
  });

  it("keeps a task whose future was released while another task needs it", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.submit({ a: [], b: ["a"] }, { wants: ["a", "b"] });
    reactor.release("a");
    reactor.turn("a>0");
    expect(reactor.state("a")).to.equal("assigned");
    reactor.finish(0, "a");
    reactor.turn();
    expect(reactor.state("a")).to.equal("in-memory");
  });

  it("frees every replica", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>1");
    reactor.place(1, "a");
    reactor.finish(1, "b");
    const turn = reactor.turn();
    expect(pairsIn(reactor, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(pairsIn(reactor, turn, 1, "free")).to.deep.equal(["a@1"]);
  });

  it("tells a worker to forget a copy that comes too late", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    compute(reactor, "a");
    reactor.turn();
    reactor.release("a");
    reactor.turn();
    reactor.place(1, "a");
    expect(pairsIn(reactor, reactor.turn(), 1, "free")).to.deep.equal(["a@1"]);
  });

  it("uses a row again only under a newer run, so that late answers are known as stale", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.release("a");
    reactor.turn();
    const row = reactor.rows.get("a");
    reactor.submit({ b: [] });
    expect(reactor.rows.get("b")).to.equal(row);
    expect(computesIn(reactor, reactor.turn("b>0"), 0)).to.deep.equal(["b@2()"]);
    reactor.pretendRun("b", 1);
    reactor.finish(0, "b");
    expect(reactor.state("b")).to.equal("assigned");
  });

  it("does not use a row again in the turn in which it was forgotten", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.release("a");
    reactor.hear({ kind: "scheduling-due" });
    reactor.submit({ b: [] });
    expect(reactor.rows.get("b")).to.not.equal(reactor.rows.get("a"));
  });

  it("lets go of nothing of a submission that is not complete: consumers may still come", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.open({ a: [], b: ["a"] });
    reactor.hear({ kind: "tasks-submitted", count: 1 });
    reactor.assign("0>0");
    reactor.rows.set("a", 0);
    reactor.finish(0, "a");
    reactor.turn();
    expect(reactor.state("a")).to.equal("in-memory");
    reactor.hear({ kind: "tasks-submitted", count: 1 });
    expect(reactor.machine.state.tasks.count).to.equal(2);
  });

  it("remembers nothing of a submission without tasks", () => {
    const reactor = new ReactorHarness();
    reactor.open({});
    expect(reactor.machine.state.submissions.size).to.equal(0);
  });

  it("spreads a large release over turns, and says that something is left", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    const names = Array.from({ length: 20_100 }, (_, i) => `t${i}`);
    const { machine } = reactor;
    machine.handle({
      kind: "client-message",
      message: {
        kind: "scatter",
        futures: Int32Array.from(names, (_, i) => i),
        values: names,
        bytes: new Float64Array(names.length),
      },
    });
    const turn = (): void => {
      machine.handle({ kind: "scheduling-due" });
      machine.handle({ kind: "turn-ended" });
    };
    turn();
    const message = { kind: "release", futures: Int32Array.from(names, (_, i) => i) } as const;
    machine.handle({ kind: "client-message", message });
    turn();
    let turns = 1;
    for (let left = names.length; machine.hasLeftovers; turns++) {
      expect(machine.state.tasks.count, "each turn lets some go, and not all").to.be.within(1, left - 1);
      left = machine.state.tasks.count;
      turn();
    }
    expect(turns).to.be.above(1);
    expect(machine.state.tasks.count).to.equal(0);
    expect(machine.hasLeftovers).to.equal(false);
  });
});
