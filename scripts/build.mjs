/**
 * Builds `dist`: the entries for the web and for Node, and their declarations.
 *
 * - The worker is one bundle of its own, whatever it shares with the page: a worker must start from one file. What it
 *   loads lazily are files beside it, `worker-*.js`; each brings along what it needs. The page carries the same parts
 *   as texts, each in a lazy chunk, for workers that were copied without them.
 * - The page's entries (index, inline, lab) are built together with shared chunks, so that `Cluster` is one class in
 *   all of them and nobody who loads two of them pays for the engine twice.
 * - Chunks lie beside the entries, never in a folder: `new URL("./worker.js", import.meta.url)` may end up in one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { bundleOptions, bundleWorker, findEntries, reportPlugin, withoutPlugin, workerTextPlugin } from "./bundle.mjs";
import { root } from "./setup.mjs";

// Two builds at once must not write into one folder, and dist is exchanged whole.
const staging = `dist.new-${process.pid}`;
const former = `dist.old-${process.pid}`;
const WORKER_URL = /new Worker\(\s*new URL\("\.\/worker\.js", import\.meta\.url\),\s*\{\s*type: "module"/;

rmSync(join(root, staging), { recursive: true, force: true });
await buildHost("web");
await buildHost("node");
await buildCommand();
emitDeclarations();
if (existsSync(join(root, "dist"))) renameSync(join(root, "dist"), join(root, former));
renameSync(join(root, staging), join(root, "dist"));
rmSync(join(root, former), { recursive: true, force: true });

/** @param {import("./bundle.mjs").Host} host */
async function buildHost(host) {
  const names = findEntries(host);
  const serve = names.filter((name) => name === "serve");
  const alone = names.filter((name) => name === "zero-worker");
  const server = names.filter((name) => name === "server");
  const kernels = names.filter((name) => name.startsWith("collections-"));
  const page = names.filter((name) => !["worker", "serve", "server", "zero-worker", "weft", ...kernels].includes(name));
  const outputs = [
    ...outputsOf(await bundleWorker(host, { outdir: staging, sourcemap: true })),
    ...(await buildGroup(host, serve)),
    ...(await buildGroup(host, alone)),
    ...(await buildOneFile(host, server)),
    ...(await buildKernels(host, kernels)),
    ...(await buildGroup(host, page)),
  ];

  for (const { path, imports } of outputs) {
    const found = imports.find((each) => each.external && each.path.startsWith("node:"));
    if (host === "web" && found)
      throw new Error(`Cannot build ${path}: it imports ${found.path}, must not reach node:`);
  }
  const texts = outputs
    .filter(({ path }) => path.endsWith(".js"))
    .map(({ path }) => readFileSync(join(root, path), "utf8"));
  if (host === "web" && names.includes("index") && !texts.some((text) => WORKER_URL.test(text))) {
    throw new Error(
      'Cannot build the page: bundlers look for `new Worker(new URL("./worker.js", import.meta.url), ...)`',
    );
  }
}

/** The command line, for Node and Deno alike: it loads the entry of the runtime that it finds itself in. */
async function buildCommand() {
  await build({
    ...bundleOptions("web"),
    external: ["node:*"],
    entryPoints: [{ in: "src/weft.ts", out: "weft" }],
    outdir: staging,
    sourcemap: true,
  });
}

/**
 * A script with everything that it loads lazily inside, the worker for runtimes without threads left out: a server in a
 * thread refuses to start there; and the texts of what lies beside the worker's script. @param {import("./bundle.mjs").Host} host @param {readonly string[]} names */
async function buildOneFile(host, names) {
  const result = await build({
    ...bundleOptions(host),
    entryPoints: names.map((name) => ({ in: `src/${name}.ts`, out: host === "node" ? `${name}.node` : name })),
    outdir: staging,
    sourcemap: true,
    plugins: [withoutPlugin(/\/(local-worker|part-texts)\.ts$/)],
  });
  return outputsOf([result]);
}

/**
 * What packages bring along that nobody here asks for: Node's streams in papaparse, and in hyparquet-compressors a module
 * of WebAssembly that is made when it is loaded, which a Content-Security-Policy may forbid.
 * @returns {import("esbuild").Plugin[]}
 */
function withoutExtras() {
  /** @type {import("esbuild").Plugin} */
  const withoutSnappy = {
    name: "without-snappy",
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/compressors\.js$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, path),
        sideEffects: false,
      }));
    },
  };
  return [withoutPlugin(/^stream$/), withoutSnappy];
}

/** The modules with the kernels of collections, for every host the same: each is one file that workers import. @param {import("./bundle.mjs").Host} host @param {readonly string[]} names */
async function buildKernels(host, names) {
  if (names.length === 0) return [];
  const result = await build({
    ...bundleOptions(host),
    conditions: ["browser"], // packages that have a form for Node too are wanted in the form for all
    entryPoints: names.map((name) => ({ in: `src/${name}.ts`, out: name })),
    outdir: staging,
    sourcemap: true,
    plugins: withoutExtras(),
  });
  return outputsOf([result]);
}

/** @param {import("./bundle.mjs").Host} host @param {readonly string[]} names */
async function buildGroup(host, names) {
  if (names.length === 0) return [];
  const result = await build({
    ...bundleOptions(host),
    entryPoints: names.map((name) => ({ in: `src/${name}.ts`, out: host === "node" ? `${name}.node` : name })),
    outdir: staging,
    splitting: true,
    chunkNames: host === "node" ? "[name]-[hash].node" : "[name]-[hash]",
    sourcemap: true,
    plugins: [workerTextPlugin(host), reportPlugin(), ...withoutExtras()],
  });
  return outputsOf([result]);
}

/** @param {readonly import("esbuild").BuildResult[]} results */
function outputsOf(results) {
  const outputs = results.flatMap(({ metafile }) => Object.entries(metafile?.outputs ?? {}));
  return outputs.map(([path, { imports }]) => ({ path, imports }));
}

/** tsc leaves `./x.ts` and `#platform` in declarations; readers of the package have neither. */
function emitDeclarations() {
  const { status } = spawnSync("node_modules/.bin/tsc", ["-p", "tsconfig.build.json", "--outDir", `${staging}/types`], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Cannot emit the declarations: tsc failed, see above");
  const types = join(root, staging, "types");
  for (const name of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = join(types, name);
    const platform = relative(join(file, ".."), join(types, "cluster/platform-web.js"));
    const text = readFileSync(file, "utf8")
      .replace(/((?:from|import\(|import) ?")(\.\.?\/[^"]+)\.ts"/g, '$1$2.js"')
      .replace(/((?:from|import\(|import) ?")#platform"/g, `$1${platform.startsWith(".") ? "" : "./"}${platform}"`);
    writeFileSync(file, text);
  }
}
