/** Weighs what a page and a worker load at once, minified and compressed; fails above the budget. 1 kB is 1,000 bytes. */
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import {
  bundleOptions,
  bundleWorker,
  findEagerOutputs,
  findEntries,
  reportPlugin,
  workerTextPlugin,
} from "./bundle.mjs";
import { root } from "./setup.mjs";

/** What a page loads besides when it creates a cluster and leaves every choice to us. */
const AT_WORK = { what: "page with a default cluster at work", chunks: ["engine", "work-stealing", "plain-functions"] };

/** Of each lazy chunk of the page; the worker's parts are files. */
const LAZY = { page: 15_000, worker: 8_000 };
/** The one chunk that is larger: every cluster whose server works on the page's thread loads it. */
const ENGINE = { name: "engine-", limit: 20_000 };

const written = findEntries("web");
const rows = [
  ...(written.includes("index") ? await weighPage("index", { limit: 25_000, lazyLimit: LAZY.page }) : []),
  ...(written.includes("worker") ? await weighWorker({ limit: 15_000, lazyLimit: LAZY.worker }) : []),
];
for (const { what, bytes, limit } of rows) {
  const verdict = bytes <= limit ? "ok" : "TOO LARGE";
  const against = Number.isFinite(limit) ? `of ${kilobytes(limit)} kB` : "";
  console.log(`${what.padEnd(36)} ${kilobytes(bytes).padStart(6)} kB ${against.padEnd(11)} ${verdict}`);
}
process.exitCode = rows.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1;

/** @typedef {{ readonly limit: number, readonly lazyLimit: number }} Limits */

/** @param {string} entry @param {Limits} limits */
async function weighPage(entry, { limit, lazyLimit }) {
  const { metafile, outputFiles } = await build({
    ...bundleOptions("web"),
    entryPoints: [`src/${entry}.ts`],
    outdir: "size",
    minify: true,
    splitting: true,
    write: false,
    plugins: [workerTextPlugin("web"), reportPlugin()],
  });
  if (metafile === undefined || outputFiles === undefined) throw new Error(`Cannot weigh ${entry}: nothing was built`);
  const bytes = weightsOf(outputFiles);
  const eager = findEagerOutputs(metafile, `size/${entry}.js`);
  const working = new Set(eager);
  for (const path of bytes.keys()) {
    if (AT_WORK.chunks.some((chunk) => path.startsWith(`size/${chunk}-`))) findEagerOutputs(metafile, path, working);
  }
  const weightOf = (/** @type {Iterable<string>} */ paths) => sum([...paths].map((path) => bytes.get(path) ?? 0));
  const lazy = [...bytes].filter(([path]) => !eager.has(path));
  return [
    { what: "page entry", bytes: weightOf(eager), limit },
    { what: AT_WORK.what, bytes: weightOf(working), limit: Number.POSITIVE_INFINITY },
    ...lazy.map((chunk) => lazyRow(chunk, lazyLimit)),
  ];
}

/** @param {Limits} limits */
async function weighWorker({ limit, lazyLimit }) {
  const results = await bundleWorker("web", { outdir: "size", minify: true, write: false });
  const [entry, ...parts] = weightsOf(results.flatMap(({ outputFiles }) => outputFiles ?? []));
  if (entry === undefined) throw new Error("Cannot weigh the worker: nothing was built");
  return [{ what: "worker entry", bytes: entry[1], limit }, ...parts.map((part) => lazyRow(part, lazyLimit))];
}

/** @param {readonly [path: string, bytes: number]} file @param {number} limit */
function lazyRow([path, bytes], limit) {
  const name = path.slice("size/".length);
  return { what: `  lazy ${name}`, bytes, limit: name.startsWith(ENGINE.name) ? ENGINE.limit : limit };
}

/** By path. @param {readonly import("esbuild").OutputFile[]} files */
function weightsOf(files) {
  return new Map(files.map((file) => [relative(root, file.path), gzipSync(file.contents, { level: 9 }).length]));
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1000).toFixed(2);
}
