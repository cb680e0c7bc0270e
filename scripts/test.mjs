/**
 * `npm test`: sets up what is missing, builds, runs every kind of test, and ends with one line of totals. Two runners work
 * at a time: one that starts browsers, since some tests weigh all of a browser's processes, and one that does not.
 * Names of runners as arguments run only those; `--with-check` counts the steps of `npm run check` as tests too.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, ensureChromium, ensureEngine, ensurePackages, run, runTool, start, startTool } from "./setup.mjs";
import { readJunit, readTally, readVitest, settleTally } from "./tally.mjs";

const node = process.execPath;
/** A runner that has not ended by then hangs. */
const minutes = 20;
// Types are `npm run types`' business: Deno would check each worker's script anew, at each start of a worker.
const denoFlags = ["test", "--allow-all", "--no-lock", "--node-modules-dir=manual", "--no-check"];

/**
 * `lane`: runners of one lane follow each other.
 * @typedef {{ name: string, lane: "browsers" | "others", read: typeof readTally, start: (report: string) => Promise<import("./setup.mjs").Ended> }} Runner
 */

/** Of each lane in order of how soon they tell. @type {readonly Runner[]} */
const RUNNERS = [
  {
    name: "check",
    lane: "browsers", // it starts none, and that lane is the shorter
    read: readTally,
    start: (report) => start(node, ["scripts/check.mjs", "--no-tests", "--built", `--tally=${report}`], { minutes }),
  },
  { name: "unit", lane: "others", read: readVitest, start: (report) => startVitest("unit", report) },
  { name: "node", lane: "others", read: readVitest, start: (report) => startVitest("node", report) },
  {
    name: "browser",
    lane: "browsers",
    read: readTally,
    start: (report) => startTool("wtr", [], { env: { WTR_TALLY: report }, minutes }),
  },
  {
    name: "deno",
    lane: "others",
    read: readJunit,
    start: (report) => startTool("deno", [...denoFlags, `--junit-path=${report}`, "test/deno"], { minutes }),
  },
  { name: "firefox", lane: "browsers", read: readTally, start: (report) => startEngine("firefox", report) },
  { name: "webkit", lane: "browsers", read: readTally, start: (report) => startEngine("webkit", report) },
  { name: "e2e", lane: "browsers", read: readVitest, start: (report) => startVitest("e2e", report) },
];

const flags = process.argv.slice(2);
const names = flags.filter((flag) => !flag.startsWith("-"));
const unknown = names.find((name) => !RUNNERS.some((runner) => runner.name === name));
const chosen = RUNNERS.filter(({ name }) =>
  names.length > 0 ? names.includes(name) : name !== "check" || flags.includes("--with-check"),
);

/** @typedef {ReturnType<typeof settleTally> & { name: string }} Outcome */

const tallies = prepare() ? await runAll() : [{ name: "set-up", passed: 0, failed: 1, why: "see above", failures: [] }];
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

/** Both lanes; outcomes in the order of the runners. */
async function runAll() {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map();
  const runLane = async (/** @type {readonly Runner[]} */ runners) => {
    for (const runner of runners) outcomes.set(runner.name, await runOne(runner));
  };
  await Promise.all(["browsers", "others"].map((name) => runLane(chosen.filter(({ lane }) => lane === name))));
  return chosen.map(({ name }) => /** @type {Outcome} */ (outcomes.get(name)));
}

/** Its output is shown when it has ended, so that two do not mix. @param {Runner} runner @returns {Promise<Outcome>} */
async function runOne({ name, read, start: startWith }) {
  const report = join(cacheFolder(), `${name}-report`);
  rmSync(report, { force: true });
  const since = Date.now();
  const { code, output } = await startWith(report);
  console.log(`\n--- ${name} (${Math.round((Date.now() - since) / 1000)} s)\n${output}`);
  return { name, ...settleTally({ code, report, read }) };
}

/** @param {string} project @param {string} report */
function startVitest(project, report) {
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return startTool("vitest", ["run", "--project", project, ...reporters], { minutes });
}

/** @param {string} engine @param {string} report */
function startEngine(engine, report) {
  return start(node, ["scripts/engines.mjs", engine, `--tally=${report}`], { minutes });
}
