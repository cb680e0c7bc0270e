// What goes to every worker: values by `scatter`, calls by `run`, over kept ports and over ports made for each call.
import { expect } from "chai";
import { Account } from "./actors.ts";
import { closedPorts, countClosedPorts, eventually, total } from "./closed-ports.ts";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";
import { deathOn } from "./workers.ts";

export function describeBroadcast(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const hasThreads = host.threads === "workers";
  const workers = hasThreads ? 3 : 1;

  describe("Cluster.scatter with `broadcast`", () => {
    it("puts every value on every worker, under one future each", () =>
      withCluster(host, { workers }, async (cluster) => {
        const values = [1, { two: 2 }, new Float64Array([3, 3, 3])];
        const futures = cluster.scatter(values, { broadcast: true });
        expect(futures).to.have.length(3);
        expect(await cluster.gather<unknown>(futures)).to.deep.equal(values);
        const everybody = cluster.info.workers.map(({ worker }) => worker).sort();
        for (const future of futures) {
          expect([...((await cluster.explain(future))?.holders ?? [])].sort()).to.deep.equal(everybody);
        }
        const sums = cluster.map(
          (list: Float64Array, i: number) => list.reduce((a, b) => a + b, i),
          Array.from({ length: 12 }, () => futures[2] as (typeof futures)[number]) as never,
          Array.from({ length: 12 }, (_, i) => i),
        );
        expect(await cluster.gather(sums)).to.deep.equal(Array.from({ length: 12 }, (_, i) => 9 + i));
      }));

    if (!hasThreads) return;

    it("loses nothing with one of two workers, and everything with the other", () =>
      withCluster(host, { workers: 2 }, async (cluster) => {
        const [future, other] = cluster.scatter([{ kept: true }, 7], { broadcast: true });
        const [first, second] = [
          await cluster.actor(Account, "on the first"),
          await cluster.actor(Account, "on the second"),
        ];
        await errorOf(first.die() as Promise<unknown>);
        expect(await future?.result()).to.deep.equal({ kept: true });
        expect(await other?.result()).to.equal(7);
        await errorOf(second.die() as Promise<unknown>);
        const isLost = async (): Promise<boolean> => (await future?.result().catch(() => "lost")) === "lost";
        expect(await eventually(isLost, (lost) => lost)).to.equal(true);
        expect(await errorOf(future?.result() as Promise<unknown>)).to.have.property("code", "data-lost");
      }));

    it("lets a worker that joins later fetch what it needs", () =>
      withCluster(host, { workers: 1 }, async (cluster) => {
        const [future] = cluster.scatter([[1, 2, 3]], { broadcast: true });
        if (future === undefined) throw new Error("scatter gave no future");
        await future.result();
        await cluster.scale(2);
        expect((await cluster.explain(future))?.holders).to.have.length(1);
        const slow = async (list: number[], i: number): Promise<number> => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          return list.length + i;
        };
        const many = Array.from({ length: 20 }, (_, i) => cluster.submit(slow, future, i));
        expect(await cluster.gather(many)).to.deep.equal(Array.from({ length: 20 }, (_, i) => 3 + i));
        expect((await cluster.explain(future))?.holders).to.have.length(2);
      }));

    it("hands the value on when workers leave", () =>
      withCluster(host, { workers: 3 }, async (cluster) => {
        const [future] = cluster.scatter(["kept"], { broadcast: true });
        await cluster.scale(1);
        expect(await future?.result()).to.equal("kept");
      }));
  });

  for (const reuseBroadcastPorts of [true, false]) {
    const which = reuseBroadcastPorts ? "kept ports" : "a port made for each call";
    describe(`Cluster.run over ${which}`, () => {
      const options = { workers, reuseBroadcastPorts };

      it("gives the result of every worker, at once and again", () =>
        withCluster(host, options, async (cluster) => {
          const everybody = cluster.info.workers.map(({ worker }) => worker).sort();
          for (let round = 0; round < 3; round++) {
            const results = await cluster.run((a: number, b: { readonly of: number }) => a + b.of, round, { of: 1 });
            expect([...results.keys()].sort()).to.deep.equal(everybody);
            expect([...results.values()]).to.deep.equal(everybody.map(() => round + 1));
          }
          const many = await Promise.all([1, 2, 3, 4].map((n) => cluster.run(async (x: number) => x * x, n)));
          expect(many.map((results) => [...results.values()][0])).to.deep.equal([1, 4, 9, 16]);
        }));

      it("rejects with what the function threw, and says what cannot be cloned", () =>
        withCluster(host, options, async (cluster) => {
          const failing = cluster.run(() => {
            throw Object.assign(new RangeError("too much", { cause: 7 }), { extra: true });
          });
          const error = await errorOf(failing);
          expect(error).to.be.instanceOf(RangeError).and.include({ message: "too much", cause: 7, extra: true });
          const bad = await errorOf(cluster.run(() => ({ call: () => 1 })));
          expect(bad).to.have.property("code", "not-cloneable");
          expect(bad.message).to.include("result.call");
          const proxied = await errorOf(cluster.run((x: unknown) => x, new Proxy({}, {})));
          expect(proxied).to.have.property("code", "not-cloneable");
          expect([...(await cluster.run(() => 1)).values()]).to.deep.equal(cluster.info.workers.map(() => 1));
        }));

      it("ends with `closed` when the cluster is closed", async () => {
        const cluster = await host.engine.Cluster.create(options);
        await cluster.run(() => 0);
        const never = errorOf(cluster.run(() => new Promise(() => {})));
        await cluster.close();
        expect(await never).to.have.property("code", "closed");
      });

      if (!hasThreads) return;

      it("rejects with `worker-lost` when a worker dies before it has answered, and goes on with the next one", () =>
        withCluster(host, { workers: 2, reuseBroadcastPorts }, async (cluster) => {
          const error = await errorOf(cluster.run(deathOn(host)));
          expect(error).to.have.property("code", "worker-lost");
          await eventually(
            async () => cluster.info.workers.length,
            (count) => count === 2,
          );
          expect([...(await cluster.run(() => 5)).values()]).to.deep.equal([5, 5]);
        }));

      it(`leaves no port open, and makes ${reuseBroadcastPorts ? "none" : "one per worker and call"}`, () =>
        withCluster(host, options, async (cluster) => {
          await cluster.run(countClosedPorts);
          countClosedPorts();
          for (let round = 0; round < 4; round++) await cluster.run((x: number) => x, round);
          const wanted = reuseBroadcastPorts ? 0 : 4 * workers;
          expect(closedPorts(), "here").to.equal(host.server === "worker" ? 0 : wanted);
          const settled = reuseBroadcastPorts ? 0 : wanted + workers; // the run that asks closes ports too, a little later
          const isSettled = (counts: ReadonlyMap<number, number>): boolean => total(counts) >= settled;
          expect(await eventually(() => cluster.run(closedPorts), isSettled)).to.equal(true);
        }));
    });
  }
}
