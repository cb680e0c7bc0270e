import { describe, expect, it } from "vitest";
import { answerIn, WorkerHarness } from "../support/worker-harness.ts";

/** Results of 5,000 bytes each, all of them in the store and not in memory. */
function withStored(...tasks: readonly number[]): WorkerHarness {
  const worker = new WorkerHarness({ memoryLimit: 100_000, hasStore: true });
  for (const task of tasks) {
    worker.compute({ task });
    worker.start();
    worker.hear({ kind: "executed", task, run: 1, value: `result of ${task}`, bytes: 5000, duration: 0 });
  }
  worker.fromReactor({ kind: "limit-memory", bytes: 100 });
  for (let left = tasks.length; left > 0; ) {
    const store = worker.hear({ kind: "turn-ended" }).find((each) => each.kind === "store");
    const entries = (store?.entries ?? []).map(({ key, bytes }) => ({ key, bytes, outcome: "written" }) as const);
    expect(entries.length).to.be.above(0);
    left -= entries.length;
    worker.hear({ kind: "stored", entries });
  }
  worker.endTurn();
  worker.fromReactor({ kind: "limit-memory", bytes: 100_000 });
  expect(tasks.every((task) => worker.machine.data.isStored(task))).to.equal(true);
  return worker;
}

/** The store reads all that is asked of it, in turns; what is sent to peers then. */
function readAll(worker: WorkerHarness, isLost = false): NonNullable<ReturnType<typeof answerIn>>[] {
  const answers: NonNullable<ReturnType<typeof answerIn>>[] = [];
  for (let turns = 0; turns < 40; turns++) {
    for (const each of worker.hear({ kind: "turn-ended" })) {
      if (each.kind === "send-data") answers.push(each);
      if (each.kind !== "load") continue;
      for (const { key, bytes } of each.entries) {
        const answer = answerIn(
          worker.hear({ kind: "loaded", entries: [{ key, bytes, value: `read ${key}`, isLost }] }),
        );
        if (answer !== undefined) answers.push(answer);
      }
    }
  }
  return answers;
}

describe("Serving", () => {
  it("answers in order, with a reason in the place of each result that it does not have", () => {
    const worker = new WorkerHarness();
    worker.store(7);
    expect(worker.askedBy(4, 6, 1, 7, 1, 7, 9)).to.deep.equal({
      peer: 4,
      values: [undefined, "data 7", undefined],
      refused: [
        { position: 0, reason: "gone" },
        { position: 2, reason: "gone" },
      ],
      movable: [],
    });
  });

  it("says that a result is late which is on its way here, and gone before that was asked for", () => {
    const worker = new WorkerHarness();
    worker.compute({ task: 1, inputs: [[10, 5]] });
    expect(worker.askedBy(4, 10, 1)?.refused).to.deep.equal([{ position: 0, reason: "gone" }]);
    worker.endTurn();
    expect(worker.askedBy(4, 10, 1)?.refused).to.deep.equal([{ position: 0, reason: "late" }]);
    expect(worker.askedBy(4, 10, 2)?.refused, "another run of it").to.deep.equal([{ position: 0, reason: "gone" }]);
  });

  describe("what the asker would take away", () => {
    it("leaves when it was moved, and is gone for all who ask later", () => {
      const worker = new WorkerHarness();
      worker.store(7, 8);
      expect(worker.askedBy(4, 7, ~1, 8, 1)).to.deep.include({ values: ["data 7", "data 8"], movable: [0] });
      worker.hear({ kind: "given-away", tasks: [7] });
      expect(worker.machine.data.hasAny(7)).to.equal(false);
      expect(worker.machine.data.bytes).to.equal(10);
      expect(worker.askedBy(5, 7, 1, 8, 1)?.refused).to.deep.equal([{ position: 0, reason: "gone" }]);
    });

    it("stays if it was copied", () => {
      const worker = new WorkerHarness();
      worker.store(7);
      worker.askedBy(4, 7, ~1);
      expect(worker.askedBy(5, 7, 1)?.values).to.deep.equal(["data 7"]);
    });

    it("may come back, and is then here again", () => {
      const worker = new WorkerHarness();
      worker.store(7);
      worker.askedBy(4, 7, ~1);
      worker.hear({ kind: "given-away", tasks: [7] });
      worker.compute({ task: 1, inputs: [{ input: 7, from: [4], mayTake: true }] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 7!"]);
      worker.fromPeer(4, ["back"], [], [0]);
      expect(worker.askedBy(5, 7, 1)?.values).to.deep.equal(["back"]);
    });
  });

  describe("what is in the store", () => {
    it("is read before the answer, which is complete", () => {
      const worker = withStored(1, 2);
      worker.compute({ task: 3 });
      worker.start();
      worker.executed(3);
      expect(worker.askedBy(4, 3, 1, 1, 1, 2, 1)).to.equal(undefined);
      const [answer] = readAll(worker);
      expect(answer?.refused).to.deep.equal([]);
      expect(answer?.values).to.have.length(3);
      expect(answer?.values[0]).to.equal("result of 3");
    });

    it("is gone if it is lost", () => {
      const worker = withStored(1);
      worker.askedBy(4, 1, 1);
      expect(readAll(worker, true)[0]?.refused).to.deep.equal([{ position: 0, reason: "gone" }]);
    });

    it("is refused for now when ten requests wait for the store; what is in memory is sent", () => {
      const tasks = Array.from({ length: 11 }, (_, i) => i + 1);
      const worker = withStored(...tasks);
      worker.store(50);
      for (const task of tasks.slice(0, 10)) expect(worker.askedBy(100 + task, task, 1)).to.equal(undefined);
      expect(worker.askedBy(200, 50, 1, 11, 1)).to.deep.equal({
        peer: 200,
        values: ["data 50", undefined],
        refused: [{ position: 1, reason: "busy" }],
        movable: [],
      });
      expect(readAll(worker)).to.have.length(10);
      expect(worker.askedBy(200, 11, 1), "now there is a place").to.equal(undefined);
    });

    it("is read for nobody when the asker is gone", () => {
      const worker = withStored(1);
      worker.askedBy(4, 1, 1);
      worker.hear({ kind: "peer-lost", peer: 4 });
      expect(readAll(worker)).to.deep.equal([]);
    });
  });
});
