/** Checks that every file keeps to its rank: see `layers.mjs` for the rules as data. Run by `npm run check`. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { BANNED_NAMES, BUNDLED, EFFECTS_FILE, LAYERS, LONGEST_FILE, NODE_FILE, PURE_LAYERS } from "./layers.mjs";
import { readSource } from "./read-source.mjs";

/**
 * @typedef {import("./read-source.mjs").Import} Import
 * @typedef {{ file: string, text: string, imports: Import[], globals: { name: string, line: number }[], notReExports: number[] }} File
 */

/** Every breach in the tree below `root`, as sentences; empty when all is well. @param {string} root @returns {string[]} */
export function findBreaches(root) {
  const files = ["src", "demo", "test", "bench", "scripts"].flatMap((folder) => listCode(root, folder));
  const read = files.map((file) => {
    const text = readFileSync(join(root, file), "utf8");
    return { file, text, ...readSource(file, text) };
  });
  const source = read.filter(({ file }) => file.startsWith("src/"));
  const packages = findPackages(root);
  return [
    ...read.flatMap(checkShape),
    ...source.flatMap((file) => [...checkImports(file, source, packages), ...checkGlobals(file), ...checkEntry(file)]),
    ...findCycles(source),
    ...read.filter(({ file }) => /^demo\/(?!vite\.config)/.test(file)).flatMap((file) => checkDemo(file, packages)),
  ];
}

/** @param {File} file */
function checkShape({ file, text }) {
  const out = [];
  const lines = text.trimEnd().split("\n").length;
  if (lines > LONGEST_FILE) out.push(`${file}: ${lines} lines, must be at most ${LONGEST_FILE}`);
  const banned = file.split(/[/.-]/).find((word) => BANNED_NAMES.has(word.toLowerCase()));
  if (banned !== undefined) out.push(`${file}: the word "${banned}" says nothing about what it holds`);
  return out;
}

/** The package that a file of it belongs to. @param {string} specifier */
function packageOf(specifier) {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** @param {File} file @param {readonly File[]} source @param {Packages} packages */
function checkImports({ file, imports }, source, packages) {
  const from = layerOf(file);
  if (from !== undefined && !(from in LAYERS)) return [`${file}: folder "${from}" has no row in the rank table`];
  return imports.flatMap(({ specifier, how, line }) => {
    const breach = (/** @type {string} */ why) => [`${file}:${line}: import of "${specifier}": ${why}`];
    if (specifier.startsWith("node:"))
      return NODE_FILE.test(file) ? [] : breach("only a file of effects may use node:");
    if (specifier.startsWith("virtual:")) return [];
    const target = resolveImport(file, specifier);
    if (target === undefined)
      return packages.runTime.has(specifier) || BUNDLED.has(packageOf(specifier))
        ? []
        : breach("not a run-time dependency");
    if (!target.startsWith("src/")) return breach("leaves src");
    if (!source.some((other) => other.file === target)) return breach("names no file; imports name the .ts file");
    const to = layerOf(target);
    if (to === undefined) return breach("a public entry is for those outside");
    return from === undefined || from === to || allows(from, to, how) ? [] : breach(whyNot(from, to));
  });
}

/** @param {string} from @param {string} to @param {Import["how"]} how */
function allows(from, to, how) {
  const row = LAYERS[from] ?? [];
  return (
    row.includes(to) ||
    (how === "types" && (row.includes(`${to} (types)`) || row.includes(`${to} (lazy)`))) ||
    (how === "lazy" && row.includes(`${to} (lazy)`))
  );
}

/** @param {string} from @param {string} to */
function whyNot(from, to) {
  const narrow = LAYERS[from]?.find((entry) => entry.startsWith(`${to} (`));
  return narrow === undefined ? `${from} may not import ${to}` : `${from} may import only ${narrow}`;
}

/** @param {File} file */
function checkGlobals({ file, globals }) {
  if (!PURE_LAYERS.has(layerOf(file) ?? "") || EFFECTS_FILE.test(file)) return [];
  return globals.map(({ name, line }) => `${file}:${line}: "${name}" of the host in a file without effects`);
}

/** @param {File} file */
function checkEntry({ file, notReExports }) {
  if (layerOf(file) !== undefined) return [];
  return notReExports.map((line) => `${file}:${line}: a public entry holds re-exports only`);
}

/** @param {File} file @param {Packages} packages */
function checkDemo({ file, imports }, packages) {
  return imports.flatMap(({ specifier, line }) => {
    const target = resolveImport(file, specifier);
    const outside = target !== undefined && !target.startsWith("demo/");
    const inner = /^weftwork\//.test(specifier) && !packages.entries.has(specifier);
    return outside || inner ? [`${file}:${line}: import of "${specifier}": the demo may use public entries only`] : [];
  });
}

/** Each cycle once, named by its files in order; imports of types count, `import()` does not. @param {readonly File[]} source */
function findCycles(source) {
  const byName = new Map(source.map((file) => [file.file, file]));
  const done = new Set();
  /** @type {string[]} */
  const path = [];
  /** @type {string[]} */
  const out = [];
  const visit = (/** @type {string} */ name) => {
    if (path.includes(name)) out.push(`cycle: ${[...path.slice(path.indexOf(name)), name].join(" > ")}`);
    if (done.has(name)) return;
    done.add(name);
    path.push(name);
    for (const { specifier, how } of byName.get(name)?.imports ?? []) {
      const target = resolveImport(name, specifier);
      if (how !== "lazy" && target !== undefined && target !== name && byName.has(target)) visit(target);
    }
    path.pop();
  };
  for (const { file } of source) visit(file);
  return out;
}

/** The folder below `src`, or undefined for a public entry. @param {string} file */
function layerOf(file) {
  const parts = file.split("/");
  return parts.length > 2 ? parts[1] : undefined;
}

/** The file that a specifier of ours names, from the root; undefined for packages. @param {string} file @param {string} specifier */
function resolveImport(file, specifier) {
  if (specifier === "#platform") return "src/cluster/platform-web.ts";
  if (specifier === "#thread") return "src/transport/web-thread-port.ts";
  if (specifier === "#files") return "src/storage/deno-files-port.ts";
  return specifier.startsWith(".") ? posix.join(dirname(file), specifier) : undefined;
}

/** @typedef {{ runTime: Set<string>, entries: Set<string> }} Packages */

/** @param {string} root @returns {Packages} */
function findPackages(root) {
  const path = join(root, "package.json");
  const { dependencies = {}, exports = {} } = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  return {
    runTime: new Set(Object.keys(dependencies)),
    entries: new Set(Object.keys(exports).map((entry) => posix.join("weftwork", entry))),
  };
}

/** @param {string} root @param {string} folder @returns {string[]} */
function listCode(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ["dist", "node_modules", "fixtures"].includes(entry.name) ? [] : listCode(root, path);
    return /\.(ts|tsx|mts|mjs|js)$/.test(entry.name) ? [path] : [];
  });
}

if (process.argv[1] !== undefined && basename(process.argv[1]) === "check-layers.mjs") {
  const breaches = findBreaches(resolve(dirname(fileURLToPath(import.meta.url)), ".."));
  for (const breach of breaches) console.error(breach);
  console.log(breaches.length === 0 ? "layers: every file keeps to its rank" : `layers: ${breaches.length} breaches`);
  process.exitCode = breaches.length === 0 ? 0 : 1;
}
