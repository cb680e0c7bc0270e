// The last consumer of a result takes it away from its holder: when it may, and what happens when things go wrong on the way.
import { describe, expect, it } from "vitest";
import { computesIn, inputBytesIn, pairsIn, ReactorHarness, replicatesIn } from "../support/reactor-harness.ts";

const LARGE = 100_000;

/** `a` is in memory on worker 0, and `b`, which takes it, is ordered from worker 1. */
function taking(workers = 3): ReactorHarness {
  const reactor = new ReactorHarness({ workers });
  reactor.submit({ a: [], b: ["a"] });
  reactor.turn("a>0");
  reactor.finishWith(0, LARGE, "a");
  expect(computesIn(reactor, reactor.turn("b>1"), 1)).to.deep.equal(["b@1(a<0!)"]);
  return reactor;
}

describe("order", () => {
  /*  a ── b   a large, b on another worker  */
  it("lets the last consumer take a large input, and nothing else", () => {
    const ordered = (
      graph: Readonly<Record<string, readonly string[]>>,
      options: { readonly wants?: readonly string[]; readonly bytes?: number; readonly moved?: readonly string[] } = {},
    ): string[] => {
      const reactor = new ReactorHarness();
      reactor.submit(graph, options);
      reactor.turn("a>0");
      reactor.finishWith(0, options.bytes ?? LARGE, "a");
      return computesIn(reactor, reactor.turn("b>1"), 1);
    };
    expect(ordered({ a: [], b: ["a"] })).to.deep.equal(["b@1(a<0!)"]);
    expect(ordered({ a: [], b: ["a"] }, { bytes: 16_383 }), "small").to.deep.equal(["b@1(a<0)"]);
    expect(ordered({ a: [], b: ["a"] }, { wants: ["a", "b"] }), "wanted").to.deep.equal(["b@1(a<0)"]);
    expect(ordered({ a: [], b: ["a"], c: ["a"] }), "another consumer").to.deep.equal(["b@1(a<0)"]);
    expect(ordered({ a: [], b: ["a", "a"] }), "taken twice").to.deep.equal(["b@1(a<0, a<0)"]);
    expect(ordered({ a: [], b: ["a"] }, { moved: ["a"] }), "cannot be made again").to.deep.equal(["b@1(a<0)"]);
    expect(ordered({ a: [], b: ["a"] }, { moved: ["b"] }), "the consumer cannot").to.deep.equal(["b@1(a<0)"]);
  });

  it("names a result in shared memory as small: it takes no memory where it goes, and nobody takes it away", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] });
    reactor.turn("a>0");
    reactor.finishShared(0, 1e9, "a");
    const turn = reactor.turn("b>1");
    expect(computesIn(reactor, turn, 1)).to.deep.equal(["b@1(a<0)"]);
    expect(inputBytesIn(turn, 1)).to.deep.equal([4096]);
  });

  it("lets nobody take what was scattered, and says that it was", () => {
    const reactor = new ReactorHarness();
    reactor.scatter("s");
    reactor.machine.state.tasks.columns.bytes[reactor.rows.get("s") as number] = LARGE;
    reactor.submit({ b: ["s"] });
    reactor.release("s");
    expect(computesIn(reactor, reactor.turn("b>1"), 1)).to.deep.equal(["b@1(s<0?)"]);
  });

  it("lets nobody take a result of a submission that is still being added: consumers may come", () => {
    const reactor = new ReactorHarness();
    reactor.open({ a: [], b: ["a"], c: ["a"] });
    reactor.hear({ kind: "tasks-submitted", count: 2 });
    reactor.rows.set("a", 0).set("b", 1);
    reactor.turn("0>0");
    reactor.finishWith(0, LARGE, "a");
    const turn = reactor.turn("1>1");
    expect(computesIn(reactor, turn, 1)[0]).to.not.include("!");
    reactor.hear({ kind: "tasks-submitted", count: 1 });
  });

  it("names up to four holders, or the worker itself alone if it is one", () => {
    const reactor = new ReactorHarness({ workers: 7 });
    reactor.submit({ a: [], b: ["a"], c: ["a"] }, { wants: ["a", "b", "c"] });
    reactor.turn("a>0");
    reactor.finishWith(0, LARGE, "a");
    for (const worker of [1, 2, 3, 4, 5]) reactor.place(worker, "a");
    const turn = reactor.turn("b>6", "c>3");
    expect(computesIn(reactor, turn, 6)).to.deep.equal(["b@1(a<0<5<4<3)"]);
    expect(computesIn(reactor, turn, 3)).to.deep.equal(["c@1(a<3)"]);
    expect(turn.others).to.deep.equal([0, 5, 4, 3].map((b) => ({ kind: "connect", a: 6, b })));
  });
});

