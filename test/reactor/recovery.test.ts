// Workers that die or retire: what is lost is computed again, copied, or fails clearly.
import { describe, expect, it } from "vitest";
import type { ReactorToClient } from "../../src/protocol/reactor-to-client.ts";
import { BOOM, computesIn, pairsIn, ReactorHarness } from "../support/reactor-harness.ts";

function codes(messages: readonly ReactorToClient[]): (string | undefined)[] {
  return messages.flatMap((each) =>
    each.kind === "failed" && each.failure.kind === "error" ? [each.failure.code] : [],
  );
}

describe("loseWorker", () => {
  it("gives unfinished tasks back, and tells the others that the peer is lost", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: [] });
    reactor.turn("a>0", "b>0");
    reactor.start(0, "b");
    reactor.lose(0);
    expect([reactor.state("a"), reactor.state("b")]).to.deep.equal(["ready", "ready"]);
    const turn = reactor.turn("a>1", "b>1");
    expect(turn.facts.at(-1)).to.equal("reopened a b");
    expect(computesIn(reactor, turn, 1)).to.deep.equal(["a@2()", "b@2()"]);
    expect(turn.sent.get(1)?.at(-1)).to.deep.equal({ kind: "peer-lost", worker: 0 });
  });

  /*  a ── b ── c ── d   (a, b and c were on worker 0; a and b are released)  */
  it("computes lost lineage again, inputs before consumers, as far as it is needed", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"], c: ["b"], d: ["c"] });
    for (const name of ["a", "b", "c"]) {
      reactor.turn(`${name}>0`);
      reactor.finish(0, name);
    }
    reactor.turn();
    expect([reactor.state("a"), reactor.state("b"), reactor.state("c")]).to.deep.equal([
      "released",
      "released",
      "in-memory",
    ]);
    reactor.lose(0);
    const turn = reactor.turn("a>1");
    expect(turn.facts.at(-1)).to.equal("reopened a b c d");
    expect(computesIn(reactor, turn, 1)).to.deep.equal(["a@2()"]);
    for (const [i, name] of ["a", "b", "c"].entries()) {
      reactor.finish(1, name);
      reactor.turn(`${["b", "c", "d"][i]}>1`);
    }
    reactor.finish(1, "d");
    expect(reactor.state("d")).to.equal("in-memory");
  });

  it("also computes again what was lost in the turn in which it became unneeded", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>0");
    reactor.finish(0, "b"); // a is unneeded now, and nobody has looked yet
    reactor.lose(0);
    expect([reactor.state("a"), reactor.state("b")]).to.deep.equal(["ready", "waiting"]);
  });

  it("computes again what a task that is yet to be added may take", () => {
    const reactor = new ReactorHarness();
    reactor.open({ a: [], b: ["a"] });
    reactor.hear({ kind: "tasks-submitted", count: 1 });
    reactor.rows.set("a", 0);
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.lose(0);
    expect(reactor.state("a")).to.equal("ready");
    reactor.hear({ kind: "tasks-submitted", count: 1 });
    expect(computesIn(reactor, reactor.turn("a>1"), 1)).to.deep.equal(["row 0@2()"]);
  });

  it("leaves a result alone of which another worker has a copy", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] }, { wants: ["a", "b"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>1");
    reactor.place(1, "a");
    reactor.lose(0);
    expect(reactor.state("a")).to.equal("in-memory");
    expect(reactor.state("b")).to.equal("assigned");
  });

  it("fails a task whose worker was lost once too often, but not those that wait for it elsewhere", () => {
    const reactor = new ReactorHarness({ workers: 4, allowedFailures: 1 });
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.lose(0);
    expect(reactor.state("a")).to.equal("ready");
    reactor.turn("a>1");
    reactor.lose(1);
    expect(codes(reactor.turn().client)).to.deep.equal(["worker-lost"]);
  });

  it("counts a lost worker against a task although the task's inputs were lost with it", () => {
    const reactor = new ReactorHarness({ workers: 2, allowedFailures: 0 });
    reactor.submit({ a: [], poison: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("poison>0");
    reactor.lose(0);
    expect(reactor.state("poison")).to.equal("failed");
    expect(codes(reactor.turn().client)).to.deep.equal(["worker-lost"]);
  });

  it("fails what scattered data is needed for, and names the data", () => {
    const reactor = new ReactorHarness();
    reactor.scatter("s");
    reactor.submit({ a: ["s"] });
    reactor.turn("a>0");
    reactor.lose(0);
    const turn = reactor.turn();
    expect(codes(turn.client)).to.deep.equal(["data-lost", "data-lost"]);
    expect(reactor.state("a")).to.equal("failed");
  });

  it("fails a task whose argument was moved to a worker that died", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] }, { moved: ["a"] });
    reactor.turn("a>0");
    reactor.lose(0);
    expect(codes(reactor.turn().client)).to.deep.equal(["data-lost"]);
  });

  /*  m ── b ── c   (m's argument was moved; m is released, b is lost)  */
  it("fails a released task that is needed again and cannot be repeated", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ m: [], b: ["m"], c: ["b"] }, { moved: ["m"] });
    for (const name of ["m", "b"]) {
      reactor.turn(`${name}>0`);
      reactor.finish(0, name);
    }
    reactor.turn();
    expect(reactor.state("m")).to.equal("released");
    reactor.lose(0);
    expect(["m", "b", "c"].map((name) => reactor.state(name))).to.deep.equal(["failed", "failed", "failed"]);
  });

  it("takes a task back from a worker that could not fetch an input, and believes the worker", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>1");
    reactor.miss(1, "b", "a", 0);
    expect([reactor.state("a"), reactor.state("b")]).to.deep.equal(["ready", "waiting"]);
    expect(pairsIn(reactor, reactor.turn(), 0, "free")).to.deep.equal(["a@1"]);
  });

  it("answers a run on every worker for those that die", () => {
    const reactor = new ReactorHarness();
    reactor.hear({ kind: "client-message", message: { kind: "run", request: 4, fn: 0, args: [] } });
    reactor.turn();
    reactor.say(1, { kind: "ran", request: 4, value: 11 });
    reactor.lose(0);
    const answers = reactor
      .turn()
      .client.map((each) => each.kind === "ran" && [each.worker, each.value, each.remaining]);
    expect(answers).to.deep.equal([
      [1, 11, 1],
      [0, undefined, 0],
    ]);
  });
});

