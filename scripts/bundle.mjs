/** How the package is bundled: one place, so that what is built, what is weighed and what is benchmarked are the same. */
import { existsSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { root } from "./setup.mjs";

/** The public entries: `src/<name>.ts` becomes `dist/<name>.js`, and `dist/<name>.node.js` where `node` says so. */
export const ENTRIES = [
  { name: "worker", node: true },
  { name: "serve", node: true },
  { name: "index", node: true },
  { name: "inline", node: false },
  { name: "lab", node: true },
  { name: "server", node: true },
  { name: "zero-worker", node: true },
  { name: "lab-page", node: false },
  { name: "collections", node: true },
  { name: "collections-kernels", node: false },
  { name: "collections-io", node: false },
  { name: "weft", node: false },
];

/** Entries whose source is not written yet; any other missing source is an error. Must be empty at a release. */
const NOT_YET = ["none"];

/** @typedef {"web" | "node"} Host */

/** The entries of one host that have a source. @param {Host} host @returns {string[]} */
export function findEntries(host) {
  return ENTRIES.filter(({ name, node }) => {
    if (host === "node" && !node) return false;
    if (existsSync(join(root, `src/${name}.ts`))) return true;
    if (!NOT_YET.includes(name)) throw new Error(`Cannot bundle src/${name}.ts: there is no such file`);
    console.log(`skipped: src/${name}.ts is not written yet`);
    return false;
  }).map(({ name }) => name);
}

/** What every bundle has in common. @param {Host} host @returns {import("esbuild").BuildOptions} */
export function bundleOptions(host) {
  return {
    absWorkingDir: root,
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    mainFields: ["module", "main"], // of packages without `exports`: comlink, papaparse
    // "#platform" of package.json: its "node" line in node builds, its "default" line everywhere else.
    conditions: host === "node" ? ["node"] : [],
    external: host === "node" ? ["node:*"] : [],
    metafile: true,
    logLevel: "warning",
  };
}

/**
 * Leaves what is imported lazily to a bundle of its own: a worker must start from one file, also where nobody copied the
 * others. `found` gathers the sources of these bundles, by the name under which they are asked for.
 * @param {Map<string, string>} found @param {Host} host @returns {import("esbuild").Plugin}
 */
export function lazyPartsPlugin(found, host) {
  return {
    name: "lazy-parts",
    setup(build) {
      build.onResolve({ filter: /^\.\.?\// }, ({ kind, path, resolveDir }) => {
        if (kind !== "dynamic-import") return undefined;
        const source = join(resolveDir, path);
        const name = `worker-${basename(path, ".ts")}${host === "node" ? ".node" : ""}`;
        found.set(name, relative(root, source));
        return { path: `./${name}.js`, external: true };
      });
    },
  };
}

/**
 * Serves "virtual:lab-report-script", the script of the lab's report with what it draws with, and
 * "virtual:lab-report-style"; and the same for the report of a trace. @returns {import("esbuild").Plugin}
 */
export function reportPlugin() {
  const bundle = async (/** @type {string} */ file) => {
    const { build } = await import("esbuild"); // not installed yet where this file is loaded
    const { outputFiles } = await build({
      ...{ absWorkingDir: root, entryPoints: [file], bundle: true, minify: true, write: false },
      ...{ format: "iife", target: "es2022", logLevel: "warning" },
    });
    return outputFiles[0]?.text ?? "";
  };
  return {
    name: "report",
    setup(build) {
      build.onResolve({ filter: /^virtual:(lab|trace)-report-/ }, ({ path }) => ({ path, namespace: "report" }));
      build.onLoad({ filter: /.*/, namespace: "report" }, async ({ path }) => {
        const folder = `src/${path.includes(":lab-") ? "lab" : "trace"}/report/page`;
        const file = join(root, folder, path.endsWith("-style") ? "report.css" : "report-page.ts");
        return { contents: await bundle(file), loader: "text" };
      });
    },
  };
}

/** Leaves a module out: who imports it lazily gets nothing. @param {RegExp} filter @returns {import("esbuild").Plugin} */
export function withoutPlugin(filter) {
  return {
    name: "without",
    setup(build) {
      build.onResolve({ filter }, ({ path }) => ({ path, namespace: "without" }));
      build.onLoad({ filter: /.*/, namespace: "without" }, () => ({ contents: "export {};", loader: "js" }));
    },
  };
}

/**
 * Bundles the worker's script and the parts that it loads when they are needed, each into one file of its own.
 * @param {Host} host @param {import("esbuild").BuildOptions} options
 */
export async function bundleWorker(host, options) {
  const { build } = await import("esbuild"); // not installed yet where this file is loaded
  /** @type {Map<string, string>} */
  const entries = new Map([[host === "node" ? "worker.node" : "worker", "src/worker.ts"]]);
  const results = [];
  for (const [out, source] of entries) {
    const entryPoints = [{ in: source, out }];
    results.push(
      await build({ ...bundleOptions(host), ...options, entryPoints, plugins: [lazyPartsPlugin(entries, host)] }),
    );
  }
  return results;
}

/**
 * Serves as texts: "virtual:worker-source", the worker with all of its parts, and "virtual:worker-part/<name>", the part
 * `src/<name>.ts` with what it loads itself.
 * @param {Host} host @returns {import("esbuild").Plugin}
 */
export function workerTextPlugin(host) {
  return {
    name: "worker-text",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^virtual:worker-(source$|part\/)/ }, ({ path }) => ({
        path: `${path.replace(/^virtual:/, "")}-text`, // names the chunk
        namespace: "worker-text",
      }));
      onLoad({ filter: /.*/, namespace: "worker-text" }, async ({ path }) => {
        const part = /^worker-part\/(.+)-text$/.exec(path)?.[1];
        const entry = part === undefined ? "src/worker.ts" : `src/${part}.ts`;
        return { contents: await bundleToText(host, entry), loader: "text" };
      });
    },
  };
}

/** One minified module, lazy parts included. @param {Host} host @param {string} entry */
async function bundleToText(host, entry) {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({ ...bundleOptions(host), entryPoints: [entry], minify: true, write: false });
  return outputFiles?.[0]?.text ?? "";
}

/**
 * An output and everything that it loads at once, its lazy chunks left out.
 * @param {import("esbuild").Metafile} metafile @param {string} output @param {Set<string>} seen
 */
export function findEagerOutputs(metafile, output, seen = new Set()) {
  if (seen.has(output)) return seen;
  seen.add(output);
  for (const { path, kind, external } of metafile.outputs[output]?.imports ?? []) {
    if (!external && kind === "import-statement") findEagerOutputs(metafile, path, seen);
  }
  return seen;
}
