import { describe, expect, it } from "vitest";
import type { Failure } from "../../src/codec/failure.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import { FINISHED_SIZE } from "../../src/protocol/finished-batch.ts";
import type { ReactorToWorker } from "../../src/protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../src/protocol/worker-to-reactor.ts";
import type { WorkerEvent } from "../../src/worker/events.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import { WorkerMachine } from "../../src/worker/machine.ts";

interface Ordered {
  readonly task: number;
  readonly run?: number;
  readonly priority?: number;
  /** Pairs of input and holder; this worker is 0. */
  readonly inputs?: readonly (readonly [input: number, holder: number])[];
}

const BOOM: Failure = { kind: "error", name: "Error", message: "boom" };

/** A worker alone: the test is the reactor, the peers and the thread. */
class WorkerHarness {
  readonly machine: WorkerMachine;

  constructor(cores = 1) {
    this.machine = new WorkerMachine({ cores });
  }

  hear(event: WorkerEvent): readonly WorkerInstruction[] {
    return this.machine.handle(event);
  }

  compute(...orders: readonly Ordered[]): readonly WorkerInstruction[] {
    const writer = new ComputeWriter();
    for (const { task, run = 1, priority = 0, inputs = [] } of orders) {
      writer.begin(task, run, packCall(0, Call.inputs), priority, undefined);
      for (const [input, holder] of inputs) writer.addInput(input, 1, holder);
    }
    return this.fromReactor({ kind: "compute", ...writer.take() });
  }

  fromReactor(...envelope: readonly ReactorToWorker[]): readonly WorkerInstruction[] {
    return this.hear({ kind: "reactor-message", envelope: structuredClone(envelope) });
  }

  pairs(kind: "free" | "retract", ...tasks: readonly number[]): readonly WorkerInstruction[] {
    return this.fromReactor({ kind, tasks: Int32Array.from(tasks.flatMap((task) => [task, 1])) });
  }

  /** Offers the thread until nothing more starts; which tasks began. */
  start(): number[] {
    const begun: number[] = [];
    while (this.machine.hasWork) {
      for (const each of this.hear({ kind: "core-offered" })) if (each.kind === "execute") begun.push(each.task);
    }
    return begun;
  }

  executed(task: number, duration = 0): void {
    this.hear({ kind: "executed", task, run: 1, value: `result of ${task}`, bytes: 10, duration });
  }

  fromPeer(
    peer: number,
    values: readonly unknown[],
    failed: readonly { position: number; failure?: Failure }[] = [],
  ): void {
    this.hear({ kind: "peer-message", peer, message: { kind: "data", values, failed }, sizeOf: () => 5 });
  }

  /** Ends the turn: requests to peers as "peer: tasks", and what the reactor is told, in short. */
  endTurn(): string[] {
    return this.hear({ kind: "turn-ended" }).flatMap((each) => {
      if (each.kind === "report") return each.envelope.map(describeMessage);
      if (each.kind !== "tell-peer" || each.message.kind !== "fetch") return [each.kind];
      return [`fetch from ${each.peer}: ${[...each.message.tasks].filter((_, i) => i % 2 === 0)}`];
    });
  }
}

function describeMessage(message: WorkerToReactor): string {
  const step = { finished: FINISHED_SIZE, placed: 2, started: 2, retracted: 3 };
  switch (message.kind) {
    case "finished":
    case "placed":
    case "started":
      return `${message.kind} ${[...message.tasks].filter((_, i) => i % step[message.kind] === 0)}`;
    case "retracted":
      return `retracted ${[...message.tasks].filter((_, i) => i % 3 !== 1)}`;
    case "missing":
      return `missing ${message.task} lacks ${message.input} of ${message.holder}${message.failure ? " for a failure" : ""}`;
    case "failed":
      return `failed ${message.task}`;
    case "values":
      return `values ${message.positions} (${message.failed.map(({ position }) => position)} failed)`;
    case "ran":
      return `ran ${message.request}`;
  }
}

