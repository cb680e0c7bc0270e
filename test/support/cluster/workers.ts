// Cores, priorities, data between workers, scaling; and workers that die.
import { expect } from "chai";
import type { Cluster, ClusterEvent } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";

interface Scope {
  /** This worker's mark, made by the first task that asks. */
  mark?: number;
  isOpen?: boolean;
  order?: string[];
}

/** A number that only this worker has. */
const markOf = (): number => ((globalThis as Scope).mark ??= Math.random());

/** Waits on its worker until somebody runs `openGate` there. */
const waitAtGate = async (): Promise<string> => {
  while (!(globalThis as Scope).isOpen) await new Promise((resolve) => setTimeout(resolve, 2));
  return "through";
};
const openGate = (): void => {
  (globalThis as Scope).isOpen = true;
};

export function describeWorkers(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const hasThreads = host.threads === "workers";

  describe("Cluster uses its workers", () => {
    it("runs tasks of higher priority first", () =>
      withCluster(host, { workers: 1 }, async (cluster) => {
        await cluster.run(() => Object.assign(globalThis, { isOpen: false, order: [] }) && 0);
        const gate = cluster.submit(waitAtGate);
        const note = (name: string, _gate: unknown): void => void (globalThis as Scope).order?.push(name);
        const low = cluster.with({ priority: -1 }).submit(note, "low", gate);
        const middle = cluster.submit(note, "middle", gate);
        const high = cluster.with({ priority: 50 }).submit(note, "high", gate);
        await cluster.run(openGate);
        await cluster.gather([low, middle, high]);
        const order = await cluster.run(() => (globalThis as Scope).order);
        expect([...order.values()]).to.deep.equal([["high", "middle", "low"]]);
      }));

    it("explains why a task is not running", () =>
      withCluster(host, { workers: 1 }, async (cluster) => {
        await cluster.run(() => Object.assign(globalThis, { isOpen: false }) && 0);
        const gate = cluster.with({ key: "gate" }).submit(waitAtGate);
        const after = cluster.submit((x: string) => x, gate);
        await cluster.run(() => 0);
        const explanation = await cluster.explain(after);
        expect(explanation).to.deep.include({ key: after.key, state: "waiting", waitsFor: ["gate"] });
        expect(await cluster.explain("nobody")).to.equal(undefined);
        await cluster.run(openGate);
        await after.result();
        expect(await cluster.explain("gate")).to.deep.include({ state: "in-memory", waitsFor: [] });
        const failed = cluster.with({ key: "bad" }).submit(() => {
          throw new Error("no");
        });
        const victim = cluster.submit((x: never) => x, failed);
        await errorOf(victim.result());
        expect(await cluster.explain(victim)).to.deep.include({ state: "failed", failedBecauseOf: "bad" });
      }));

    if (hasThreads) describeThreads();
  });

  function describeThreads(): void {
    it("gives every worker work, and says by name which thread it is", () =>
      withCluster(host, { workers: 3 }, async (cluster) => {
        const marks = [...(await cluster.run(markOf)).values()];
        expect(new Set(marks).size).to.equal(3);
        const slow = async (_: number): Promise<number> => {
          await new Promise((resolve) => setTimeout(resolve, 20));
          return (globalThis as Scope).mark as number;
        };
        const seen = await cluster.gather(
          cluster.map(
            slow,
            Array.from({ length: 60 }, (_, i) => i),
          ),
        );
        expect([...new Set(seen)].sort()).to.deep.equal([...marks].sort());
      }));

    it("combines results of different workers, moving data between them", () =>
      withCluster(host, { workers: 3 }, async (cluster) => {
        const parts = cluster.scatter([1, 2, 3].map((n) => new Float64Array(1000).fill(n)));
        const marks = await cluster.run(markOf);
        const holders = await Promise.all(parts.map(async (part) => (await cluster.explain(part))?.holders));
        expect(new Set(holders.flat()).size, "scattered one on each worker").to.equal(3);
        const total = cluster.submit((lists: Float64Array[]) => {
          const sum = lists.reduce((all, list) => all + list.reduce((a, b) => a + b), 0);
          return { sum, mark: (globalThis as Scope).mark };
        }, parts);
        const { sum, mark } = await total.result();
        expect(sum).to.equal(6000);
        expect([...marks.values()]).to.include(mark);
        const made = cluster.map(
          (n: number) => ({ n, mark: (globalThis as Scope).mark }),
          Array.from({ length: 64 }, (_, i) => i),
        );
        const used = await cluster.submit((all: { n: number; mark: number | undefined }[]) => all, made).result();
        expect(used.map(({ n }) => n)).to.deep.equal(Array.from({ length: 64 }, (_, i) => i));
      }));

    it("tells the consumer, not the worker, that a result cannot be cloned to another worker", () =>
      withCluster(host, { workers: 2 }, async (cluster) => {
        await cluster.run(markOf);
        const bad = cluster.map(
          (i: number) => ({ i, mark: (globalThis as Scope).mark, call: () => i }),
          [0, 1, 2, 3, 4, 5, 6, 7],
        );
        const [left, right] = cluster.scatter(["left", "right"]);
        const pairs = [left, right].flatMap((side) =>
          bad.map((one) => cluster.submit((...all: unknown[]) => all.length, one, side)),
        );
        const outcomes = await Promise.allSettled(pairs.map((pair) => pair.result()));
        for (const outcome of outcomes) {
          if (outcome.status === "fulfilled") expect(outcome.value).to.equal(2);
          else expect(String(outcome.reason)).to.match(/result\.call/);
        }
        expect(await cluster.submit(() => "fine").result()).to.equal("fine");
      }));

    it("scales up and down and keeps the results", () =>
      withCluster(host, { workers: 2 }, async (cluster) => {
        const events: ClusterEvent[] = [];
        const stop = cluster.events.subscribe((event) => events.push(event));
        const squares = cluster.map(
          (x: number) => x * x,
          Array.from({ length: 50 }, (_, i) => i),
        );
        await cluster.scale(4);
        expect(cluster.info.workers).to.have.length(4);
        const data = cluster.scatter(Array.from({ length: 8 }, (_, i) => ({ i })));
        await cluster.run(() => 0);
        await cluster.scale(1);
        expect(cluster.info.workers).to.have.length(1);
        expect(await cluster.gather(squares)).to.deep.equal(Array.from({ length: 50 }, (_, i) => i * i));
        expect(await cluster.gather(data), "scattered data was handed on").to.deep.equal(
          Array.from({ length: 8 }, (_, i) => ({ i })),
        );
        expect([...(await cluster.run(() => 1)).values()]).to.deep.equal([1]);
        const kinds = events.map((event) => event.kind);
        expect(kinds.filter((kind) => kind === "worker-joined")).to.have.length(2);
        expect(kinds.filter((kind) => kind === "worker-retired")).to.have.length(3);
        expect(kinds).not.to.include("worker-lost");
        stop();
        expect(await errorOf(cluster.scale(0))).to.be.instanceOf(RangeError);
      }));

    it("ends at the size that was asked for last, and survives the death of a worker that others lean on", () =>
      withCluster(host, { workers: 2 }, async (cluster) => {
        const squares = cluster.map((x: number) => x * x, [1, 2, 3, 4]);
        await cluster.gather(squares);
        await Promise.all([cluster.scale(4), cluster.scale(1)]);
        expect(cluster.info.workers).to.have.length(1);
        const down = cluster.scale(1);
        await errorOf(cluster.run(deathOn(host)));
        await down;
        expect(await cluster.gather(squares)).to.deep.equal([1, 4, 9, 16]);
      }));

    it("loses only the worker whose task posts messages of its own", () =>
      withCluster(host, { workers: 2, allowedFailures: 0 }, async (cluster) => {
        const kept = cluster.submit(() => 7);
        expect(await kept.result()).to.equal(7);
        const stray = cluster.submit(strayMessageOn(host));
        await stray.result().catch(() => undefined);
        expect(await cluster.submit(() => "fine").result()).to.equal("fine");
        expect(await kept.result()).to.equal(7);
      }));

    it("scales while work is going on", () =>
      withCluster(host, { workers: 1 }, async (cluster) => {
        const layer = cluster.map(
          (x: number) => x + 1,
          Array.from({ length: 500 }, (_, i) => i),
        );
        const sums = cluster.map((a: number, b: number) => a + b, layer, [...layer].reverse());
        for (const workers of [3, 2, 4, 1]) await cluster.scale(workers);
        expect(await cluster.gather(sums)).to.deep.equal(Array.from({ length: 500 }, () => 501));
      }));

    it("replaces a worker that dies, computes again what only that one held, and tells", () =>
      withCluster(host, { workers: 2, allowedFailures: 0 }, async (cluster) => {
        const squares = cluster.map(
          (x: number) => x * x,
          Array.from({ length: 40 }, (_, i) => i),
        );
        await cluster.gather(squares);
        const events: ClusterEvent[] = [];
        const isWhole = new Promise<void>((resolve) => {
          cluster.events.subscribe((event) => {
            events.push(event);
            if (event.kind === "worker-joined") resolve();
          });
        });
        const killer = cluster.submit(deathOn(host));
        const error = await errorOf(killer.result());
        expect(error).to.have.property("code", "worker-lost");
        expect(error.details).to.deep.equal({ key: killer.key, attempts: 1, reason: deathOf(host) });
        expect(await cluster.gather(squares)).to.deep.equal(Array.from({ length: 40 }, (_, i) => i * i));
        await isWhole;
        expect(cluster.info.workers).to.have.length(2);
        expect(events.map(({ kind }) => kind)).to.deep.equal(["worker-lost", "worker-joined"]);
        expect(events[0]).to.have.property("reason").that.is.a("string").and.not.empty;
      }));

    it("gives up on a task that kills every worker it is on, and keeps what others computed", () =>
      withCluster(host, { workers: 2, allowedFailures: 2 }, async (cluster) => {
        const innocent = cluster.map((x: number) => x + 1, [1, 2, 3, 4]);
        await cluster.gather(innocent);
        const killer = cluster.submit(deathOn(host));
        const error = await errorOf(killer.result());
        expect(error).to.have.property("code", "worker-lost");
        expect(error.details).to.deep.equal({ key: killer.key, attempts: 3, reason: deathOf(host) });
        expect(error.message, "the last cause").to.match(
          /at most 2 are allowed; the last time: .*(code 7|nobody catches)/,
        );
        expect(await cluster.gather(innocent)).to.deep.equal([2, 3, 4, 5]);
      }));

    it("survives the death of all workers at once", () =>
      withCluster(host, { workers: 2 }, async (cluster) => {
        const squares = cluster.map((x: number) => x * x, [1, 2, 3]);
        const sum = cluster.submit((xs: number[]) => xs.reduce((a, b) => a + b), squares);
        await sum.result();
        const error = await errorOf(cluster.run(deathOn(host)));
        expect(error, "a function that kills its worker has no answer").to.be.instanceOf(Error);
        expect(await cluster.gather([...squares, sum])).to.deep.equal([1, 4, 9, 14]);
      }));

    it("says that scattered data is lost with its worker", () =>
      withCluster(host, { workers: 1, allowedFailures: 0 }, async (cluster) => {
        const [data] = cluster.scatter([{ rows: 3 }]);
        if (data === undefined) throw new Error("scatter gave no future");
        const doubled = cluster.submit((x: { rows: number }) => 2 * x.rows, data);
        expect(await doubled.result()).to.equal(6);
        await errorOf(cluster.submit(deathOn(host)).result());
        expect(await errorOf(data.result())).to.have.property("code", "data-lost");
        const error = await errorOf(cluster.submit((x: { rows: number }) => x.rows, data).result());
        expect(error.message).to.include(data.key);
        expect(await cluster.submit(() => "fine").result()).to.equal("fine");
      }));

    it("lives through an error that a task leaves behind", () =>
      withCluster(host, { workers: 1, allowedFailures: 1 }, async (cluster) => {
        const stray = cluster.map(
          (x: number) => {
            void Promise.reject(new Error("nobody waits for me"));
            return x;
          },
          [1, 2],
        );
        const outcomes = await Promise.allSettled(stray.map((future) => future.result()));
        for (const outcome of outcomes) {
          if (outcome.status === "rejected") expect(outcome.reason).to.have.property("code", "worker-lost");
        }
        expect(await computeSomehow(cluster)).to.equal("fine");
      }));

    it("notices a worker that leaves by itself", () =>
      withCluster(host, { workers: 2, allowedFailures: 0 }, async (cluster) => {
        const leave = (): unknown => {
          const scope = globalThis as { close?: () => void; process?: { exit?: (code: number) => void } };
          if (typeof scope.close === "function") scope.close();
          else scope.process?.exit?.(0);
          return new Promise(() => {});
        };
        expect(await errorOf(cluster.submit(leave).result())).to.have.property("code", "worker-lost");
        expect(await computeSomehow(cluster)).to.equal("fine");
      }));
  }
}

/** Ends its worker the hard way, in the way of the runtime. */
export function deathOn({ runtime }: ClusterHost): () => unknown {
  if (runtime === "node")
    return () => (globalThis as unknown as { process: { exit(code: number): void } }).process.exit(7);
  return () => {
    setTimeout(() => {
      throw new Error("an error that nobody catches");
    });
    return new Promise(() => {});
  };
}

/** How that is told. */
const deathOf = ({ runtime }: ClusterHost): string => (runtime === "node" ? "ended" : "crashed");

/** A function that posts to the page what only the engine posts. */
function strayMessageOn({ runtime }: ClusterHost): () => unknown {
  if (runtime === "node") {
    return () => {
      const { process } = globalThis as unknown as {
        process: { getBuiltinModule(name: string): { parentPort: Worker } };
      };
      process.getBuiltinModule("node:worker_threads").parentPort.postMessage([{ kind: "progress" }]);
    };
  }
  return () => (globalThis as unknown as Worker).postMessage([{ kind: "progress" }]);
}

/** A worker may be about to die of what another task did; the task must come through all the same. */
async function computeSomehow(cluster: Cluster): Promise<unknown> {
  for (let left = 5; ; left--) {
    try {
      return await cluster.submit(() => "fine").result();
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}
