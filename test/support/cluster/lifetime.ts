// How a cluster ends.
import { expect } from "chai";
import type { ClusterEvent } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, thrownBy } from "./host.ts";

export function describeLifetime(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { Cluster } = host.engine;
  const workers = host.threads === "one" ? 1 : 2;

  describe("Cluster.close", () => {
    it("settles everything that is pending with `closed`, and everything after it", async () => {
      const cluster = await Cluster.create({ workers });
      const never = (): Promise<number> => new Promise(() => {});
      const [a, b, c] = cluster.map((_: number): Promise<number> => new Promise(() => {}), [1, 2, 3]);
      if (a === undefined || b === undefined || c === undefined) throw new Error("map gave too few futures");
      const after = cluster.submit((x: number) => x, a);
      const seen: string[] = [];
      const completed = (async () => {
        for await (const future of cluster.asCompleted([b, c])) seen.push(future.status);
      })();
      const waits = [a.result(), after.result(), cluster.gather([b, c]), cluster.run(never)].map((wait) =>
        errorOf(wait),
      );
      await Promise.resolve();
      await cluster.close();
      for (const error of await Promise.all(waits)) expect(error).to.have.property("code", "closed");
      await completed;
      expect(seen).to.deep.equal(["failed", "failed"]);
      expect(await errorOf(a.result())).to.have.property("code", "closed");
      expect(await errorOf(cluster.gather([a]))).to.have.property("code", "closed");
      expect(thrownBy(() => cluster.submit(() => 1))).to.have.property("code", "closed");
      expect(thrownBy(() => cluster.scatter([1]))).to.have.property("code", "closed");
      expect(cluster.info.workers).to.deep.equal([]);
    });

    it("is safe to call twice, and by `await using`", async () => {
      const cluster = await Cluster.create({ workers });
      const done = cluster.submit(() => 1);
      expect(await done.result()).to.equal(1);
      await Promise.all([cluster.close(), cluster.close()]);
      await cluster[Symbol.asyncDispose]();
      done.release();
      done.release();
      expect(await errorOf(cluster.scale(2))).to.have.property("code", "closed");
    });

    it("ends the events, and is the last of them", async () => {
      const cluster = await Cluster.create({ workers });
      const events: ClusterEvent[] = [];
      const all = (async () => {
        for await (const event of cluster.events) events.push(event);
      })();
      await Promise.resolve();
      await cluster.close();
      await all;
      expect(events).to.deep.equal([{ kind: "closed" }]);
    });

    it("leaves nothing that another cluster would notice", async () => {
      for (let round = 0; round < 5; round++) {
        const cluster = await Cluster.create({ workers });
        const busy = cluster.map(
          (x: number) => x,
          Array.from({ length: 1000 }, (_, i) => i),
        );
        if (round % 2 === 0) await cluster.gather(busy);
        await cluster.close();
      }
    });

    it("does not mix up the futures of two clusters", async () => {
      const [one, two] = [await Cluster.create({ workers: 1 }), await Cluster.create({ workers: 1 })];
      try {
        const foreign = one.submit(() => 1);
        expect(thrownBy(() => two.submit((x: number) => x, foreign)))
          .to.be.instanceOf(TypeError)
          .with.property("message")
          .that.matches(/another cluster/);
        expect(await two.submit(() => 2).result()).to.equal(2);
        expect(await foreign.result()).to.equal(1);
      } finally {
        await one.close();
        await two.close();
      }
    });
  });
}
