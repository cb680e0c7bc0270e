// A scheduler that answers late: what it says is about the past, and must not be taken for something else.
import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { engineFailure } from "../../src/codec/failure.ts";
import { computesIn, ReactorHarness } from "../support/reactor-harness.ts";

const late = (workers = 2): ReactorHarness => new ReactorHarness({ workers, answersLate: true });

/** Submits a task, computes it on worker 0 and lets go of it: its row is forgotten. */
function passThrough(reactor: ReactorHarness, name: string): void {
  reactor.submit({ [name]: [] });
  reactor.turn();
  reactor.answer(`${name}>0`);
  reactor.turn();
  reactor.finish(0, name);
  reactor.release(name);
}

describe("applyLateAssignments", () => {
  it("orders a task whenever the answer comes", () => {
    const reactor = late();
    reactor.submit({ a: [] });
    expect(reactor.turn().facts).to.include("tasks-added a");
    expect(reactor.turn().sent.size).to.equal(0);
    reactor.answer("a>1");
    expect(computesIn(reactor, reactor.turn(), 1)).to.deep.equal(["a@1()"]);
  });

  it("passes over tasks that are done or released meanwhile", () => {
    const reactor = late();
    reactor.submit({ a: [], b: [] });
    reactor.turn();
    reactor.answer("a>0", "b>0");
    reactor.turn();
    reactor.finish(0, "a");
    reactor.release("b");
    reactor.turn();
    reactor.answer("a>1", "b>1"); // moves that were decided before
    expect([...reactor.turn().sent.keys()]).to.deep.equal([]);
    expect(reactor.state("a")).to.equal("in-memory");
  });

  it("says of a task that goes to a worker which is gone meanwhile that it is open again", () => {
    const reactor = late();
    reactor.submit({ a: [] });
    reactor.turn();
    reactor.hear({ kind: "worker-lost", worker: 1, reason: "it died" });
    expect(reactor.turn().facts).to.deep.equal(["worker-removed 1"]);
    reactor.answer("a>1");
    expect(reactor.state("a")).to.equal("ready");
    expect(reactor.turn().facts).to.deep.equal(["reopened a"]);
  });

  it("says of a task that is to be moved to a worker which is gone meanwhile where it stays", () => {
    const reactor = late(3);
    reactor.submit({ a: [], b: [] });
    reactor.turn();
    reactor.answer("a>0", "b>0");
    reactor.turn();
    reactor.start(0, "b");
    reactor.hear({ kind: "worker-lost", worker: 1, reason: "it died" });
    reactor.turn();
    reactor.answer("a>1", "b>1");
    expect(reactor.turn().facts).to.deep.equal(["moved a>0", "kept b>0"]);
    expect(reactor.state("a")).to.equal("assigned");
  });

  it("refuses workers that never were and tasks that never were", () => {
    for (const decision of ["a>7", "99>0"]) {
      const reactor = late();
      reactor.submit({ a: [] });
      reactor.turn();
      let thrown: unknown;
      try {
        reactor.answer(decision);
      } catch (error) {
        thrown = error;
      }
      expect(isEngineError(thrown, "scheduler-misbehaved"), String(thrown)).to.equal(true);
    }
  });
});

describe("LateAnswers", () => {
  it("keeps a forgotten row from being used again until the scheduler has answered the facts that said so", () => {
    const reactor = late();
    passThrough(reactor, "a");
    const row = reactor.rows.get("a") as number;
    expect(reactor.turn().facts).to.include("forgotten a");
    reactor.submit({ b: [] }); // before the answer to that
    expect(reactor.rows.get("b")).to.not.equal(row);
    reactor.answer("a>1"); // a move that was decided before: of what is no more
    expect(reactor.state("b")).to.equal("ready");
    reactor.submit({ c: [] });
    expect(reactor.rows.get("c")).to.equal(row);
  });

  it("uses rows again at once when nothing is unanswered", () => {
    const reactor = late();
    const rows = new Set<number | undefined>();
    for (const name of ["a", "b", "c", "d", "e", "f"]) {
      passThrough(reactor, name);
      rows.add(reactor.rows.get(name));
      for (let turns = 0; turns < 3; turns++) if (reactor.turn().facts.length > 0) reactor.answer();
      reactor.answer();
    }
    expect(rows.size).to.be.at.most(2);
  });
});

describe("openSubmission", () => {
  it("fails the tasks whose value could not be sent to the reactor, and those that need them", () => {
    const failure = engineFailure("not-cloneable", "Cannot send it", { key: "a", path: "args[0]" });
    const reactor = new ReactorHarness();
    reactor.submit({ a: [], b: ["a"], c: [] }, { refused: [{ index: 0, failure }] });
    expect([reactor.state("a"), reactor.state("b"), reactor.state("c")]).to.deep.equal(["failed", "failed", "ready"]);
  });
});
