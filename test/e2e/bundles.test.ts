// The packed package bundled by esbuild alone and served as plain files, under the conditions that sites have: strict
// policies, isolation, scripts on another origin; and an edge runtime without workers.
import { spawn } from "node:child_process";
import { copyFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { BuildOptions, Metafile } from "esbuild";
import { build } from "esbuild";
import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isolationHeaders, chromium as launchOptions } from "../../scripts/chromium.mjs";
import type { FileServer } from "../support/e2e/file-server.ts";
import { serveFolder } from "../support/e2e/file-server.ts";
import { installApp, removeApps } from "../support/e2e/packed-package.ts";
import { logOf } from "../support/e2e/page-log.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
/** What `esbuild --platform=browser --bundle --format=esm` does, with nothing external. */
const plain: BuildOptions = { bundle: true, platform: "browser", format: "esm", logLevel: "error", metafile: true };

let browser: Browser;

beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
});

afterAll(async () => {
  await browser.close();
  await removeApps();
});

/** The plain page with one of its scripts as main.js and the app's own worker beside it. */
async function bundlePage(script: string): Promise<{ readonly folder: string; readonly metafile: Metafile }> {
  const folder = await installApp("plain-page");
  const entryPoints = [
    { in: join(folder, script), out: "main" },
    { in: join(folder, "own-worker.ts"), out: "own-worker" },
    { in: join(folder, "table-tasks.ts"), out: "table-tasks" },
  ];
  const { metafile } = await build({ ...plain, entryPoints, outdir: folder, absWorkingDir: folder });
  if (metafile === undefined) throw new Error("esbuild left no metafile");
  return { folder, metafile };
}

const copyWorker = (folder: string): Promise<void> =>
  copyFile(join(folder, "node_modules/weftwork/dist/worker.js"), join(folder, "worker.js"));

/** The files beside the worker's script. */
async function copyParts(folder: string): Promise<void> {
  const dist = join(folder, "node_modules/weftwork/dist");
  const names = (await readdir(dist)).filter((name) => /^worker-.*\.js$/.test(name) && !name.endsWith(".node.js"));
  await Promise.all(names.map((name) => copyFile(join(dist, name), join(folder, name))));
}

async function served(
  folder: string,
  headers: Record<string, string>,
  check: (server: FileServer) => Promise<void>,
): Promise<void> {
  const server = await serveFolder(folder, headers);
  try {
    await check(server);
  } finally {
    await server.close();
  }
}

describe("a plain esbuild bundle for browsers", () => {
  it("needs nothing of Node, and runs with the worker copied beside it, isolated or not", async () => {
    const { folder, metafile } = await bundlePage("default-worker.ts");
    expect(JSON.stringify(metafile.outputs)).not.to.include("node:");
    await copyWorker(folder);
    await served(folder, {}, async ({ url }) => {
      expect((await logOf(browser, url, "end")).lines).to.deep.equal(["total 14, isolated false", "end"]);
    });
    await served(folder, isolationHeaders, async ({ url }) => {
      expect((await logOf(browser, url, "end")).lines).to.deep.equal(["total 14, isolated true", "end"]);
    });
  });

  it("has every part of the worker's script, whether worker.js was copied alone or with its files", async () => {
    const { folder } = await bundlePage("every-part.ts");
    const lines = [1, 2].flatMap((cores) => [
      `${cores} cores: sums 19, spill true`,
      `${cores} cores: column 125000, counter 3`,
    ]);
    await copyWorker(folder);
    await served(folder, {}, async ({ url }) => {
      expect((await logOf(browser, url, "end")).lines).to.deep.equal([...lines, "end"]);
    });
    await copyParts(folder);
    await served(folder, {}, async ({ url }) => {
      const log = await logOf(browser, url, "end");
      expect(log.lines).to.deep.equal([...lines, "end"]);
      expect(log.errors.filter((text) => text.includes("404")).length, "files that were not found").to.be.below(2); // the icon
    });
  });

  it("says what to do when the worker was not copied", async () => {
    const { folder } = await bundlePage("default-worker.ts");
    await served(folder, {}, async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines[0])
        .to.include(`${url}worker.js`)
        .and.match(/404.*(copy it|weftwork\/inline)/);
    });
  });

  it("runs as a single file with weftwork/inline", async () => {
    const { folder } = await bundlePage("inline-worker.ts");
    await served(folder, {}, async ({ url }) => {
      expect((await logOf(browser, url, "end")).lines).to.deep.equal(["total 14", "end"]);
    });
  });

  it("keeps the client out of the worker's bundle", async () => {
    for (const entry of ["src/worker.ts", "src/serve.ts"]) {
      const { metafile } = await build({ ...plain, absWorkingDir: root, entryPoints: [entry], write: false });
      const inputs = Object.keys(metafile?.inputs ?? {});
      expect(inputs).to.include("src/worker/driver.ts");
      expect(
        inputs.filter((path) => /src\/(client|cluster|reactor|scheduler)\//.test(path)),
        entry,
      ).to.deep.equal([]);
    }
  });
});

