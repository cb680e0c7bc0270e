// Actors and the process that they live in, policies against source text, and scripts without their lazy parts.
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { Cluster } from "weftwork";

const root = fileURLToPath(new URL("../..", import.meta.url));
const counter = `class Counter {
  count = 0;
  add(n) { return (this.count += n); }
  slow() { return new Promise((resolve) => setTimeout(resolve, 300, "done")); }
}`;

/** Runs a script to its own end and gives what it wrote; one that does not end is killed, and fails. */
async function runToEnd(script: string, flags: readonly string[] = []): Promise<string> {
  const text = `import { Cluster } from "weftwork";\n${counter}\n${script}`;
  const args = [...flags, "--input-type=module", "--eval", text];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, timeout: 25_000 });
  return stdout.trim();
}

describe("a process with an actor", () => {
  it("ends by itself while nobody waits for the actor, although nobody released it", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 2 });
      const actor = await cluster.actor(Counter);
      console.log(await actor.add(1));
    `);
    expect(out).to.equal("1");
  });

  it("stays alive while a call waits", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 1 });
      const actor = await cluster.actor(Counter);
      await new Promise((resolve) => setTimeout(resolve, 20));
      actor.slow().then(console.log);
    `);
    expect(out).to.equal("done");
  });

  it("ends after close, whoever still calls the actor", async () => {
    const out = await runToEnd(`
      const cluster = await Cluster.create({ workers: 1 });
      const actor = await cluster.actor(Counter);
      actor.slow().catch((error) => console.log(error.code));
      await cluster.close();
      await actor.add(1).catch((error) => console.log(error.code));
    `);
    expect(out.split("\n")).to.deep.equal(["closed", "closed"]);
  });
});

describe("Cluster.actor", () => {
  it("says which directive is missing where source text may not be evaluated", async () => {
    const out = await runToEnd(
      `
      const cluster = await Cluster.create({ workers: 1 });
      await cluster.actor(Counter).catch(({ code, details, message }) => {
        console.log(code, details.name, details.directive, message.includes("serve({ Counter })"));
      });
      await cluster.close();
    `,
      ["--disallow-code-generation-from-strings"],
    );
    expect(out).to.equal("source-blocked Counter script-src 'unsafe-eval' true");
  });

  it("lives where the worker's script was copied without its parts: they come from the page", async () => {
    const folder = await mkdtemp(join(tmpdir(), "weftwork-"));
    try {
      await copyFile(join(root, "dist/worker.node.js"), join(folder, "worker.node.js"));
      const worker = pathToFileURL(join(folder, "worker.node.js"));
      const cluster = await Cluster.create({ workers: 1, worker });
      try {
        const echo = await cluster.actor(
          class Echo {
            say = (word: string): string => word;
          },
        );
        expect(await echo.say("fine")).to.equal("fine");
        expect(await cluster.submit(() => "fine").result()).to.equal("fine");
      } finally {
        await cluster.close();
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
