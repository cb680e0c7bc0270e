/** What must be true before anything else can run. Node's builtins only: nothing is installed yet when this starts. */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ENGINES } from "./browsers.mjs";
import { chromium } from "./chromium.mjs";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Cannot start: this is Node ${process.versions.node}, must be 20.19 or later`);
  process.exit(1);
}

export const root = resolve(fileURLToPath(new URL("..", import.meta.url)));

/** A folder for what scripts leave behind; never committed, gone with `node_modules`. */
export function cacheFolder() {
  const folder = join(root, "node_modules/.cache/weftwork");
  mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * Runs a command in the root, its output shown, and returns its exit code; one that runs out of time has failed.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, minutes?: number }} options
 */
export function run(command, args, { env = {}, minutes } = {}) {
  const timeout = minutes === undefined ? undefined : minutes * 60_000;
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, ...env },
    timeout,
  });
  if (error !== undefined) console.error(`Cannot run ${command}: ${error.message}`);
  return status ?? 1;
}

/** Runs an installed tool by name. @param {string} name @param {readonly string[]} args @param {Parameters<typeof run>[2]} options */
export function runTool(name, args, options = {}) {
  return run(join(root, "node_modules/.bin", name), args, options);
}

/** @typedef {{ readonly code: number, readonly output: string }} Ended */

/**
 * As `run`, while others run: the output is kept.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} options
 * @returns {Promise<Ended>}
 */
export function start(command, args, { env = {}, minutes } = {}) {
  const timeout = minutes === undefined ? undefined : minutes * 60_000;
  const child = spawn(command, args, {
    ...{ cwd: root, env: { ...process.env, ...env }, timeout },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.on("error", ({ message }) => resolve({ code: 1, output: `Cannot run ${command}: ${message}` }));
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** As `runTool`, while others run. @param {string} name @param {readonly string[]} args @param {Parameters<typeof run>[2]} options */
export function startTool(name, args, options = {}) {
  return start(join(root, "node_modules/.bin", name), args, options);
}

/** Installs the packages of the lock file unless they are there already. */
export function ensurePackages() {
  if (packagesMatchLock()) return;
  console.log("Installing the packages of package-lock.json ...");
  if (run("npm", ["ci", "--include=dev"]) !== 0)
    throw new Error("Cannot install the packages: npm ci failed, see above");
}

/** Compares what npm noted at the last install with the lock file; times of files prove nothing after a checkout. */
function packagesMatchLock() {
  const note = join(root, "node_modules/.package-lock.json");
  if (!existsSync(note)) return false;
  const installed = JSON.parse(readFileSync(note, "utf8")).packages;
  const wanted = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

/** Installs Chromium by apt-get where that is possible; otherwise says what to do. */
export function ensureChromium() {
  const packages = ["chromium", "fonts-dejavu-core"];
  ensureFiles({ files: [chromium.executablePath], packages, variables: "CHROMIUM" });
}

/** The same for another engine. @param {"firefox" | "webkit"} name */
export function ensureEngine(name) {
  ensureFiles(ENGINES[name]);
}

/** @param {{ files: readonly string[], packages: readonly string[], variables: string }} needed */
function ensureFiles({ files, packages, variables }) {
  const findMissing = () => files.find((file) => !existsSync(file));
  if (findMissing() === undefined) return;
  const install = ["install", "-y", "--no-install-recommends", ...packages];
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    console.log(`Installing ${packages.join(", ")} for the browser tests ...`);
    const options = { env: { DEBIAN_FRONTEND: "noninteractive" } };
    run("apt-get", ["update"], options);
    run("apt-get", install, options);
    if (findMissing() === undefined) return;
  }
  throw new Error(
    `Cannot run the browser tests: there is no ${findMissing()}; install it (sudo apt-get ${install.join(" ")}) or set ${variables}`,
  );
}
