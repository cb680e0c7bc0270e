/**
 * `npm run check`: everything that can be said of the code without a browser. Every step runs, so that one look shows
 * all that is wrong. `--no-tests` leaves the unit tests to `npm test`, `--built` takes the package as it was built last;
 * `--tally=<file>` writes how many steps passed.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensurePackages, run, runTool } from "./setup.mjs";

const { values } = parseArgs({
  options: { "no-tests": { type: "boolean" }, built: { type: "boolean" }, tally: { type: "string" } },
});
const script = (/** @type {string} */ name, /** @type {string[]} */ ...args) =>
  run(process.execPath, [`scripts/${name}.mjs`, ...args]);
const types = (/** @type {string} */ project) => runTool("tsc", ["-p", project]);

const STEPS = [
  { name: "types of the source", run: () => types("tsconfig.json") },
  { name: "types of the pure files", run: () => types("tsconfig.pure.json") },
  { name: "types of the tests", run: () => types("test") || types("test/browser") },
  { name: "types of the benches", run: () => types("bench") },
  { name: "types of the demo", run: () => types("demo") },
  { name: "lint", run: () => runTool("biome", ["check", "--error-on-warnings"]) },
  { name: "layers", run: () => script("check-layers") },
  { name: "states", run: () => script("draw-states", "--check") },
  { name: "sizes", run: () => script("size") },
  { name: "package", run: checkPackage },
  ...(values["no-tests"] ? [] : [{ name: "unit tests", run: () => runTool("vitest", ["run", "--project", "unit"]) }]),
];

ensurePackages();
const failed = STEPS.filter((step) => {
  console.log(`\n--- ${step.name}`);
  return step.run() !== 0;
}).map(({ name }) => name);

console.log(failed.length === 0 ? "\nAll is well" : `\nNot well: ${failed.join(", ")}`);
if (values.tally)
  writeFileSync(values.tally, JSON.stringify({ passed: STEPS.length - failed.length, failed: failed.length }));
process.exitCode = failed.length === 0 ? 0 : 1;

/** Packs what would be published and looks at it as its users' tools will. */
function checkPackage() {
  const folder = mkdtempSync(join(tmpdir(), "weftwork-pack-"));
  try {
    const built = values.built ? 0 : script("build");
    const packed = built || run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder]);
    if (packed !== 0) return packed;
    const tarball = join(folder, readdirSync(folder)[0] ?? "");
    return (
      runTool("publint", [tarball, "--strict"]) ||
      runTool("attw", [tarball, "--profile", "esm-only", "--format", "ascii"])
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
