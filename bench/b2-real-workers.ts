// B2: merge-100K over two real Web Workers in Chromium: real functions that do nothing, results kept, the last task
// fetching half of them from the other worker; beside three pools and a bare loop that posts the same columns.
import { runInChromium } from "./browser-page.ts";
import { spreadOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const stubs = { name: "no-node", setup: stubNode };
const samples = (await runInChromium([
  { source: "b2/main.ts", name: "main.js", options: { plugins: [stubs] } },
  { source: "b2/bare-worker.ts", name: "bare-worker.js" },
  { source: "b2/workerpool-worker.ts", name: "workerpool-worker.js", options: { plugins: [stubs], format: "iife" } },
  {
    source: "b2/poolifier-worker.ts",
    name: "poolifier-worker.js",
    options: { plugins: [stubs], banner: { js: "globalThis.window ??= globalThis;" } }, // it looks for `window` in workers
  },
  { source: "b2/comlink-worker.ts", name: "comlink-worker.js" },
])) as Readonly<Record<string, readonly number[]>>;

const bench = "b2";
const unit = "us/task";
const median = (name: string): number => spreadOf(samples[name] ?? []).median;
const pools = ["workerpool", "poolifier-web-worker", "Comlink, round robin"];
const bestPool = pools.reduce((best, pool) => (median(pool) < median(best) ? pool : best));
const rows: Row[] = [];
for (const scheduler of ["random", "work-stealing"]) {
  const ours = samples[scheduler] ?? [];
  const { median: value } = spreadOf(ours);
  const floor = median("bare loop") + median(`zero, ${scheduler}`);
  rows.push(row(ours, { bench, case: `merge-100K, ${scheduler}`, unit, budget: 3 }));
  rows.push({
    bench,
    case: `  beside ${bestPool}`,
    value,
    unit,
    ratio: value / median(bestPool),
    against: bestPool,
    budget: 0.1,
  });
  rows.push({
    bench,
    case: "  beside the bare loop + zero workers",
    value,
    unit,
    ratio: value / floor,
    against: "bare + B1",
    budget: 3,
  });
}
for (const name of ["bare loop", "zero, random", "zero, work-stealing"]) {
  rows.push(row(samples[name] ?? [], { bench, case: name, unit }));
}
for (const name of pools) rows.push(row(samples[name] ?? [], { bench, case: `${name}, 20K no-ops`, unit }));
report("B2: two real Web Workers in Chromium", rows);

/** The pools name modules of Node that their browser halves do not need. */
function stubNode(build: import("esbuild").PluginBuild): void {
  build.onResolve(
    { filter: /^(node:)?(worker_threads|os|child_process|url|cluster|crypto|perf_hooks|process)$/ },
    ({ path }) => ({
      path,
      namespace: "stub",
    }),
  );
  build.onLoad({ filter: /.*/, namespace: "stub" }, () => ({ contents: "module.exports = {};", loader: "js" }));
}
