// Zero workers on threads: the same tests in Node and Deno.
import { expect } from "chai";
import type { merge, tree, zeroThreads, zeroWorkerUrl } from "weftwork/lab";
import type { Runner } from "./runner.ts";

interface Lab {
  readonly merge: typeof merge;
  readonly tree: typeof tree;
  readonly zeroThreads: typeof zeroThreads;
  readonly zeroWorkerUrl: typeof zeroWorkerUrl;
}

interface Engine {
  readonly Cluster: typeof import("weftwork").Cluster;
}

export function describeZeroThreads({ describe, it }: Pick<Runner, "describe" | "it">, lab: Lab, engine: Engine): void {
  describe("zeroThreads", () => {
    it("has many workers on few threads, and computes graphs without computing", async () => {
      const cluster = await lab.zeroThreads({ workers: 168, threads: 2, scheduler: "work-stealing", seed: 1 });
      try {
        expect(cluster.threads).to.equal(2);
        for (const graph of [lab.merge(2000), lab.tree(10)]) {
          const [sink] = cluster.compute(graph);
          expect(await sink?.result()).to.equal(null);
          sink?.release();
        }
      } finally {
        cluster.close();
      }
    });

    it("rejects what is pending when it is closed", async () => {
      const cluster = await lab.zeroThreads({ workers: 2, threads: 1, scheduler: "random", seed: 1 });
      const [sink] = cluster.compute(lab.merge(100));
      const outcome = sink?.result().then(
        () => "computed",
        (error: { code: string }) => error.code,
      );
      cluster.close();
      expect(await outcome).to.equal("closed");
    });

    it("serves a cluster too, each thread as one worker, and gives no task back that is asked for", async () => {
      const cluster = await engine.Cluster.create({ workers: 2, worker: lab.zeroWorkerUrl, spill: "none" });
      try {
        const futures = cluster.compute(lab.tree(9));
        for await (const future of cluster.asCompleted(futures)) expect(future.status).to.equal("finished");
      } finally {
        await cluster.close();
      }
    });
  });
}
