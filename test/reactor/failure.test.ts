// Failures spread to consumers, with the culprit named; results are waited for, found or refused.
import { describe, expect, it } from "vitest";
import type { ReactorToClient } from "../../src/protocol/reactor-to-client.ts";
import { BOOM, pairsIn, ReactorHarness } from "../support/reactor-harness.ts";

function failedFutures(messages: readonly ReactorToClient[]): { future: number; index: number }[] {
  return messages.flatMap((each) => (each.kind === "failed" ? [{ future: each.future, index: each.index }] : []));
}

describe("failTask", () => {
  /*  a   x
      |  / \
      b ─   y
      |
      c      */
  it("fails all transitive consumers, names the culprit, and lets the inputs go", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], x: [], b: ["a", "x"], c: ["b"], y: ["x"] });
    reactor.turn("a>0", "x>1");
    reactor.finish(1, "x");
    reactor.fail(0, "a");
    const turn = reactor.turn("y>1");
    expect(failedFutures(turn.client)).to.deep.equal([{ future: reactor.futures.get("c"), index: 0 }]);
    expect(reactor.state("c")).to.equal("failed");
    expect(turn.facts).to.include("dropped a b c");
    reactor.finish(1, "y");
    expect(pairsIn(reactor, reactor.turn(), 1, "free"), "nobody needs x now").to.deep.equal(["x@1"]);
  });

  it("fails a task at once that is submitted with a failed input", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.fail(0, "a");
    reactor.turn();
    reactor.submit({ b: ["a"], c: ["b"] });
    const turn = reactor.turn();
    expect(failedFutures(turn.client)).to.deep.equal([{ future: reactor.futures.get("c"), index: 0 }]);
    reactor.release("a", "c");
    reactor.turn();
    expect(reactor.machine.state.tasks.count).to.equal(0);
  });

  it("accepts that a task throws while it is being retracted", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    reactor.turn("a>1");
    expect(reactor.state("a")).to.equal("retracting");
    reactor.fail(0, "a");
    reactor.answerRetract(0, "a", false);
    expect(reactor.state("a")).to.equal("failed");
  });

  it("takes consumers from their workers when an input cannot be sent", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"], c: ["a"] });
    reactor.turn("a>0");
    reactor.finish(0, "a");
    reactor.turn("b>0", "c>1");
    reactor.miss(1, "c", "a", 0, BOOM);
    const turn = reactor.turn();
    expect(reactor.state("b")).to.equal("failed");
    expect(pairsIn(reactor, turn, 0, "free"), "worker 0 would keep the result of b for ever").to.include("b@1");
  });

  it("fails a task whose literal value cannot be sent", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [] });
    reactor.turn("a>0");
    const task = reactor.rows.get("a") as number;
    reactor.hear({ kind: "unsendable", task, run: 0, failure: BOOM });
    expect(reactor.state("a"), "an older run").to.equal("assigned");
    reactor.hear({ kind: "unsendable", task, run: 1, failure: BOOM });
    expect(reactor.state("a")).to.equal("failed");
  });
});

describe("gather", () => {
  it("asks the holder when the task ends, once per worker and request", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.submit({ a: [], b: [] });
    reactor.gather(7, "a", "b");
    expect(
      reactor
        .turn("a>0", "b>0")
        .sent.get(0)
        ?.map(({ kind }) => kind),
    ).to.deep.equal(["compute"]);
    reactor.finish(0, "a", "b");
    const turn = reactor.turn();
    const row = (name: string): number => reactor.rows.get(name) as number;
    expect(turn.sent.get(0)).to.deep.equal([
      { kind: "gather", request: 7, positions: Int32Array.of(0, 1), tasks: Int32Array.of(row("a"), row("b")) },
    ]);
  });

  it("refuses what has failed and what was released while it was waited for", () => {
    const reactor = new ReactorHarness({ workers: 1 });
    reactor.submit({ a: [], b: [] });
    reactor.gather(1, "a", "b");
    reactor.turn("a>0");
    reactor.fail(0, "a");
    reactor.release("b");
    reactor.gather(2, "a", "b");
    const answers = reactor
      .turn()
      .client.flatMap((each) =>
        each.kind === "values"
          ? each.failed.map(({ position, failure }) => [each.request, position, failure] as const)
          : [],
      );
    const told = answers.map(([request, position, failure]) => {
      return `${request}.${position} ${failure.kind === "error" ? (failure.code ?? failure.message) : ""}`;
    });
    expect(told).to.deep.equal(["1.0 boom", "1.1 cancelled", "2.0 boom", "2.1 cancelled"]);
  });

  it("asks again elsewhere, under the same positions, when the worker that was asked is lost", () => {
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: [] });
    reactor.turn("a>0", "b>0");
    reactor.finish(0, "a", "b");
    reactor.gather(3, "a", "b");
    expect(reactor.turn().sent.get(0)).to.have.lengthOf(1);
    reactor.lose(0);
    reactor.turn("a>1", "b>1");
    reactor.finish(1, "a", "b");
    const asked = reactor.turn().sent.get(1)?.[0];
    expect(asked?.kind === "gather" && [...asked.positions]).to.deep.equal([0, 1]);
  });
});
