/**
 * `node scripts/engines.mjs firefox|webkit [--tally=<file>] [test files]`: the tests of test/engines in one browser engine.
 * A browser that does not come up is started once more; a test that fails is not tried again.
 */
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cacheFolder, ensureEngine, root } from "./setup.mjs";
import { startWebkitDriver } from "./webkit-driver.mjs";

/** One attempt that has not ended by then hangs. */
const MINUTES = 8;

const { values, positionals } = parseArgs({ options: { tally: { type: "string" } }, allowPositionals: true });
const [engine, ...files] = positionals;
if (engine !== "firefox" && engine !== "webkit")
  throw new TypeError(`Cannot run the tests of engines: engine is "${engine}", must be firefox or webkit`);
const tally = values.tally ?? join(cacheFolder(), `${engine}-report`);

/** What must end with us, however we end. @type {Set<() => void>} */
const endings = new Set();
process.on("exit", endAll);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) process.on(signal, () => process.exit(1));

ensureEngine(engine);
process.exitCode = (await attempt()) ?? (await attempt(true)) ?? 1;

/** Runs the tests; undefined when no browser came up. @param {boolean} [isLast] @returns {Promise<number | undefined>} */
async function attempt(isLast = false) {
  rmSync(tally, { force: true });
  try {
    const code = await runTests(await startDriver());
    if (isLast || cameUp()) return code;
    console.error(`No ${engine} came up: it is started once more`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
  } finally {
    endAll();
  }
  return undefined;
}

/** @returns {Promise<Record<string, string>>} what the configuration must know */
async function startDriver() {
  if (engine !== "webkit") return {};
  const { port, stop } = await startWebkitDriver();
  endings.add(stop);
  return { WEBDRIVER_PORT: String(port) };
}

/** @param {Record<string, string>} env @returns {Promise<number>} */
function runTests(env) {
  const args = ["--config", "web-test-runner.engines.config.mjs", ...(files.length > 0 ? ["--files", ...files] : [])];
  const child = spawn(join(root, "node_modules/.bin/wtr"), args, {
    cwd: root,
    stdio: "inherit",
    detached: true, // it leads a group, so that its browser ends with it
    env: { ...process.env, ...env, ENGINE: engine, WTR_TALLY: tally },
  });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // the group is gone already
    }
  };
  endings.add(end);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      console.error(`The tests in ${engine} did not end within ${MINUTES} minutes`);
      end();
    }, MINUTES * 60_000);
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve(code ?? 1);
    });
  });
}

/** Whether a browser asked for a page: if none did, it was not the tests that failed. */
function cameUp() {
  try {
    return JSON.parse(readFileSync(tally, "utf8")).cameUp === true;
  } catch {
    return false;
  }
}

function endAll() {
  for (const end of endings) end();
  endings.clear();
}