describe("a result that is being taken", () => {
  it("has its new holder when that says so", () => {
    const reactor = taking();
    reactor.take(1, "a", 0);
    const turn = reactor.turn();
    expect(turn.facts).to.deep.equal(["placed a>1", "removed a>0"]);
    expect(turn.sent.get(0), "the former holder has nothing to forget").to.equal(undefined);
    reactor.finish(1, "b");
    expect(pairsIn(reactor, reactor.turn(), 1, "free")).to.deep.equal(["a@1"]);
  });

  it("has two holders if it was copied after all, and may be taken by the next", () => {
    const reactor = taking();
    reactor.place(1, "a");
    expect(reactor.turn().facts).to.deep.equal(["placed a>1"]);
    expect(reactor.machine.state.tasks.taking.size).to.equal(0);
  });

  it("is computed again when the taker dies with it: its task finds it gone", () => {
    const reactor = taking();
    reactor.lose(1);
    expect(computesIn(reactor, reactor.turn("b>2"), 2), "it may still be there").to.deep.equal(["b@2(a<0!)"]);
    reactor.miss(2, "b", "a", 0);
    expect([reactor.state("a"), reactor.state("b")]).to.deep.equal(["ready", "waiting"]);
    const turn = reactor.turn("a>2", "b>2");
    expect(computesIn(reactor, turn, 2)).to.deep.equal(["a@2()"]);
    expect(turn.facts).to.include("removed a>0");
  });

  it("is had from the taker when its task went elsewhere meanwhile", () => {
    const reactor = taking();
    reactor.assign("b>2");
    expect(pairsIn(reactor, reactor.turn(), 1, "retract")).to.deep.equal(["b@1"]);
    reactor.take(1, "a", 0);
    reactor.answerRetract(1, "b", true);
    const turn = reactor.turn();
    expect(computesIn(reactor, turn, 2)).to.deep.equal(["b@2(a<1!)"]);
  });

  it("may be taken by another when its task was given back before that was asked for", () => {
    const reactor = taking();
    reactor.assign("b>2");
    reactor.turn();
    reactor.answerRetract(1, "b", true);
    expect(computesIn(reactor, reactor.turn(), 2)).to.deep.equal(["b@2(a<0!)"]);
  });

  it("is named with the taker as a second holder, and nobody else may take it, if the order was only freed", () => {
    const reactor = new ReactorHarness({ workers: 4 });
    reactor.submit({ a: [], x: [], b: ["a", "x"] });
    reactor.turn("a>0", "x>3");
    reactor.finishWith(0, LARGE, "a");
    reactor.finish(3, "x");
    expect(computesIn(reactor, reactor.turn("b>1"), 1)).to.deep.equal(["b@1(a<0!, x<3)"]);
    reactor.lose(3);
    expect(pairsIn(reactor, reactor.turn("x>2"), 1, "free")).to.deep.equal(["b@1"]);
    reactor.finish(2, "x");
    expect(computesIn(reactor, reactor.turn("b>2"), 2)).to.deep.equal(["b@2(a<0<1, x<2)"]);
    reactor.take(1, "a", 0);
    expect(reactor.turn().facts).to.deep.equal(["placed a>1", "removed a>0"]);
  });

  it("is freed where it arrives if its task was cancelled", () => {
    const reactor = taking();
    reactor.release("b");
    const turn = reactor.turn();
    expect(pairsIn(reactor, turn, 1, "free")).to.deep.equal(["b@1"]);
    expect(pairsIn(reactor, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(reactor.machine.state.tasks.count).to.equal(0);
    reactor.pretendRun("a", 1);
    reactor.take(1, "a", 0);
    expect(pairsIn(reactor, reactor.turn(), 1, "free")).to.deep.equal(["a@1"]);
  });

  it("keeps its task on a taker that retires, which then stops with nothing left", () => {
    const reactor = taking();
    reactor.hear({ kind: "workers-retiring", workers: [1] });
    const turn = reactor.turn();
    expect(turn.sent.get(1), "the task is not taken back").to.equal(undefined);
    expect(turn.others).to.deep.equal([]);
    reactor.take(1, "a", 0);
    reactor.finish(1, "b");
    reactor.turn();
    reactor.place(2, "b");
    reactor.place(0, "b");
    expect(reactor.turn().others).to.deep.include({ kind: "stop-worker", worker: 1 });
  });

  it("keeps nobody waiting for a task that a retiring taker gave back", () => {
    const reactor = taking();
    reactor.hear({ kind: "workers-retiring", workers: [1] });
    reactor.turn();
    reactor.miss(1, "b", "a", 0);
    expect(reactor.turn().others).to.deep.equal([{ kind: "stop-worker", worker: 1 }]);
  });

  it("is copied from a holder that retires, or from the taker", () => {
    const reactor = taking();
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    const turn = reactor.turn();
    const copies = [1, 2].flatMap((worker) => replicatesIn(reactor, turn, worker));
    expect(copies).to.have.length(1);
    expect(copies[0]).to.match(/^a<0/);
    reactor.take(1, "a", 0);
    expect(reactor.turn().others).to.deep.equal([{ kind: "stop-worker", worker: 0 }]);
  });

  it("is computed again if neither a holder that retires nor the taker has it", () => {
    const reactor = taking();
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    reactor.turn();
    reactor.lose(1);
    reactor.turn();
    reactor.miss(2, "a", "a", 0);
    expect(reactor.state("a")).to.equal("ready");
    expect(reactor.turn("a>2").others).to.deep.include({ kind: "stop-worker", worker: 0 });
  });
});

describe("onMissing", () => {
  it("frees the result where it may still be, before new orders name it there", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.submit({ a: [], b: ["a"] }, { wants: ["a", "b"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.place(2, "a");
    reactor.turn("b>1");
    reactor.miss(1, "b", "a", 0);
    const turn = reactor.turn("b>0");
    expect(turn.sent.get(0)?.map(({ kind }) => kind)).to.deep.equal(["free", "compute"]);
    expect(computesIn(reactor, turn, 0)).to.deep.equal(["b@2(a<2)"]);
  });
});
