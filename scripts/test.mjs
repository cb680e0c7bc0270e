/**
 * `npm test`: sets up what is missing, builds, runs every kind of test, and ends with one line of totals.
 * Names of runners as arguments run only those; `--with-check` counts the steps of `npm run check` as tests too.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, ensureChromium, ensureEngine, ensurePackages, run, runTool } from "./setup.mjs";
import { readJunit, readTally, readVitest, settleTally } from "./tally.mjs";

const node = process.execPath;
/** A runner that has not ended by then hangs. */
const minutes = 20;
// Types are `npm run types`' business: Deno would check each worker's script anew, at each start of a worker.
const denoFlags = ["test", "--allow-all", "--no-lock", "--node-modules-dir=manual", "--no-check"];

/** @typedef {{ name: string, read: typeof readTally, run: (report: string) => number }} Runner */

/** In order of how soon they tell. @type {readonly Runner[]} */
const RUNNERS = [
  {
    name: "check",
    read: readTally,
    run: (report) => run(node, ["scripts/check.mjs", "--no-tests", `--tally=${report}`], { minutes }),
  },
  { name: "unit", read: readVitest, run: (report) => runVitest("unit", report) },
  { name: "node", read: readVitest, run: (report) => runVitest("node", report) },
  { name: "browser", read: readTally, run: (report) => runTool("wtr", [], { env: { WTR_TALLY: report }, minutes }) },
  {
    name: "deno",
    read: readJunit,
    run: (report) => runTool("deno", [...denoFlags, `--junit-path=${report}`, "test/deno"], { minutes }),
  },
  { name: "firefox", read: readTally, run: (report) => runEngine("firefox", report) },
  { name: "webkit", read: readTally, run: (report) => runEngine("webkit", report) },
  { name: "e2e", read: readVitest, run: (report) => runVitest("e2e", report) },
];

const flags = process.argv.slice(2);
const names = flags.filter((flag) => !flag.startsWith("-"));
const unknown = names.find((name) => !RUNNERS.some((runner) => runner.name === name));
const chosen = RUNNERS.filter(({ name }) =>
  names.length > 0 ? names.includes(name) : name !== "check" || flags.includes("--with-check"),
);

const tallies = prepare()
  ? chosen.map(runOne)
  : [{ name: "set-up", passed: 0, failed: 1, why: "see above", failures: [] }];
// Once more at the end: of a long log only the end may be kept.
for (const { name, failures = [] } of tallies) {
  for (const failure of failures) console.log(`\nfailed in ${name}: ${failure.slice(0, 2000)}`);
}
console.log("");
for (const { name, passed, failed, why } of tallies) {
  console.log(`${name.padEnd(8)} ${passed} passed, ${failed} failed${why === undefined ? "" : `: ${why}`}`);
}
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0);
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

function prepare() {
  try {
    if (unknown !== undefined) throw new Error(`Cannot run "${unknown}": must be one of ${RUNNERS.map((r) => r.name)}`);
    ensurePackages();
    if (chosen.some(({ name }) => name === "browser" || name === "e2e")) ensureChromium();
    for (const engine of /** @type {const} */ (["firefox", "webkit"])) {
      if (chosen.some(({ name }) => name === engine)) ensureEngine(engine);
    }
    if (run(node, ["scripts/build.mjs"]) !== 0) throw new Error("Cannot build the package, see above");
    const demo = chosen.some(({ name }) => name === "e2e");
    if (demo && runTool("vite", ["build", "demo"]) !== 0) throw new Error("Cannot build the demo, see above");
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

/** @param {Runner} runner */
function runOne({ name, read, run: runWith }) {
  console.log(`\n--- ${name}`);
  const report = join(cacheFolder(), `${name}-report`);
  rmSync(report, { force: true });
  const code = runWith(report);
  return { name, ...settleTally({ code, report, read }) };
}

/** @param {string} project @param {string} report */
function runVitest(project, report) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return runTool("vitest", ["run", "--project", project, ...reporters], { minutes });
}

/** @param {string} engine @param {string} report */
function runEngine(engine, report) {
  return run(node, ["scripts/engines.mjs", engine, `--tally=${report}`], { minutes });
}
