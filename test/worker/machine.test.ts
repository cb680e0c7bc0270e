import { describe, expect, it } from "vitest";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeWriter } from "../../src/protocol/compute-batch.ts";
import type { WorkerInstruction } from "../../src/worker/instructions.ts";
import { WorkerMachine } from "../../src/worker/machine.ts";
import { Storing } from "../../src/worker/storing.ts";
import { BOOM, WorkerHarness } from "../support/worker-harness.ts";

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
      worker.store(7, 8);
      worker.compute({
        task: 1,
        inputs: [
          [8, 0],
          [7, 0],
          [8, 0],
        ],
      });
      const [execute] = worker.hear({ kind: "core-offered" });
      expect(execute).to.deep.include({ kind: "execute", inputs: ["data 8", "data 7", "data 8"] });
    });
  });

  it("gives the tasks after one that can never have its inputs in memory their own values", () => {
    const worker = new WorkerHarness({ memoryLimit: 1000 });
    const writer = new ComputeWriter();
    writer.begin(1, 1, packCall(0, Call.template), 0, "the value of 1");
    writer.addInput(7, 1, 2000, 1);
    writer.begin(2, 1, packCall(0, Call.value), 0, "the value of 2");
    worker.fromReactor({ kind: "compute", ...writer.take() });
    expect(worker.hear({ kind: "core-offered" })[0]).to.deep.include({ task: 2, value: "the value of 2" });
    expect(worker.endTurn()).to.deep.equal(["failed 1"]);
  });

  describe("reports", () => {
    it("tells how long calls of a function take, beside the first of its results", () => {
      const worker = new WorkerHarness(2);
      worker.compute({ task: 1 }, { task: 2 });
      worker.start();
      worker.executed(1, 3);
      const measured = { kind: "measured", functions: Int32Array.of(0), milliseconds: Float64Array.of(3) };
      const [report] = worker.hear({ kind: "turn-ended" });
      expect(report?.kind === "report" && report.envelope[1]).to.deep.equal(measured);
      worker.executed(2, 3);
      const [next] = worker.hear({ kind: "turn-ended" });
      expect(next?.kind === "report" && next.envelope.map(({ kind }) => kind)).to.deep.equal(["finished"]);
    });

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
      expect(worker.endTurn()).to.deep.equal(["retracted 1,0,2,1,3,1,77,0"]);
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

  it("answers a gather with values, and names the places of what it does not have", () => {
    const worker = new WorkerHarness();
    worker.store(7);
    const told = worker.fromReactor({
      kind: "gather",
      request: 3,
      positions: Int32Array.of(4, 2),
      tasks: Int32Array.of(7, 8),
    });
    expect(told).to.deep.equal([
      {
        kind: "send-values",
        ...{ request: 3, positions: Int32Array.of(4), values: ["data 7"], sizes: [10], given: [] },
      },
    ]);
    expect(worker.endTurn()).to.deep.equal(["not-here 2"]);
  });

  it("runs a function outside of scheduling although all cores are taken", () => {
    const worker = new WorkerHarness();
    worker.compute({ task: 1 });
    worker.start();
    expect(worker.fromReactor({ kind: "run", request: 1, fn: 0, args: [] }).map(({ kind }) => kind)).to.deep.equal([
      "run",
    ]);
    expect(worker.endTurn()).to.deep.equal([]);
  });

  it("begins nothing between pause and resume, neither tasks nor fetches", () => {
    const worker = new WorkerHarness();
    worker.hear({ kind: "pause" });
    worker.compute({ task: 1 }, { task: 2, inputs: [[10, 4]] });
    expect(worker.start()).to.deep.equal([]);
    expect(worker.endTurn()).to.deep.equal([]);
    worker.hear({ kind: "resume" });
    expect(worker.start()).to.deep.equal([1]);
    expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10"]);
  });

  describe("without the part for large results", () => {
    /** Puts results of so many bytes there, and offers a core: whether a task starts. */
    function startsBeside(machine: WorkerMachine, ...bytes: readonly number[]): boolean {
      const tasks = Int32Array.from(bytes.flatMap((_, i) => [10 + i, 1]));
      const store = { kind: "store", tasks, values: bytes.map(String), bytes } as const;
      const writer = new ComputeWriter();
      writer.begin(1, 1, packCall(0, Call.inputs), 0, undefined);
      machine.handle({ kind: "reactor-message", envelope: [store, { kind: "compute", ...writer.take() }] });
      machine.handle({ kind: "turn-ended" });
      return hasExecute(machine.handle({ kind: "core-offered" }));
    }

    const hasExecute = (instructions: readonly WorkerInstruction[]): boolean =>
      instructions.some(({ kind }) => kind === "execute");

    it("goes on, one task at a time, when memory is full of small results, which cannot be stored", () => {
      const machine = new WorkerMachine({ cores: 2, memoryLimit: 10_000, hasStore: true });
      expect(startsBeside(machine, 4000, 4000)).to.equal(true);
      expect(machine.gauge.isPaused).to.equal(true);
    });

    it("begins nothing while memory is full and the part is on its way, and stores when it is there", () => {
      const machine = new WorkerMachine({ cores: 1, memoryLimit: 10_000, hasStore: true });
      expect(startsBeside(machine, 5000, 5000)).to.equal(false);
      machine.attachStoring(Storing);
      const stored = machine
        .handle({ kind: "turn-ended" })
        .flatMap((each) => (each.kind === "store" ? each.entries : []));
      expect(stored.map(({ value }) => value)).to.deep.equal(["5000"]);
    });

    it("goes on with a full memory where there is no store", () => {
      const machine = new WorkerMachine({ cores: 1, memoryLimit: 10_000 });
      expect(startsBeside(machine, 5000, 5000)).to.equal(true);
    });
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
