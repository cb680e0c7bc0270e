/**
 * `npm run soak [-- --minutes 10 --in node,chromium]`: a cluster of three workers under everything at once, the built package
 * in Node and in a page. Results must be right, the heap after collection at the end within 1.1 times (below 3 minutes: 1.3)
 * of what it was at 2 minutes (at a third of the time), and nothing is left after close.
 */
import { spawn } from "node:child_process";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium as launchOptions } from "./chromium.mjs";
import { cacheFolder, root } from "./setup.mjs";

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "10" },
    in: { type: "string", default: "node,chromium" },
  },
});
const seconds = 60 * Number(values.minutes);
const isLong = seconds >= 180;
const plan = { seconds, firstMark: isLong ? 120 : Math.round(seconds / 3), growth: isLong ? 1.1 : 1.3 };
const folder = join(cacheFolder(), "soak");

/** Kinds of what values are made of. */
const DATA = new Set(["array", "string", "object", "closure", "number", "bigint", "symbol", "regexp"]).add(
  "concatenated string",
);

/** @typedef {{ report: object, left: object, complaints: string[] }} Found */
/** @type {Readonly<Record<string, () => Promise<Found>>>} */
const PLACES = { node: inNode, chromium: inChromium };

// A copy: a build in the meantime must not change what runs.
await rm(folder, { recursive: true, force: true });
await cp(join(root, "dist"), join(folder, "dist"), { recursive: true });
await Promise.all(values.in.split(",").map(runIn));

/** @param {string} place */
async function runIn(place) {
  const run = PLACES[place];
  if (run === undefined) throw new Error(`Cannot soak in "${place}": must be one of ${Object.keys(PLACES).join(", ")}`);
  const { report, left, complaints } = await run();
  console.log(`${place}: ${JSON.stringify(report)}; left after close: ${JSON.stringify(left)}`);
  for (const complaint of complaints) console.log(`${place}: ${complaint}`);
  console.log(`${place}: ${complaints.length === 0 ? "nothing to complain of" : `${complaints.length} complaints`}`);
  if (complaints.length > 0) process.exitCode = 1;
}

/** @returns {Promise<Found>} */
async function inNode() {
  const script = join(folder, "node.mjs");
  await bundle("soak-node-entry.ts", script, {
    platform: "node",
    plugins: [engineAt(join(folder, "dist/index.node.js"))],
  });
  const child = spawn(process.execPath, ["--expose-gc", script, JSON.stringify(plan)], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`Cannot soak in Node: its process ended with ${code}, ${output}`);
  return JSON.parse(output.trim().split("\n").at(-1) ?? "");
}

/** @returns {Promise<Found>} */
async function inChromium() {
  const { chromium } = await import("playwright-core");
  const server = await serve();
  await bundle("soak-page.ts", join(folder, "page.js"), { plugins: [engineAt("./dist/index.js")] });
  await writeFile(
    join(folder, "index.html"),
    '<!doctype html><meta charset="utf-8"><script type="module" src="page.js"></script>',
  );
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    /** @type {Promise<Found>} */
    const found = new Promise((resolve, reject) => {
      page.on("console", (message) => {
        const text = message.text();
        if (text.startsWith("report ")) resolve(JSON.parse(text.slice("report ".length)));
        else if (message.type() === "log") console.error(`chromium: ${text}`);
      });
      page.on("crash", () => reject(new Error("Cannot soak in Chromium: the page crashed")));
      page.on("pageerror", (error) => {
        if (!error.message.includes("killed by the soak")) reject(error);
      });
    });
    const query = new URLSearchParams(Object.entries(plan).map(([name, value]) => [name, String(value)]));
    const session = await page.context().newCDPSession(page);
    await page.exposeFunction("bytesInUse", () => measureData(session));
    await page.goto(`${server.url}?${query}`);
    return await found;
  } finally {
    await browser.close();
    await server.close();
  }
}

/**
 * Bytes of the values that a page holds. Not the heap's own figure: in minutes V8 compiles ever more of what runs, and the
 * browser notes each worker's script among its timings; that is neither the engine's nor a leak.
 * @param {import("playwright-core").CDPSession} session
 */
async function measureData(session) {
  await session.send("Runtime.discardConsoleEntries"); // the errors that ended workers are kept for whoever looks on
  for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
  let text = "";
  const add = (/** @type {{ chunk: string }} */ { chunk }) => (text += chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", add);
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  session.off("HeapProfiler.addHeapSnapshotChunk", add);
  const { snapshot, nodes, strings } = JSON.parse(text);
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [name, size] = [fields.indexOf("name"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const isBuffer = strings[nodes[at + name]] === "system / JSArrayBufferData";
    if (isBuffer || DATA.has(types[0][nodes[at]])) bytes += nodes[at + size];
  }
  return bytes;
}

/** The built package, where it lies. @param {string} path @returns {import("esbuild").Plugin} */
function engineAt(path) {
  return {
    name: "engine-at",
    setup: ({ onResolve }) => onResolve({ filter: /^weftwork$/ }, () => ({ path, external: true })),
  };
}

/** @param {string} entry @param {string} outfile @param {import("esbuild").BuildOptions} options */
async function bundle(entry, outfile, options) {
  const { build } = await import("esbuild");
  await mkdir(folder, { recursive: true });
  await build({
    entryPoints: [join(root, "test/soak", entry)],
    bundle: true,
    format: "esm",
    target: "es2022",
    sourcemap: "inline",
    logLevel: "warning",
    outfile,
    ...options,
  });
}

/** What is to run, on a port of the system's choice. @returns {Promise<{ url: string, close(): Promise<void> }>} */
async function serve() {
  const script = join(folder, "file-server.mjs");
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(root, "test/support/e2e/file-server.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: script,
  });
  const { serveFolder } = await import(script);
  return serveFolder(folder);
}
