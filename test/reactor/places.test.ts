// Where a task may run whose caller said so, whatever the scheduler decides.
import { describe, expect, it } from "vitest";
import { computesIn, ReactorHarness } from "../support/reactor-harness.ts";

describe("placeOf", () => {
  it("puts a task that a scheduler gives to another worker on one that may have it, and says where it is", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.submit({ a: [] }, { terms: { workers: [2] } });
    const turn = reactor.turn("a>0");
    expect(computesIn(reactor, turn, 0)).to.deep.equal([]);
    expect(computesIn(reactor, turn, 2)).to.deep.equal(["a@1()"]);
    expect(reactor.turn().facts).to.deep.equal(["moved a>2"]);
  });

  it("leaves a scheduler its choice among several workers, and tells it nothing then", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.submit({ a: [] }, { terms: { workers: [1, 2] } });
    expect(computesIn(reactor, reactor.turn("a>1"), 1)).to.deep.equal(["a@1()"]);
    expect(reactor.turn().facts).to.deep.equal([]);
  });

  /*  a   b
       \ /
        c   may run on 1 or 2  */
  it("prefers, where it has to choose, the worker with most bytes of the inputs", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.submit({ a: [], b: [] }, { wants: ["a", "b"] });
    reactor.turn("a>1", "b>2");
    reactor.finishWith(1, 10, "a");
    reactor.finishWith(2, 1000, "b");
    reactor.submit({ c: ["a", "b"] }, { terms: { workers: [1, 2] } });
    expect(computesIn(reactor, reactor.turn("c>0"), 2)).to.deep.equal(["c@1(a<1, b<2)"]);
  });

  it("refuses to move a task to a worker that may not have it, and moves it to one that may", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.submit({ a: [] }, { terms: { workers: [0, 1] } });
    reactor.turn("a>0");
    reactor.turn("a>2");
    expect(reactor.state("a")).to.equal("assigned");
    expect(reactor.turn().facts).to.deep.equal(["kept a>0"]);
    reactor.turn("a>1");
    expect(reactor.state("a")).to.equal("retracting");
  });

  it("never moves a task that is not to be stolen, and says so with its first order", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] }, { terms: { stealable: false } });
    reactor.turn("a>0");
    expect(reactor.turn("a>1").facts).to.deep.equal(["kept a>0"]);
    expect(reactor.state("a")).to.equal("assigned");
    expect(reactor.turn().facts).to.deep.equal(["kept a>0"]);
  });

  it("lets a task that is not to be stolen run elsewhere when its worker is lost", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] }, { terms: { stealable: false } });
    reactor.turn("a>0");
    reactor.lose(0);
    expect(computesIn(reactor, reactor.turn("a>1"), 1)).to.deep.equal(["a@2()"]);
  });

  /*  a ── b   a may run on 7 alone  */
  it("fails a task of whose workers none is left, and what needs it, even if that was assigned in the same round", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] }, { terms: { workers: [7] } });
    const { client } = reactor.turn("a>0", "b>0");
    expect(reactor.state("a")).to.equal("failed");
    const [told] = client;
    expect(told?.kind === "failed" && told.failure).to.deep.include({
      code: "workers-gone",
      message: "Cannot run this task: none of the workers 7 is in the cluster, one must be",
    });
  });
});
