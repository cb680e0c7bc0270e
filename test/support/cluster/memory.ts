// Results that do not fit into memory: they go to the store and come back where they are needed. Everything is wanted to
// the end, so that nothing may be lost, and what workers say of their memory must fit the ladder's promises.
import { expect } from "chai";
import type { Cluster, ClusterOptions } from "weftwork";
import { sizeOf } from "../../../src/codec/size.ts";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";
import type { Overfull } from "./overfull.ts";
import {
  bytesOf,
  columns,
  computeAll,
  eventually,
  gatherAll,
  mostInMemory,
  rows,
  totalMemory,
  watch,
} from "./overfull.ts";

export function describeMemory(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const hasThreads = host.threads === "workers";
  const workers = hasThreads ? 2 : 1;
  const cores = host.cores ?? 1;
  // One thread has the default of its runtime, and that is nothing: it stores in memory, for the test's sake.
  const storing: ClusterOptions = hasThreads ? {} : { spill: "memory" };
  const graph = hasThreads ? columns : { ...columns, memoryLimit: 4e6, count: 80 }; // that store takes 64 MiB

  async function expectWithinShare(cluster: Cluster, bytes: number): Promise<void> {
    for (const [worker, memory] of await cluster.memory()) {
      expect(memory.peak, `most that worker ${worker} had`).to.be.at.most(mostInMemory(memory, bytes, cores));
      expect(memory.inMemory, `what worker ${worker} has`).to.be.at.most(memory.limit);
    }
  }

  async function expectNothingLeft(cluster: Cluster): Promise<void> {
    const left = await eventually(
      () => totalMemory(cluster),
      ({ inMemory, stored }) => inMemory + stored === 0,
    );
    expect(left).to.include({ inMemory: 0, stored: 0 });
  }

  function itComputes<T>(graph: Overfull<T>): void {
    it(`computes ${graph.name}, with right values and within each worker's share`, () =>
      withCluster(host, { ...storing, memoryLimit: graph.memoryLimit }, async (owner) => {
        const cluster = owner as Cluster;
        const events = watch(cluster);
        const bytes = bytesOf(graph);
        expect(graph.count * bytes, "all results").to.be.at.least(10 * graph.memoryLimit);
        const results = await computeAll(cluster, graph);
        await expectWithinShare(cluster, bytes);
        const before = await totalMemory(cluster);
        expect(before.stored, "stored").to.be.above(graph.count * bytes - graph.memoryLimit - 1);
        expect(before.read, "read for consumers").to.be.above(graph.memoryLimit);
        if (hasThreads) expect(before.sent, "sent to the other worker").to.be.above(graph.memoryLimit);
        await gatherAll(cluster, graph, results);
        await expectWithinShare(cluster, bytes);
        const kind = storing.spill ?? cluster.info.spill;
        expect(events).to.have.deep.members(
          cluster.info.workers.map(({ worker }) => ({ kind: "spill-began", worker, store: kind })),
        );
        for (const { store } of (await cluster.memory()).values()) expect(store).to.equal(kind);
        for (const result of results) result.release();
        await expectNothingLeft(cluster);
      }));
  }

  describe("Cluster with results ten times its memory limit", () => {
    itComputes(graph);
    itComputes(rows);

    it("hands results over to who gathers and releases them, stored ones too", () =>
      withCluster(host, { ...storing, memoryLimit: 2e6 }, async (cluster) => {
        const make = (n: number): Float64Array => new Float64Array(25_000).fill(n);
        const numbers = Array.from({ length: 40 }, (_, n) => n);
        const results = cluster.map(make, numbers);
        const values = await cluster.gather(results, { release: true });
        expect(values.map((list) => [list.length, list[0], list.at(-1)])).to.deep.equal(
          numbers.map((n) => [25_000, n, n]),
        );
        expect(results.every(({ status }) => status === "released")).to.equal(true);
        await expectNothingLeft(cluster as Cluster);
      }));

    it("reduces a tree of chunks with few of them alive at a time", () =>
      withCluster(host, { ...storing, memoryLimit: 8e6 }, async (owner) => {
        const cluster = owner as Cluster;
        const make = (n: number): Float64Array => new Float64Array(31_250).fill(n);
        const add = (a: Float64Array, b: Float64Array): Float64Array => a.map((cell, at) => cell + (b[at] as number));
        const chunk = sizeOf(make(0));
        let level = cluster.map(
          make,
          Array.from({ length: 256 }, (_, n) => n),
        );
        while (level.length > 1) {
          const next = level
            .filter((_, i) => i % 2 === 0)
            .map((a, i) => cluster.submit(add, a, level[2 * i + 1] as typeof a));
          for (const each of level) each.release();
          level = next;
        }
        const root = await level[0]?.result();
        expect([root?.length, root?.[0], root?.at(-1)]).to.deep.equal([31_250, 32_640, 32_640]);
        for (const [worker, { peak, limit }] of await cluster.memory()) {
          expect(peak, `most that worker ${worker} had`).to.be.at.most(limit);
          expect(limit, "a worker's share of all chunks").to.be.at.most((256 * chunk) / 8);
        }
      }));

    it("fails a task whose inputs can never fit, at once and with the figures, and goes on", () =>
      withCluster(host, { ...storing, memoryLimit: 2e6 * workers }, async (cluster) => {
        const make = (n: number): Float64Array => new Float64Array(100_000).fill(n);
        const count = (...lists: readonly Float64Array[]): number => lists.reduce((sum, { length }) => sum + length, 0);
        const lists = cluster.map(make, [1, 2, 3]);
        const tooMuch = cluster.submit(count, ...lists);
        const error = await errorOf(tooMuch.result());
        expect(host.engine.isEngineError(error, "memory-exceeded"), String(error)).to.equal(true);
        const needed = 3 * sizeOf(make(0));
        expect(error.details).to.include({ key: tooMuch.key, needed, limit: 2e6 });
        expect(error.message)
          .to.match(/2\.4 MB/)
          .and.match(/2 MB/);
        expect(await cluster.submit(count, ...lists.slice(1)).result()).to.equal(200_000);
      }));

    it("lets one result be larger than a worker's share", () =>
      withCluster(host, { ...storing, memoryLimit: 1e6 * workers }, async (cluster) => {
        const make = (n: number): Float64Array => new Float64Array(200_000).fill(n);
        const results = cluster.map(make, [1, 2, 3, 4]);
        const sizes = (await cluster.gather(results)).map((list) => [list.length, list[0], list.at(-1)]);
        expect(sizes).to.deep.equal([1, 2, 3, 4].map((n) => [200_000, n, n]));
      }));
  });

  describe('Cluster with `spill: "none"`', () => {
    it("computes the same although memory goes over, and says nothing of a store", () =>
      withCluster(host, { spill: "none", memoryLimit: graph.memoryLimit }, async (owner) => {
        const cluster = owner as Cluster;
        const events = watch(cluster);
        const results = await computeAll(cluster, graph);
        await gatherAll(cluster, graph, results);
        const total = await totalMemory(cluster);
        expect(total).to.include({ stored: 0, written: 0, read: 0 });
        expect(total.inMemory).to.be.at.least(graph.count * 500_000);
        for (const { store, pauses } of (await cluster.memory()).values()) {
          expect(store).to.equal(undefined);
          expect(pauses).to.be.at.least(1);
        }
        expect(events).to.deep.equal([]);
        for (const result of results) result.release();
        await expectNothingLeft(cluster);
      }));
  });

  describe("memoryLimit", () => {
    it("is the cluster's, shared equally by its workers", () =>
      withCluster(host, { memoryLimit: "12 MB" }, async (cluster) => {
        const shares = async (): Promise<number[]> => [...(await cluster.memory()).values()].map(({ limit }) => limit);
        expect(cluster.info.memoryLimit).to.equal(12e6);
        expect(await shares()).to.deep.equal(Array.from({ length: workers }, () => 12e6 / workers));
        await cluster.scale(3);
        expect(await shares()).to.deep.equal([4e6, 4e6, 4e6]);
        await cluster.scale(1);
        expect(await shares()).to.deep.equal([12e6]);
        expect(cluster.info.memoryLimit).to.equal(12e6);
      }));

    it("is a safe share of what the device has when nobody chose", () =>
      withCluster(host, {}, async (cluster) => {
        const { memoryLimit, spill } = cluster.info;
        expect(memoryLimit).to.be.within(128e6, 2 ** 43);
        expect(spill).to.equal({ browser: "indexeddb", deno: "files", node: "files", other: "none" }[host.runtime]);
        const [first] = (await cluster.memory()).values();
        expect(first).to.deep.include({
          limit: memoryLimit / workers,
          inMemory: 0,
          peak: 0,
          stored: 0,
          store: undefined,
        });
      }));

    it("is told what it must be when it is something else", async () => {
      const { Cluster } = host.engine;
      const wrong: readonly (readonly [unknown, RegExp, typeof TypeError | typeof RangeError])[] = [
        ["much", /"memoryLimit" is "much", must be a number of bytes or like "512MB"/, TypeError],
        [1000, /"memoryLimit" is 1000, must be at least 1 MB/, RangeError],
        [Number.NaN, /"memoryLimit" is .*, must be/, RangeError],
      ];
      for (const [memoryLimit, message, Kind] of wrong) {
        const error = await errorOf(Cluster.create({ memoryLimit } as ClusterOptions));
        expect(error).to.be.instanceOf(Kind);
        expect(error.message).to.match(message);
      }
      const error = await errorOf(Cluster.create({ spill: "tape" } as object));
      expect(error).to.be.instanceOf(TypeError);
      expect(error.message).to.match(/"spill" is "tape", must be one of .*"indexeddb"/);
    });
  });
}
