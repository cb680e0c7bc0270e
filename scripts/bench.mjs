/**
 * `npm run bench -- b1 b2 ...`: runs the files of bench/ that start with these names, all of them when none is given.
 * Everything from the first `-` on is passed to each bench, `--json` among it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOptions } from "./bundle.mjs";
import { cacheFolder, ensurePackages, root, run } from "./setup.mjs";

ensurePackages();
const { build } = await import("esbuild");
const args = process.argv.slice(2);
const firstFlag = args.findIndex((arg) => arg.startsWith("-"));
const names = firstFlag === -1 ? args : args.slice(0, firstFlag);
const rest = firstFlag === -1 ? [] : args.slice(firstFlag);

// Always anew: a bench of yesterday's build measures yesterday's code.
if (run(process.execPath, ["scripts/build.mjs"]) !== 0) throw new Error("Cannot bench: the build failed, see above");
const benches = readdirSync(join(root, "bench")).filter((file) =>
  /^(b\d+.*|codec|placements|simulation-.*|trace-cost)\.(ts|mjs)$/.test(file),
);
const chosen = names.length === 0 ? benches : names.flatMap(findBenches);
chosen.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
for (const file of chosen) {
  if (!rest.includes("--json")) console.log(`\n--- ${file}`);
  if (run(process.execPath, ["--expose-gc", await bundleBench(file), ...rest]) !== 0) process.exitCode = 1;
}

/** `b1` means b1.ts and b1-server.ts, not b10.ts; `server` means b1-server.ts too. @param {string} name */
function findBenches(name) {
  const isMeant = (/** @type {string} */ file) =>
    (file.startsWith(name) && !/^[a-z0-9]/.test(file.slice(name.length))) ||
    file.replace(/^b\d+-|\.\w+$/g, "") === name;
  const found = benches.filter(isMeant);
  if (found.length === 0) throw new Error(`Cannot run bench "${name}": bench/ holds ${benches.join(", ")}`);
  return found;
}

/** Node 20 reads no TypeScript: each bench becomes one file first. @param {string} file */
async function bundleBench(file) {
  const outfile = join(cacheFolder(), "bench", file.replace(/\.ts$/, ".mjs"));
  await build({
    ...bundleOptions("node"),
    entryPoints: [`bench/${file}`],
    outfile,
    sourcemap: "inline",
    packages: "external",
    plugins: [keepPlaces()],
  });
  return outfile;
}

/** The bundle lies elsewhere: `import.meta.url` in bench/ keeps meaning the source, and "weftwork" the built package. */
function keepPlaces() {
  /** @type {import("esbuild").Plugin} */
  const plugin = {
    name: "keep-places",
    setup({ onLoad, onResolve }) {
      onLoad({ filter: /[/\\]bench[/\\].*\.(ts|mjs)$/ }, ({ path }) => {
        const url = JSON.stringify(pathToFileURL(path).href);
        const loader = path.endsWith(".ts") ? "ts" : "js";
        return { contents: readFileSync(path, "utf8").replaceAll("import.meta.url", url), loader };
      });
      onResolve({ filter: /^weftwork(\/|$)/ }, ({ path }) => ({ path: import.meta.resolve(path), external: true }));
      onResolve({ filter: /^#platform$/ }, () => ({ path: join(root, "src/cluster/platform-node.ts") }));
      onResolve({ filter: /^#thread$/ }, () => ({ path: join(root, "src/transport/node-thread-port.ts") }));
      onResolve({ filter: /^#files$/ }, () => ({ path: join(root, "src/storage/node-files-port.ts") }));
    },
  };
  return plugin;
}
