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
    mainFields: ["module"], // of packages without `exports`: comlink
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

/** Serves "virtual:worker-source", the worker as text. @param {string} source @returns {import("esbuild").Plugin} */
export function workerSourcePlugin(source) {
  return {
    name: "worker-source",
    setup(build) {
      build.onResolve({ filter: /^virtual:worker-source$/ }, ({ path }) => ({ path, namespace: "virtual" }));
      build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({ contents: source, loader: "text" }));
    },
  };
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
