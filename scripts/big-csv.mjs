/**
 * `npm run big-csv [-- BYTES]`, by hand: a CSV file of 1 GB (or so many bytes) is grouped in Chromium, from a File that is
 * chosen in the page, and in Deno with a memory limit of 512 MB; then one with a broken row in the middle. Prints times,
 * the most memory and whether the results are right. With `--built` the package is taken as it was built.
 */
import { spawn } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "./chromium.mjs";
import { makeBigCsv } from "./make-big-csv.mjs";
import { ensurePackages, root, run } from "./setup.mjs";

ensurePackages();
const { build } = await import("esbuild");
const { chromium: playwright } = await import("playwright-core");

const BYTES = Number(process.argv[2] ?? 1e9);
const LIMIT = 512e6;
const TYPES = { date: "timestamp", origin: "string", distance: "f64", delay: "i32", note: "string" };

/** What both hosts run; `openInput` is theirs. */
const PROGRAM = `
import { Cluster } from "./dist/index.js";
import { col, readCsv, rowCount, rowsOf } from "./dist/collections.js";
export async function group(input) {
  const cluster = await Cluster.create({ workers: 2, memoryLimit: ${LIMIT} });
  try {
    const started = performance.now();
    const frame = await readCsv(input, { types: ${JSON.stringify(TYPES)} });
    const groups = frame.groupby("origin").agg({ flights: rowCount(), delay: col("delay").sum() });
    const rows = await groups.compute(cluster).then(rowsOf, (error) => String(error.message));
    let peak = 0;
    for (const memory of (await cluster.memory()).values()) peak += memory.peak;
    return { rows, partitions: frame.partitionCount, milliseconds: performance.now() - started, peak };
  } finally {
    await cluster.close();
  }
}
`;
const PAGE = `${PROGRAM}
const input = document.querySelector("input");
input.addEventListener("change", async () => {
  globalThis.result = undefined;
  globalThis.result = await group(input.files[0]);
});`;
const DENO = `${PROGRAM}
console.log(JSON.stringify(await group(Deno.args[0])));
Deno.exit();`;

if (!process.argv.includes("--built") && run(process.execPath, ["scripts/build.mjs"]) !== 0)
  throw new Error("Cannot run: the build failed, see above");
const folder = mkdtempSync(join(tmpdir(), "weftwork-big-csv-"));
try {
  for (const name of readdirSync(join(root, "dist"))) {
    if (/^(worker.*|collections-(kernels|io))\.js$/.test(name))
      copyFileSync(join(root, "dist", name), join(folder, name));
  }
  await bundle(PAGE, "page.js", ["browser"]);
  await bundle(DENO, "deno.js", ["deno"]);
  for (const broken of [false, true]) {
    const file = join(folder, broken ? "broken.csv" : "whole.csv");
    console.log(`writing ${BYTES / 1e6} MB${broken ? ", a broken row in the middle" : ""}`);
    const answer = await makeBigCsv(file, BYTES, { broken });
    tell("Deno", await inDeno(file), answer);
    tell("Chromium", await inChromium(file), answer);
    rmSync(file);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** @param {string} contents @param {string} out @param {string[]} conditions */
async function bundle(contents, out, conditions) {
  await build({
    stdin: { contents, resolveDir: root, loader: "js" },
    ...{ bundle: true, format: "esm", platform: "neutral", conditions, outfile: join(folder, out), logLevel: "error" },
  });
}

/** @typedef {{ rows: unknown, partitions: number, milliseconds: number, peak: number, memory: number }} Outcome */

/** @param {string} host @param {Outcome} outcome @param {import("./make-big-csv.mjs").Answer} answer */
function tell(host, { rows, partitions, milliseconds, peak, memory }, answer) {
  const seconds = (milliseconds / 1000).toFixed(1);
  const right = isRight(rows, answer);
  const found = typeof rows === "string" ? `: ${rows}` : "";
  console.log(
    `${host}: ${right ? "right" : "WRONG"} after ${seconds} s, ${partitions} partitions, results ${mega(peak)} at most, processes ${mega(memory)} at most${found}`,
  );
  if (!right) process.exitCode = 1;
}

/** @param {unknown} rows @param {import("./make-big-csv.mjs").Answer} answer */
function isRight(rows, { groups, brokenRow, brokenByte }) {
  if (brokenRow !== undefined) {
    return typeof rows === "string" && rows.includes(`row ${brokenRow} `) && rows.includes(`at byte ${brokenByte}:`);
  }
  if (!Array.isArray(rows) || rows.length !== Object.keys(groups).length) return false;
  return rows.every(({ origin, flights, delay }) => {
    return groups[origin]?.flights === flights && groups[origin]?.delay === delay;
  });
}

/** @param {number} bytes */
function mega(bytes) {
  return `${Math.round(bytes / 1e6)} MB`;
}

/** @param {string} file @returns {Promise<Outcome>} */
async function inDeno(file) {
  const flags = ["run", "--allow-all", "--no-lock", "--no-check", "--no-config"];
  const child = spawn(join(root, "node_modules/.bin/deno"), [...flags, join(folder, "deno.js"), file]);
  child.stderr.pipe(process.stderr);
  let text = "";
  child.stdout.on("data", (/** @type {Buffer} */ chunk) => (text += chunk));
  const memory = watch(() => [.../** @type {number[]} */ (treeOf(child.pid ?? -1))]);
  await new Promise((resolve) => child.once("close", resolve));
  return { ...JSON.parse(text), memory: memory() };
}

/** @param {string} file @returns {Promise<Outcome>} */
async function inChromium(file) {
  const server = createServer((request, response) => {
    const name = (request.url ?? "/").slice(1);
    const type = name.endsWith(".js") ? "text/javascript" : "text/html";
    const page = `<!doctype html><input type="file"><script type="module" src="page.js"></script>`;
    response.writeHead(200, { "content-type": type });
    response.end(name === "" ? page : name === "favicon.ico" ? "" : readFileSync(join(folder, name)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const browser = await playwright.launch(chromium);
  const memory = watch(() => treeOf(process.pid).filter((pid) => /chrom/.test(read(pid, "cmdline").slice(0, 200))));
  try {
    const page = await browser.newPage();
    page.on("pageerror", (error) => console.error(error));
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.setInputFiles("input", file);
    await page.waitForFunction("globalThis.result !== undefined", undefined, { timeout: 900_000 });
    return { .../** @type {Outcome} */ (await page.evaluate("globalThis.result")), memory: memory() };
  } finally {
    memory();
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

/** The most memory of the processes together, shared pages by their share. @param {() => number[]} processes */
function watch(processes) {
  let most = 0;
  const timer = setInterval(() => {
    let kilobytes = 0;
    for (const pid of processes()) kilobytes += Number(/^Pss:\s+(\d+)/m.exec(read(pid, "smaps_rollup"))?.[1] ?? 0);
    most = Math.max(most, 1024 * kilobytes);
  }, 200);
  return () => {
    clearInterval(timer);
    return most;
  };
}

/** A process and all that it started. @param {number} top */
function treeOf(top) {
  const parents = new Map();
  for (const pid of readdirSync("/proc").map(Number).filter(Number.isInteger)) {
    parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(read(pid, "status"))?.[1]));
  }
  /** @param {number} pid @returns {boolean} */
  const isBelow = (pid) => pid === top || (parents.has(pid) && isBelow(parents.get(pid)));
  return [...parents.keys()].filter(isBelow);
}

/** @param {number} pid @param {string} file */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return ""; // it has ended
  }
}
