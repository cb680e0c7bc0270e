/**
 * Builds `dist`: the entries for the web and for Node, and their declarations.
 *
 * - The worker is one bundle of its own, whatever it shares with the page: a worker must start from one file. What it
 *   loads lazily are files beside it, `worker-*.js`; each brings along what it needs.
 * - The page's entries (index, inline, lab) are built together with shared chunks, so that `Cluster` is one class in
 *   all of them and nobody who loads two of them pays for the engine twice.
 * - Chunks lie beside the entries, never in a folder: `new URL("./worker.js", import.meta.url)` may end up in one.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { bundleOptions, findEntries, lazyPartsPlugin, workerSourcePlugin } from "./bundle.mjs";
import { root } from "./setup.mjs";

// Two builds at once must not write into one folder, and dist is exchanged whole.
const staging = `dist.new-${process.pid}`;
const former = `dist.old-${process.pid}`;
const WORKER_URL = /new Worker\(\s*new URL\("\.\/worker\.js", import\.meta\.url\),\s*\{\s*type: "module"/;

rmSync(join(root, staging), { recursive: true, force: true });
await buildHost("web");
await buildHost("node");
emitDeclarations();
if (existsSync(join(root, "dist"))) renameSync(join(root, "dist"), join(root, former));
renameSync(join(root, staging), join(root, "dist"));
rmSync(join(root, former), { recursive: true, force: true });

/** @param {import("./bundle.mjs").Host} host */
async function buildHost(host) {
  const names = findEntries(host);
  const worker = names.filter((name) => name === "worker");
  const serve = names.filter((name) => name === "serve");
  const page = names.filter((name) => name !== "worker" && name !== "serve");
  const source = worker.length > 0 && page.includes("inline") ? await bundleToText("src/worker.ts") : "";
  const outputs = [
    ...(await buildWorker(host, worker)),
    ...(await buildGroup(host, serve, "")),
    ...(await buildGroup(host, page, source)),
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

/** The worker's script and the parts that it loads when they are needed, each one file. @param {import("./bundle.mjs").Host} host @param {readonly string[]} names */
async function buildWorker(host, names) {
  /** @type {Map<string, string>} */
  const entries = new Map(names.map((name) => [host === "node" ? `${name}.node` : name, `src/${name}.ts`]));
  const outputs = [];
  for (const [name, source] of entries) {
    const { metafile } = await build({
      ...bundleOptions(host),
      entryPoints: [{ in: source, out: name }],
      outdir: staging,
      sourcemap: true,
      plugins: [lazyPartsPlugin(entries, host)],
    });
    for (const [path, { imports }] of Object.entries(metafile?.outputs ?? {})) outputs.push({ path, imports });
  }
  return outputs;
}

/** @param {import("./bundle.mjs").Host} host @param {readonly string[]} names @param {string} workerSource */
async function buildGroup(host, names, workerSource) {
  if (names.length === 0) return [];
  const { metafile } = await build({
    ...bundleOptions(host),
    entryPoints: names.map((name) => ({ in: `src/${name}.ts`, out: host === "node" ? `${name}.node` : name })),
    outdir: staging,
    splitting: true,
    chunkNames: host === "node" ? "[name]-[hash].node" : "[name]-[hash]",
    sourcemap: true,
    plugins: [workerSourcePlugin(workerSource)],
  });
  return Object.entries(metafile?.outputs ?? {}).map(([path, output]) => ({ path, imports: output.imports }));
}

/** One minified file, lazy parts included. @param {string} entry */
async function bundleToText(entry) {
  const { outputFiles } = await build({ ...bundleOptions("web"), entryPoints: [entry], minify: true, write: false });
  return outputFiles?.[0]?.text ?? "";
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
