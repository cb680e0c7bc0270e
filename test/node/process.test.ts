// How a cluster and the process that it lives in end; each test is a process of its own.
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs a script to its own end and gives what it wrote; one that does not end is killed, and fails. */
async function runToEnd(script: string): Promise<string> {
  const text = `import { Cluster } from "weftwork";\n${script}`;
  const args = ["--input-type=module", "--eval", text];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 25_000 });
  return stdout.trim();
}

describe("a process with a cluster", () => {
  it("ends by itself after close", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 2 });
      console.log(await cluster.submit((x) => x + 1, 1).result());
      await cluster.close();
    `);
    expect(out).to.equal("2");
  });

  it("ends by itself after close although tasks were running and a worker was starting", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 2 });
      const endless = cluster.submit(() => { for (;;); });
      endless.result().catch((error) => console.log(error.code));
      void cluster.scale(4).catch((error) => console.log(error.code));
      await new Promise((resolve) => setTimeout(resolve, 20));
      await cluster.close();
    `);
    expect(out.split("\n")).to.deep.equal(["closed", "closed"]);
  });

  it("ends by itself while the cluster is idle, although nobody closed it", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 2 });
      const futures = cluster.map((x) => x + 1, [1, 2, 3]);
      console.log((await cluster.gather(futures)).join());
      console.log([...(await cluster.run(() => 7)).values()].join());
    `);
    expect(out.split("\n")).to.deep.equal(["2,3,4", "7,7"]);
  });

  it("stays alive while a task is pending, although nothing else keeps it", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 1 });
      await cluster.submit(() => 0).result();
      await new Promise((resolve) => setTimeout(resolve, 20));
      const slow = cluster.submit(() => new Promise((resolve) => setTimeout(resolve, 300, "done")));
      slow.result().then(console.log);
    `);
    expect(out).to.equal("done");
  });

  it("ends after a failed create", async () => {
    const out = await runToEnd(`
      const worker = new URL("file:///nowhere/worker.js");
      await Cluster.create({ workers: 2, worker }).catch((error) => console.log(error.code));
      const never = new URL("data:text/javascript,setInterval(() => 0, 1000)");
      await Cluster.create({ workers: 2, worker: never, bootTimeout: 300 }).catch((error) => console.log(error.code));
    `);
    expect(out.split("\n")).to.deep.equal(["boot-failed", "boot-failed"]);
  });
});
