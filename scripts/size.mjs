/** Weighs what a page and a worker load at once, minified and compressed; fails above the budget. 1 kB is 1,000 bytes. */
import { relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleOptions, findEagerOutputs, findEntries } from "./bundle.mjs";
import { root } from "./setup.mjs";

/** What a page loads besides when it creates a cluster and leaves every choice to us. */
const AT_WORK = { what: "page with a default cluster at work", chunks: ["engine", "work-stealing", "plain-functions"] };

const BUDGETS = [
  { entry: "index", what: "page entry", limit: 25_000, lazyLimit: 16_000, inUse: AT_WORK },
  { entry: "worker", what: "worker entry", limit: 28_000, lazyLimit: 8_000, inUse: undefined }, // docs/decisions/0019
];

/** The worker for runtimes without threads: most of it is what a worker's entry has. */
const LOCAL_WORKER = { name: "local-worker-", limit: 22_000 };

const written = findEntries("web");
const rows = (await Promise.all(BUDGETS.filter(({ entry }) => written.includes(entry)).map(weigh))).flat();
for (const { what, bytes, limit } of rows) {
  const verdict = bytes <= limit ? "ok" : "TOO LARGE";
  const against = Number.isFinite(limit) ? `of ${kilobytes(limit)} kB` : "";
  console.log(`${what.padEnd(36)} ${kilobytes(bytes).padStart(6)} kB ${against.padEnd(11)} ${verdict}`);
}
process.exitCode = rows.every(({ bytes, limit }) => bytes <= limit) ? 0 : 1;

/** @param {(typeof BUDGETS)[number]} budget */
async function weigh({ entry, what, limit, lazyLimit, inUse }) {
  const { metafile, outputFiles } = await build({
    ...bundleOptions("web"),
    entryPoints: [`src/${entry}.ts`],
    outdir: "size",
    minify: true,
    splitting: true,
    write: false,
  });
  if (metafile === undefined || outputFiles === undefined) throw new Error(`Cannot weigh ${what}: nothing was built`);
  const bytes = new Map(
    outputFiles.map((file) => [relative(root, file.path), gzipSync(file.contents, { level: 9 }).length]),
  );
  const eager = findEagerOutputs(metafile, `size/${entry}.js`);
  const lazy = [...bytes].filter(([path]) => !eager.has(path));
  const limitOf = (/** @type {string} */ path) => (path.includes(LOCAL_WORKER.name) ? LOCAL_WORKER.limit : lazyLimit);
  const weightOf = (/** @type {Iterable<string>} */ paths) => sum([...paths].map((path) => bytes.get(path) ?? 0));
  const working = new Set(eager);
  for (const path of bytes.keys()) {
    if (inUse?.chunks.some((chunk) => path.startsWith(`size/${chunk}-`))) findEagerOutputs(metafile, path, working);
  }
  return [
    { what, bytes: weightOf(eager), limit },
    ...(inUse ? [{ what: inUse.what, bytes: weightOf(working), limit: Number.POSITIVE_INFINITY }] : []),
    ...lazy.map(([path, size]) => ({
      what: `  lazy ${path.slice("size/".length)}`,
      bytes: size,
      limit: limitOf(path),
    })),
  ];
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((a, b) => a + b, 0);
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return (bytes / 1000).toFixed(2);
}
