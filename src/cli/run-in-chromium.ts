// An experiment's part in a page: served from here to a Chromium without a window, which posts back what it finds.
import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Elsewhere } from "./elsewhere.ts";
import { findProgram } from "./find-program.ts";
import { PageServer } from "./page-server.ts";

const FLAGS = [
  ...["--headless=new", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--disable-sync"],
  ...["--disable-background-networking", "--disable-component-update", "--disable-background-timer-throttling"],
  ...["--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--js-flags=--expose-gc"],
];

/** Milliseconds that a browser has to open the page. */
const PATIENCE = 60_000;

/** @throws {UsageError} if there is no Chromium; what the page threw */
export async function runInChromium({ job, modules, hear, signal }: Elsewhere): Promise<void> {
  const program = findProgram("chromium");
  const server = await PageServer.start({ job, schedulers: await modules.forPage(), hear, signal });
  const profile = await mkdtemp(join(tmpdir(), "weft-chromium-"));
  // As root, as in containers, its sandbox cannot be had.
  const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  const browser = spawn(program, [...FLAGS, ...sandbox, `--user-data-dir=${profile}`, server.url], { stdio: "ignore" });
  try {
    await Promise.race([server.ended, failure(browser, server)]);
  } finally {
    await server.close();
    await ended(browser);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** Rejects if the browser ends, or never comes. */
function failure(browser: ChildProcess, server: PageServer): Promise<never> {
  return new Promise((_, reject) => {
    browser.on("error", reject);
    browser.on("exit", (code) => reject(new Error(`Cannot go on in chromium: it ended with code ${code}`)));
    setTimeout(() => {
      if (!server.wasVisited)
        reject(new Error(`Cannot run in chromium: it did not open the page within ${PATIENCE / 1000} s`));
    }, PATIENCE).unref();
  });
}

async function ended(browser: ChildProcess): Promise<void> {
  if (browser.exitCode !== null || browser.signalCode !== null || browser.pid === undefined) return;
  const end = new Promise<void>((resolve) => browser.once("exit", () => resolve()));
  browser.kill("SIGTERM");
  const timer = setTimeout(() => browser.kill("SIGKILL"), 3000);
  await end;
  clearTimeout(timer);
}
