import { describe, expect, it } from "vitest";
import { IntList } from "../../src/base/int-list.ts";
import { pushHolder, pushSource } from "../../src/protocol/sources.ts";
import { BOOM, WorkerHarness } from "../support/worker-harness.ts";

/** The sources of a `replicate`: [task, bytes, holders]. */
function sources(...each: readonly (readonly [task: number, bytes: number, ...holders: number[]])[]): Int32Array {
  const list = new IntList();
  for (const [task, bytes, holder, ...others] of each) {
    const at = list.length;
    pushSource(list, task, 1, bytes, holder as number);
    for (const other of others) pushHolder(list, at, other);
  }
  return list.take();
}

describe("Fetching", () => {
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

  describe("the order of requests", () => {
    it("fetches first what the order waits for that runs first", () => {
      const worker = new WorkerHarness({ fetching: { requests: 1, requestBytes: 20 } });
      worker.compute({ task: 1, priority: 5, inputs: [[10, 4]] }, { task: 2, priority: 7, inputs: [[11, 4]] });
      worker.compute({ task: 3, priority: 6, inputs: [[12, 5]] }, { task: 4, priority: 1, inputs: [[13, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 13,10"]);
      worker.fromPeer(4, ["a", "b"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 5: 12", "placed 13,10"]);
    });

    it("moves a copy forward when a more urgent order waits for it too", () => {
      const worker = new WorkerHarness({ fetching: { requestBytes: 10 } });
      worker.compute({ task: 1, priority: 5, inputs: [[10, 4]] }, { task: 2, priority: 9, inputs: [[11, 4]] });
      worker.compute({ task: 3, priority: 1, inputs: [[11, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 11"]);
    });

    it("counts against a request only what is to be copied: what it takes away costs the same whatever its size", () => {
      const large = { from: [4], bytes: 1e9 } as const;
      const worker = new WorkerHarness({ fetching: { requestBytes: 20 } });
      const taken = [10, 11, 12].map((input) => ({ ...large, input, mayTake: true }));
      worker.compute({ task: 1, inputs: [...taken, { ...large, input: 13 }, { ...large, input: 14 }] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10!,11!,12!"]);
    });

    it("asks near peers before far ones, then those with most to fetch", () => {
      const worker = new WorkerHarness({ fetching: { requests: 2 } });
      for (const peer of [4, 5]) worker.hear({ kind: "peer-far", peer });
      const inputs = [
        [10, 4],
        [11, 4],
        [12, 4],
        [13, 6],
        [14, 7],
        [15, 7],
      ] as const;
      worker.compute({ task: 1, inputs });
      expect(worker.endTurn()).to.deep.equal(["fetch from 7: 14,15", "fetch from 6: 13"]);
    });

    it("asks one of several holders, and takes the copy off the others' lists", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [{ input: 10, from: [4, 5] }, { input: 11, from: [5, 6] }, [12, 5]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 5: 10,11,12"]);
      worker.fromPeer(5, ["a", "b", "c"]);
      expect(worker.start()).to.deep.equal([1]);
      expect(worker.endTurn()).to.deep.equal(["placed 10,11,12"]);
    });

    it("does not ask for what nobody waits for any more", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] }, { task: 2, inputs: [[11, 4]] });
      worker.pairs("free", 1);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 11"]);
      expect(worker.machine.exchange?.fetching.wanted).to.equal(1);
    });
  });

  describe("limits", () => {
    it("never has more requests open than it may", () => {
      const worker = new WorkerHarness();
      for (let peer = 1; peer <= 60; peer++) worker.compute({ task: peer, inputs: [[100 + peer, peer]] });
      expect(worker.endTurn()).to.have.length(50);
      expect(worker.endTurn()).to.have.length(0);
      worker.fromPeer(3, ["a"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 51: 151", "placed 103"]);
    });

    it("asks for at most so many bytes at once, but always for one result", () => {
      const worker = new WorkerHarness();
      const large = (input: number, bytes: number) => ({ input, from: [4], bytes });
      const inputs = [large(10, 90e6), large(11, 30e6), large(12, 20e6), large(13, 1)];
      worker.compute({ task: 1, inputs });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10"]);
      worker.fromPeer(4, ["a"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 11,12", "placed 10"]);
    });

    it("has at most a share of its memory limit on the way, but always one result", () => {
      const worker = new WorkerHarness({ memoryLimit: 1000 });
      const inputs = [4, 5, 6].map((peer) => ({ input: 10 + peer, from: [peer], bytes: 60 }));
      worker.compute({ task: 1, inputs: [{ input: 10, from: [3], bytes: 500 }, ...inputs] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 3: 10"]);
      expect(worker.endTurn(), "it is full").to.deep.equal([]);
      worker.fromPeer(3, ["a"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 14", "placed 10"]);
    });
  });

  describe("a busy peer", () => {
    it("is asked again after a while, and other holders meanwhile", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4], { input: 11, from: [4, 5] }, [12, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10,11,12"]);
      const refused = [0, 1].map((position) => ({ position, reason: "busy" }) as const);
      expect(worker.fromPeer(4, [undefined, undefined, "c"], refused)).to.be.above(0);
      expect(worker.endTurn()).to.deep.equal(["fetch from 5: 11", "placed 12"]);
      worker.compute({ task: 2, inputs: [[13, 4]] });
      expect(worker.endTurn()).to.deep.equal([]);
      worker.hear({ kind: "peer-retried", peer: 4 });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10,13"]);
    });

    it("is forgotten when it dies meanwhile", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] });
      worker.endTurn();
      worker.fromPeer(4, [undefined], [{ position: 0, reason: "busy" }]);
      worker.hear({ kind: "peer-lost", peer: 4 });
      worker.hear({ kind: "peer-retried", peer: 4 });
      expect(worker.endTurn()).to.deep.equal(["missing 1 lacks 10 of 4"]);
      worker.compute({ task: 2, inputs: [[11, 5]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 5: 11"]);
    });
  });

  describe("what a holder does not have", () => {
    it("is asked for at the other holders, and missing if nobody has it: the one that said so is named", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [{ input: 10, from: [4, 5] }] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10"]);
      worker.fromPeer(4, [undefined], [{ position: 0, reason: "gone" }]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 5: 10"]);
      worker.hear({ kind: "peer-lost", peer: 5 });
      expect(worker.endTurn()).to.deep.equal(["missing 1 lacks 10 of 4"]);
      expect(worker.machine.exchange?.fetching.wanted).to.equal(0);
    });

    it("is asked for again and again, ever later, if it is on its way there", () => {
      const worker = new WorkerHarness();
      worker.compute({
        task: 1,
        inputs: [
          [10, 4],
          [11, 4],
        ],
      });
      worker.endTurn();
      const late = [{ position: 0, reason: "late" }] as const;
      expect(worker.fromPeer(4, [undefined, "b"], late)).to.equal(1);
      worker.compute({ task: 2, inputs: [[12, 4]] });
      expect(worker.endTurn(), "for other results the peer is asked at once").to.deep.equal([
        "fetch from 4: 12",
        "placed 11",
      ]);
      worker.hear({ kind: "peer-retried", peer: 4 });
      worker.fromPeer(4, ["c"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10", "placed 12"]);
      expect(worker.fromPeer(4, [undefined], late)).to.equal(2);
      worker.pairs("free", 1);
      worker.hear({ kind: "peer-retried", peer: 4 });
      expect(worker.endTurn(), "nobody waits any more").to.deep.equal([]);
      expect(worker.machine.exchange?.fetching.wanted).to.equal(0);
    });

    it("is asked for at others while the first does not have it yet", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [{ input: 10, from: [4, 5] }] });
      worker.endTurn();
      worker.fromPeer(4, [undefined], [{ position: 0, reason: "late" }]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 5: 10"]);
      worker.hear({ kind: "peer-retried", peer: 4 });
      worker.fromPeer(5, [undefined], [{ position: 0, reason: "gone" }]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10"]);
    });

    it("is late if it was scattered, and missing when it does not come for long", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [{ input: 10, from: [4], isScattered: true }] });
      let asked = 0;
      let told = worker.endTurn();
      for (; told[0] === "fetch from 4: 10"; told = worker.endTurn()) {
        asked++;
        const delay = worker.fromPeer(4, [undefined], [{ position: 0, reason: "gone" }]);
        if (delay !== undefined) expect(delay).to.be.within(1, 150);
        worker.hear({ kind: "peer-retried", peer: 4 });
      }
      expect(asked).to.be.within(50, 200);
      expect(told).to.deep.equal(["missing 1 lacks 10 of 4"]);
    });

    it("gives a task back whose input cannot be sent, with the failure", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] });
      worker.endTurn();
      worker.fromPeer(4, [undefined], [{ position: 0, reason: "failed", failure: BOOM }]);
      expect(worker.endTurn()).to.deep.equal(["missing 1 lacks 10 of 4 for a failure"]);
      expect(worker.machine.orders.count).to.equal(0);
    });
  });

  describe("a peer that is gone", () => {
    it("gives its copies back to other holders, and tasks to the reactor if there is none, whether asked or not", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [[10, 4]] }, { task: 2, inputs: [{ input: 11, from: [4, 5] }] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10,11"]);
      worker.compute({ task: 3, inputs: [[12, 4]] }, { task: 4, inputs: [{ input: 13, from: [4, 5] }] });
      worker.hear({ kind: "peer-lost", peer: 4 });
      expect(worker.endTurn()).to.deep.equal([
        "fetch from 5: 13,11",
        "missing 1 lacks 10 of 4",
        "missing 3 lacks 12 of 4",
      ]);
      worker.fromReactor({ kind: "peer-lost", worker: 4 });
      worker.fromPeer(5, ["a", "b"]);
      expect(worker.endTurn()).to.deep.equal(["placed 13,11"]);
      expect(worker.start()).to.deep.equal([2]);
    });
  });

  it("does not ask a peer that died while another was asked for the same", () => {
    const worker = new WorkerHarness();
    worker.compute({ task: 1, inputs: [{ input: 10, from: [4, 5] }] });
    expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10"]);
    worker.fromReactor({ kind: "peer-lost", worker: 5 });
    worker.fromPeer(4, [undefined], [{ position: 0, reason: "gone" }]);
    expect(worker.endTurn()).to.deep.equal(["missing 1 lacks 10 of 4"]);
  });

  describe("what may be taken away", () => {
    const needed = { input: 10, from: [4], mayTake: true } as const;

    it("is asked for as such, and reported with the former holder", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed, [11, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10!,11"]);
      worker.fromPeer(4, ["a", "b"], [], [0]);
      expect(worker.endTurn()).to.deep.equal(["placed 11", "taken 10 from 4"]);
      expect(worker.start()).to.deep.equal([1]);
    });

    it("is a copy if the holder kept it", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed] });
      worker.endTurn();
      worker.fromPeer(4, ["a"]);
      expect(worker.endTurn()).to.deep.equal(["placed 10"]);
    });

    it("is copied if another order waits for it that may not take it, or the reactor wants a copy", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed, { input: 11, from: [5], mayTake: true }] });
      worker.compute({ task: 2, inputs: [[10, 4]] });
      worker.fromReactor({ kind: "replicate", tasks: sources([11, 10, 5]) });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10", "fetch from 5: 11"]);
    });

    it("is not taken for an order that came back, although it was meant to be", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed] });
      worker.pairs("retract", 1);
      worker.compute({ task: 2, inputs: [[10, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 10", "retracted 1,1"]);
    });

    it("counts its order as started from the question to the answer", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed, [11, 5]] });
      worker.endTurn();
      worker.pairs("retract", 1);
      expect(worker.endTurn()).to.deep.equal(["retracted 1,0"]);
      worker.fromPeer(4, ["a"], [], [0]);
      worker.pairs("retract", 1);
      expect(worker.endTurn()).to.deep.equal(["taken 10 from 4", "retracted 1,1"]);
    });

    it("counts its order as started also if a copy is ordered meanwhile", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed] });
      worker.endTurn();
      worker.fromReactor({ kind: "replicate", tasks: sources([10, 10, 4]) });
      worker.pairs("retract", 1);
      expect(worker.endTurn()).to.deep.equal(["retracted 1,0"]);
    });

    it("stays here if its order was freed meanwhile, until the reactor frees it too", () => {
      const worker = new WorkerHarness();
      worker.compute({ task: 1, inputs: [needed] });
      worker.endTurn();
      worker.pairs("free", 1);
      worker.fromPeer(4, ["a"], [], [0]);
      expect(worker.endTurn()).to.deep.equal(["taken 10 from 4"]);
      worker.pairs("free", 10);
      expect(worker.machine.data.count).to.equal(0);
    });
  });

  describe("replicate", () => {
    it("copies what a worker that leaves holds, after all that orders wait for, and says so if that cannot be", () => {
      const worker = new WorkerHarness({ fetching: { requestBytes: 20 } });
      worker.fromReactor({ kind: "replicate", tasks: sources([10, 10, 4, 5], [11, 10, 4]) });
      worker.compute({ task: 1, priority: 9, inputs: [[12, 4]] });
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 12,10"]);
      worker.fromPeer(4, ["x", "y"]);
      expect(worker.endTurn()).to.deep.equal(["fetch from 4: 11", "placed 12,10"]);
      worker.fromPeer(4, [undefined], [{ position: 0, reason: "failed", failure: BOOM }]);
      expect(worker.endTurn()).to.deep.equal(["missing 11 lacks 11 of 4 for a failure"]);
    });

    it("says so if no holder has it", () => {
      const worker = new WorkerHarness();
      worker.fromReactor({ kind: "replicate", tasks: sources([10, 10, 4]) });
      worker.endTurn();
      worker.fromPeer(4, [undefined], [{ position: 0, reason: "gone" }]);
      expect(worker.endTurn()).to.deep.equal(["missing 10 lacks 10 of 4"]);
    });
  });
});
