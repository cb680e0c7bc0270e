// A worker thread that runs out of memory: Node ends the thread, and the cluster goes on.
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { ClusterEvent } from "weftwork";
import { Cluster, isEngineError } from "weftwork";

it("replaces a worker that runs out of memory, fails the task that needs too much, and says why", async () => {
  const script = new URL("../../dist/worker.node.js", import.meta.url);
  const worker = (): Worker => new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 24 } });
  const cluster = await Cluster.create({ workers: 1, worker, allowedFailures: 0 });
  try {
    const events: ClusterEvent[] = [];
    cluster.events.subscribe((event) => events.push(event));
    const greedy = cluster.submit(() => {
      const hoard: unknown[] = [];
      for (;;) hoard.push(new Array(10_000).fill(hoard.length));
    });
    const error: unknown = await greedy.result().catch((reason: unknown) => reason);
    expect(isEngineError(error, "worker-lost") && error.details).to.deep.equal({
      ...{ key: greedy.key, attempts: 1, reason: "oom" },
    });
    expect(String(error)).to.match(/was lost once, at most 0 are allowed; the last time: .*memory limit/);
    expect(events.filter(({ kind }) => kind === "worker-lost")).to.have.length(1);
    expect(events[0]).to.include({ kind: "worker-lost", loss: "oom" });
    expect(events[0])
      .to.have.property("reason")
      .that.matches(/memory/);
    expect(await cluster.submit(() => "fine").result()).to.equal("fine");
  } finally {
    await cluster.close();
  }
});