describe("retireWorkers", () => {
  it("keeps a worker that has not answered a call on all workers until it has", () => {
    const reactor = new ReactorHarness();
    reactor.hear({ kind: "client-message", message: { kind: "run", request: 4, fn: 0, args: [] } });
    reactor.turn();
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    expect(reactor.turn().others).to.deep.equal([]);
    reactor.say(0, { kind: "ran", request: 4, value: 1 });
    expect(reactor.turn().others).to.deep.equal([{ kind: "stop-worker", worker: 0 }]);
  });

  it("copies what only the leaver holds and then stops it", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn();
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    const turn = reactor.turn();
    expect(turn.facts).to.deep.equal(["worker-removed 0"]);
    expect(turn.others).to.deep.equal([{ kind: "connect", a: 1, b: 0 }]);
    const tasks = Int32Array.of(reactor.rows.get("a") as number, 1, 100, 0);
    expect(turn.sent.get(1)).to.deep.equal([{ kind: "replicate", tasks }]);
    reactor.place(1, "a");
    expect(reactor.turn().others).to.deep.equal([{ kind: "stop-worker", worker: 0 }]);
    reactor.lose(0);
    expect(reactor.state("a")).to.equal("in-memory");
  });

  it("takes tasks back and gives the leaver no new ones", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    const turn = reactor.turn("a>1");
    expect(pairsIn(reactor, turn, 0, "free")).to.deep.equal(["a@1"]);
    expect(computesIn(reactor, turn, 1)).to.deep.equal(["a@2()"]);
    expect(() => reactor.assign("a>0")).to.throw("worker 0 is not in the cluster");
  });

  it("does not stumble over a worker that has died already", () => {
    const reactor = new ReactorHarness();
    reactor.hear({ kind: "workers-retiring", workers: [9] });
    expect(reactor.turn().others).to.deep.equal([]);
  });

  it("does not take a copy on another leaver for safe", () => {
    const reactor = new ReactorHarness({ workers: 3 });
    reactor.scatter("s");
    reactor.turn();
    reactor.hear({ kind: "workers-retiring", workers: [0, 1] });
    reactor.place(1, "s");
    expect(reactor.turn().others).to.not.deep.include({ kind: "stop-worker", worker: 0 });
    reactor.place(2, "s");
    expect(reactor.turn().others).to.deep.include({ kind: "stop-worker", worker: 0 });
  });

  it("lets a task with a moved argument end where it is, and then copies its result", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] }, { moved: ["a"] });
    reactor.turn("a>0");
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    expect(reactor.turn().others).to.deep.equal([]);
    reactor.finish(0, "a");
    expect(
      reactor
        .turn()
        .sent.get(1)
        ?.map(({ kind }) => kind),
    ).to.deep.equal(["replicate"]);
    reactor.place(1, "a");
    expect(reactor.turn().others).to.deep.equal([{ kind: "stop-worker", worker: 0 }]);
  });

  it("waits for a worker that can take the results", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.scatter("s");
    reactor.turn();
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    expect(reactor.turn().others).to.deep.equal([]);
    expect(reactor.machine.hasWorkers).to.equal(false);
    reactor.join(5);
    expect(
      reactor
        .turn()
        .sent.get(5)
        ?.map(({ kind }) => kind),
    ).to.deep.equal(["replicate"]);
  });

  it("does not wait for a result that cannot be sent", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.hear({ kind: "workers-retiring", workers: [0] });
    reactor.turn();
    reactor.miss(1, "a", "a", 0, BOOM);
    expect(reactor.turn().others).to.deep.equal([{ kind: "stop-worker", worker: 0 }]);
  });
});
