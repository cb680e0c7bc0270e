// Arrays and bags on real clusters, the same in every runtime: kernels are imported by URL, functions are applied to them.
import { expect } from "chai";
import type * as engine from "weftwork";
import type * as collections from "weftwork/collections";
import type { Runner } from "../runner.ts";

export interface ArrayHost {
  readonly runner: Runner;
  readonly engine: typeof engine;
  readonly collections: typeof collections;
}

export function describeArraysAndBags({
  runner: { describe, it },
  engine: { Cluster },
  collections: { Bag, col, nd, valuesOf },
}: ArrayHost): void {
  async function withCluster(use: (cluster: engine.Cluster) => Promise<void>): Promise<void> {
    const cluster = await Cluster.create({ workers: 2 });
    try {
      await use(cluster);
    } finally {
      await cluster.close();
    }
  }

  describe("NdArray on a cluster", () => {
    it("multiplies, reduces and slices in blocks as in one block", () =>
      withCluster(async (cluster) => {
        const make = (chunks: number) => {
          const x = nd.uniform([120, 90], { seed: 11, chunks });
          const centred = x.subtract(x.mean({ axis: 0 }));
          return [
            centred.matmul(centred.transpose()).slice("::7", "5:60:11"),
            x.std({ axis: 1 }),
            x.argmax({ axis: 0 }),
            x.percentile([5, 50, 99]),
            x.reshape([90, 120]).cumsum(1).slice(":", -1),
          ];
        };
        for (const [i, cut] of make(32).entries()) {
          const [whole, blocks] = [await make(-1)[i]?.compute(cluster), await cut.compute(cluster)];
          expect(blocks.shape).to.deep.equal(whole?.shape);
          blocks.data.forEach((value: number | bigint, at: number) => {
            expect(Number(value)).to.be.closeTo(Number(whole?.data[at]), 1e-9);
          });
        }
      }));

    it("calls functions on blocks, keeps what is persisted, and gives blocks one by one", () =>
      withCluster(async (cluster) => {
        const doubled = nd
          .arange(0, 1000, 1, { chunks: 300 })
          .mapBlocks(({ data }: collections.Block) => (data as Float64Array).map((value) => value * 2))
          .persist(cluster);
        expect(await doubled.sum().toNested(cluster)).to.equal(999_000);
        const ends: number[] = [];
        for await (const { data, starts } of doubled.blocks(cluster))
          ends.push(starts[0] as number, Number(data.at(-1)));
        expect(ends).to.deep.equal([0, 598, 300, 1198, 600, 1798, 900, 1998]);
        doubled.release();
      }));

    it("moves what it shuffles: the blocks of a transposition are right on both workers", () =>
      withCluster(async (cluster) => {
        const x = nd.integers([256, 256], { seed: 3, high: 1000, chunks: [64, 256] });
        const difference = x.rechunk([256, 64]).transpose().rechunk([64, 256]).subtract(x.transpose()).abs().max();
        expect(await difference.toNested(cluster)).to.equal(0);
      }));

    it("rejects with what a kernel threw", () =>
      withCluster(async (cluster) => {
        const failed = nd.zeros([4], { dtype: "i32", chunks: 2 }).power(nd.full([4], -1, { dtype: "i32" }));
        const error = await failed.compute(cluster).catch((reason: Error) => reason);
        expect((error as Error).message).to.contain("Cannot raise integers to the power -1");
      }));
  });

  describe("Bag on a cluster", () => {
    it("counts words, with functions of the caller", () =>
      withCluster(async (cluster) => {
        const texts = ["Über den Wolken", "the end of the end", "wolken 🌥 the end"];
        const words = Bag.fromItems(texts, { partitions: 3 }).flatMap((text) => text.toLowerCase().split(" "));
        expect(await words.frequencies().topK(3, 1).compute(cluster)).to.deep.equal([
          ["the", 3],
          ["end", 3],
          ["wolken", 2],
        ]);
        const lengths = words.map(async (word) => word.length);
        expect(await lengths.max().compute(cluster)).to.equal(6);
        const longest = words.foldBy((word) => word.length, {
          initial: "",
          step: (a: string, b: string) => (a > b ? a : b),
          combine: (a: string, b: string) => (a > b ? a : b),
        });
        expect(new Map(await longest.compute(cluster)).get(3)).to.equal("the");
      }));

    it("groups over a shuffle, and goes on as a data frame", () =>
      withCluster(async (cluster) => {
        const numbers = Bag.generate((i) => Array.from({ length: 50 }, (_, k) => i * 50 + k), { partitions: 4 });
        const groups = await numbers.groupBy((n) => n % 7).compute(cluster);
        expect(groups.map(([key, items]) => [key, items.length]).sort()).to.deep.equal(
          Array.from({ length: 7 }, (_, key) => [
            key,
            Array.from({ length: 200 }).filter((_, n) => n % 7 === key).length,
          ]),
        );
        const frame = numbers
          .map((n) => ({ n, parity: n % 2 === 0 ? "even" : "odd" }))
          .toDataFrame({ n: "f64", parity: "string" });
        const table = await frame
          .groupby("parity")
          .agg({ sum: col("n").sum() })
          .compute(cluster);
        expect(valuesOf(table, "sum")).to.deep.equal([9900, 10_000]);
      }));

    it("rejects with what a kernel threw, naming the nearest key", () =>
      withCluster(async (cluster) => {
        const failed = Bag.fromItems([{ delay: 1 }], { partitions: 1 }).pluck("dealy");
        const error = await failed.compute(cluster).catch((reason: Error) => reason);
        expect((error as Error).message).to.contain('it has "delay"; nearest is "delay"');
      }));
  });
}