describe("WorkerMachine", () => {
  describe("what is ready", () => {
    it("starts in order of priority, then of arrival", () => {
      const worker = new WorkerHarness(9);
      worker.compute({ task: 1, priority: 5 }, { task: 2, priority: -5 }, { task: 3, priority: 5 });
      worker.compute({ task: 4, priority: -5 });
      expect(worker.start()).to.deep.equal([2, 4, 1, 3]);
    });

    it("never executes more tasks at once than it has cores", () => {
      const worker = new WorkerHarness(2);
      worker.compute({ task: 1 }, { task: 2 }, { task: 3 });
      expect(worker.start()).to.deep.equal([1, 2]);
      expect(worker.hear({ kind: "core-offered" })).to.deep.equal([]);
      worker.executed(2);
      expect(worker.start()).to.deep.equal([3]);
    });

    it("is given its inputs in order, each as often as it stands there", () => {
      const worker = new WorkerHarness();
      worker.fromReactor({ kind: "store", tasks: Int32Array.of(7, 1, 8, 1), values: ["x", "y"] });
      worker.compute({
        task: 1,
        inputs: [
          [8, 0],
          [7, 0],
          [8, 0],
        ],
      });
      const [execute] = worker.hear({ kind: "core-offered" });
      expect(execute).to.deep.include({ kind: "execute", inputs: ["y", "x", "y"] });
    });
  });

  describe("reports", () => {
    it("tells of results and failures when the turn ends, in one envelope", () => {
      const worker = new WorkerHarness(2);
      worker.compute({ task: 1 }, { task: 2 });
      worker.start();
      worker.executed(1);
      worker.hear({ kind: "threw", task: 2, run: 1, failure: BOOM });
      expect(worker.endTurn()).to.deep.equal(["finished 1", "failed 2"]);
      expect(worker.endTurn()).to.deep.equal([]);
    });

    it("reports as started what still runs when the slice ends, once", () => {
      const worker = new WorkerHarness(2);
      worker.compute({ task: 1 }, { task: 2 });
      worker.start();
      worker.hear({ kind: "slice-ended" });
      worker.hear({ kind: "slice-ended" });
      expect(worker.endTurn()).to.deep.equal(["started 1,2"]);
    });

    it("reports before it starts what is expected to run long", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1 }, { task: 2 });
      worker.start();
      worker.executed(1, 50);
      expect(worker.hear({ kind: "core-offered" }).map(({ kind }) => kind)).to.deep.equal(["report", "execute"]);
    });
  });

  describe("retract", () => {
    it("gives back what has not started, and says what has", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1 }, { task: 2 }, { task: 3, inputs: [[9, 4]] });
      worker.start();
      worker.pairs("retract", 1, 2, 3, 77);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 9", "retracted 1,0,2,1,3,1,77,0"]);
      worker.executed(1);
      expect(worker.start()).to.deep.equal([]);
    });

    it("says of a task that has ended that it was not given back, after its result", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1 });
      worker.start();
      worker.executed(1);
      worker.pairs("retract", 1);
      expect(worker.endTurn()).to.deep.equal(["finished 1", "retracted 1,0"]);
    });
  });

  describe("free", () => {
    it("drops a result, and what waits or is ready", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1 });
      worker.start();
      worker.executed(1);
      worker.compute({ task: 2 }, { task: 3, inputs: [[9, 4]] });
      worker.pairs("free", 1, 2, 3);
      expect(worker.machine.data.count).to.equal(0);
      expect(worker.machine.orders.count).to.equal(0);
      expect(worker.start()).to.deep.equal([]);
    });

    it("discards what a task returns that was freed while it ran, and keeps its core until then", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1 }, { task: 2 });
      worker.start();
      worker.pairs("free", 1);
      expect(worker.start(), "the core is taken").to.deep.equal([]);
      worker.executed(1);
      expect(worker.start()).to.deep.equal([2]);
      expect(worker.endTurn()).to.deep.equal([]);
      expect(worker.machine.data.count).to.equal(0);
    });

    it("does not run an older attempt whose free stands behind the newer order", () => {
      const worker = new WorkerHarness(2);
      worker.compute({ task: 1, run: 1 });
      worker.compute({ task: 1, run: 2 });
      worker.pairs("free", 1);
      expect(worker.start()).to.deep.equal([1]);
      expect(worker.machine.orders.executing.map(({ run }) => run)).to.deep.equal([2]);
    });

    it("frees two attempts at one task in one message", () => {
      const worker = new WorkerHarness(2);
      worker.compute({ task: 1, run: 2 });
      worker.compute({ task: 2, inputs: [[1, 4]] });
      worker.fromReactor({ kind: "free", tasks: Int32Array.of(1, 2, 1, 1) });
      expect(worker.start()).to.deep.equal([]);
    });

    it("keeps the newer result when an older copy comes late", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 2, inputs: [[1, 4]] });
      worker.endTurn();
      worker.compute({ task: 1, run: 2 });
      worker.start();
      worker.hear({ kind: "executed", task: 1, run: 2, value: "new", bytes: 10, duration: 0 });
      worker.fromPeer(4, ["old"]);
      expect(worker.machine.data.value(1)).to.equal("new");
      expect(worker.machine.data.bytes).to.equal(10);
    });
  });

  describe("copies", () => {
    it("fetches all that is due from a peer in one request, and one request per peer at a time", () => {
      const worker = new WorkerHarness();
      worker.compute({
        task: 1,
        inputs: [
          [10, 4],
          [11, 4],
          [12, 5],
        ],
      });
      worker.compute({ task: 2, inputs: [[10, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10,11", "fetch from 5: 12"]);
      worker.compute({ task: 3, inputs: [[13, 4]] });
      expect(worker.endTurn()).to.deep.equal([]);
      worker.fromPeer(4, ["a", "b"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 13", "placed 10,11"]);
      expect(worker.start(), "task 1 lacks 12").to.deep.equal([2]);
    });

    it("answers a peer's request in order, with places for what it does not have", () => {
      const worker = new WorkerHarness();
      worker.fromReactor({ kind: "store", tasks: Int32Array.of(7, 1), values: ["x"] });
      const message = { kind: "fetch", tasks: Int32Array.of(6, 1, 7, 1, 7, 9) } as const;
      const answer = { kind: "data", values: [undefined, "x", undefined], failed: [{ position: 0 }, { position: 2 }] };
      expect(worker.hear({ kind: "peer-message", peer: 4, message, sizeOf: () => 0 })).to.deep.equal([
        { kind: "tell-peer", peer: 4, message: answer },
      ]);
    });

    it("asks again for what the holder does not have yet", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] });
      worker.endTurn();
      worker.fromPeer(4, [undefined], [{ position: 0 }]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10"]);
      worker.pairs("free", 1);
      worker.fromPeer(4, [undefined], [{ position: 0 }]);
      expect(worker.endTurn(), "nobody waits any more").to.deep.equal([]);
      expect(worker.machine.peers.wanted).to.equal(0);
    });

    it("gives a task back whose input cannot be sent, with the failure", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] });
      worker.endTurn();
      worker.fromPeer(4, [undefined], [{ position: 0, failure: BOOM }]);
      expect(worker.endTurn()).to.deep.equal(["missing 1 lacks 10 of 4 for a failure"]);
      expect(worker.machine.orders.count).to.equal(0);
    });

    it("gives tasks back when the peer is lost that they wait for, whether asked or not", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] });
      worker.endTurn();
      worker.compute({ task: 2, inputs: [[11, 4]] }, { task: 3, inputs: [[12, 5]] });
      worker.hear({ kind: "peer-lost", peer: 4 });
      expect(worker.endTurn()).to.deep.equal([
        "fetch from 5: 12",
        "missing 1 lacks 10 of 4",
        "missing 2 lacks 11 of 4",
      ]);
      worker.fromReactor({ kind: "peer-lost", worker: 4 });
      expect(worker.endTurn()).to.deep.equal([]);
    });

    it("copies what a worker that leaves holds, and says so if that cannot be", () => {
      const worker = new WorkerHarness();
      worker.fromReactor({ kind: "replicate", tasks: Int32Array.of(10, 1, 4, 11, 1, 4) });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10,11"]);
      worker.fromPeer(4, ["x", undefined], [{ position: 1, failure: BOOM }]);
      expect(worker.endTurn()).to.deep.equal(["placed 10", "missing 11 lacks 11 of 4 for a failure"]);
    });
  });

  it("answers a gather with values, and names the places of what it does not have", () => {
    const worker = new WorkerHarness();
    worker.fromReactor({ kind: "store", tasks: Int32Array.of(7, 1), values: ["x"] });
    worker.fromReactor({ kind: "gather", request: 3, positions: Int32Array.of(4, 2), tasks: Int32Array.of(7, 8) });
    expect(worker.endTurn()).to.deep.equal(["values 4,2 (2 failed)"]);
  });

  it("runs a function outside of scheduling although all cores are taken", () => {
    const worker = new WorkerHarness();
    worker.compute({ task: 1 });
    worker.start();
    expect(worker.fromReactor({ kind: "run", request: 1, fn: 0, args: [] }).map(({ kind }) => kind)).to.deep.equal([
      "run",
    ]);
    worker.hear({ kind: "ran", request: 1, value: 1 });
    expect(worker.endTurn()).to.deep.equal(["ran 1"]);
  });

  it("keeps count of its managed bytes", () => {
    const worker = new WorkerHarness();
    worker.compute({ task: 1, inputs: [[10, 4]] });
    worker.endTurn();
    worker.fromPeer(4, ["x"]);
    worker.start();
    worker.executed(1);
    expect(worker.machine.data.bytes).to.equal(15);
    worker.pairs("free", 1, 10);
    expect(worker.machine.data.bytes).to.equal(0);
  });
});
