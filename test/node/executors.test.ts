// Executors are threads of a thread: none may keep a process alive, and none may die unnoticed.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a script to its own end and gives the lines it wrote; one that does not end is killed, and fails. */
async function runToEnd(script: string): Promise<string[]> {
  const text = `import { Cluster } from "weftwork";\n${script}`;
  const args = ["--input-type=module", "--eval", text];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 25_000 });
  return stdout.trim().split("\n");
}

describe("a process with workers of several cores", () => {
  it("ends by itself after close although executors are in endless tasks", async () => {
    const lines = await runToEnd(`
      const cluster = await Cluster.create({ workers: 2, cores: 2 });
      const endless = [1, 2, 3].map((i) => cluster.submit((x) => { for (;;); }, i));
      for (const task of endless) task.result().catch((error) => console.log(error.code));
      console.log([...(await cluster.run(() => "free")).values()].join());
      await cluster.close();
    `);
    expect(lines).to.deep.equal(["free,free", "closed", "closed", "closed"]);
  });

  it("ends by itself while the cluster is idle, although nobody closed it", async () => {
    const lines = await runToEnd(`
      const cluster = await Cluster.create({ workers: 1, cores: 3 });
      console.log((await cluster.gather(cluster.map((x) => x + 1, [1, 2, 3]))).join());
    `);
    expect(lines).to.deep.equal(["2,3,4"]);
  });

  it("loses the worker whose executor runs out of memory, and goes on", async () => {
    const lines = await runToEnd(`
      const { Worker } = await import("node:worker_threads");
      const script = new URL("./worker.node.js", import.meta.resolve("weftwork"));
      const worker = () => new Worker(script, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 40 } });
      const cluster = await Cluster.create({ workers: 1, cores: 2, allowedFailures: 0, worker });
      cluster.events.subscribe((event) => event.kind === "worker-lost" && console.log(event.loss, event.reason));
      const greedy = cluster.submit(() => {
        const kept = [];
        for (;;) kept.push(Array.from({ length: 10_000 }, (_, i) => ({ i })));
      });
      console.log(await greedy.result().catch((error) => error.code));
      console.log(await cluster.submit(() => "fine").result());
      await cluster.close();
    `);
    expect(lines[0]).to.match(/^oom The worker's executor \d of 2 was lost: .*memory/);
    expect(lines.slice(1)).to.deep.equal(["worker-lost", "fine"]);
  });
});