describe("a page with a strict Content-Security-Policy", () => {
  const policy = { "Content-Security-Policy": "script-src 'self'; worker-src 'self'" };

  it("runs task modules, and refuses a plain function by the name of the directive", async () => {
    const { folder } = await bundlePage("task-modules.ts");
    await served(folder, policy, async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines[0]).to.equal("task 3");
      expect(lines[1]).to.match(/^plain EngineError: .*Content-Security-Policy.*script-src 'unsafe-eval'.*serve\(/);
    });
  });

  it("computes data frames with the kernels copied beside it: expressions are not evaluated from text", async () => {
    const { folder } = await bundlePage("frames.ts");
    await copyWorker(folder);
    await copyParts(folder);
    const kernels = "collections-kernels.js";
    await copyFile(join(folder, "node_modules/weftwork/dist", kernels), join(folder, kernels));
    await served(folder, policy, async ({ url }) => {
      expect((await logOf(browser, url, "end")).lines).to.deep.equal(["a 2 4", "b 1 2", "end"]);
    });
  });

  it("needs the files beside the worker's script, and names them when one is missing", async () => {
    const { folder } = await bundlePage("module-tasks.ts");
    await copyWorker(folder);
    await served(folder, policy, async ({ url }) => {
      const { lines } = await logOf(browser, url, "end");
      expect(lines[0]).to.match(/^EngineError: Cannot load part "functions".*copied with it: worker\*\.js/);
    });
    await copyParts(folder);
    await served(folder, policy, async ({ url }) => {
      expect((await logOf(browser, url, "end")).lines).to.deep.equal(["last 6", "end"]);
    });
  });

  it("forbids the inlined worker, and the error says which directive", async () => {
    const { folder } = await bundlePage("inline-worker.ts");
    await served(folder, policy, async ({ url }) => {
      await expect(logOf(browser, url, "end")).rejects.toThrow(/worker-src/);
    });
  });
});

describe("a worker's script on another origin", () => {
  const cors = { "Access-Control-Allow-Origin": "*" };

  it("starts when that origin allows it, and is explained when not", async () => {
    const { folder } = await bundlePage("task-modules.ts");
    await served(folder, {}, async (page) => {
      await served(folder, cors, async (other) => {
        const { lines } = await logOf(browser, `${page.url}?worker=${other.url}own-worker.js`, "end");
        expect(lines).to.deep.equal(["task 3", "plain ran", "end"]);
      });
      await served(folder, {}, async (other) => {
        const { lines } = await logOf(browser, `${page.url}?worker=${other.url}own-worker.js`, "end");
        expect(lines[0])
          .to.include(`${other.url}own-worker.js`)
          .and.match(/phase "fetch" failed.*(CORS|Access-Control-Allow-Origin)/);
      });
    });
  });

  it("starts when the whole package comes from there, as from a CDN", async () => {
    const { folder } = await bundlePage("task-modules.ts");
    await served(join(folder, "node_modules/weftwork/dist"), cors, async (cdn) => {
      await served(folder, {}, async (page) => {
        const url = `${page.url}from-elsewhere.html?package=${cdn.url}index.js`;
        expect((await logOf(browser, url, "end")).lines).to.deep.equal(["total 5", "end"]);
      });
    });
  });
});

describe("a runtime without workers", () => {
  it("runs the same cluster on one thread in workerd, and says so", async () => {
    const folder = await installApp("workerd-app");
    await build({
      ...plain,
      entryPoints: [join(folder, "server.ts")],
      outfile: join(folder, "server.js"),
      absWorkingDir: folder,
    });
    const server = spawn(join(root, "node_modules/.bin/workerd"), ["serve", "config.capnp", "--control-fd=3"], {
      cwd: folder,
      stdio: ["ignore", "inherit", "inherit", "pipe"],
    });
    try {
      const port = await portOf(server.stdio[3] as Readable);
      const response = await fetch(`http://127.0.0.1:${port}/`);
      expect(await response.json()).to.deep.equal({ threads: "one", runtime: "other", plain: 90 });
    } finally {
      server.kill("SIGKILL");
    }
  });
});

/** workerd says on its control channel where it listens. */
async function portOf(control: Readable): Promise<number> {
  let text = "";
  for await (const chunk of control) {
    text += String(chunk);
    const port = /"port":(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  throw new Error(`workerd ended before it listened: ${text}`);
}
