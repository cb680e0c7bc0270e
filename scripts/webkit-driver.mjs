/**
 * Starts WebKit's driver on a display of its own, and ends both with everything they started. Neither uses a fixed
 * number: the display names itself, the driver gets a port that is free.
 */
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { webkit } from "./browsers.mjs";

/** Nothing that is started here lives longer, whatever becomes of us. */
const LIFETIME_SECONDS = 1800;
const START_MILLISECONDS = 15_000;

/**
 * @returns {Promise<{ port: number, stop(): void }>} the driver's port; `stop` may be called twice and at exit
 */
export async function startWebkitDriver() {
  const display = startGroup(webkit.display, ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]);
  /** @type {ReturnType<typeof startGroup> | undefined} */
  let driver;
  const stop = () => {
    driver?.end();
    display.end();
  };
  try {
    const number = await readLine(display, "the display");
    const port = await findFreePort();
    driver = startGroup(webkit.driver, ["--host=127.0.0.1", `--port=${port}`], {
      ...webkit.env,
      DISPLAY: `:${number}`,
      GDK_BACKEND: "x11",
    });
    await untilReady(port, driver);
    return { port, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** A process that leads a group, so that its children end with it. @param {string} command @param {string[]} args @param {Record<string, string>} [env] */
function startGroup(command, args, env) {
  const child = spawn("timeout", ["--kill-after=5", String(LIFETIME_SECONDS), command, ...args], {
    detached: true,
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  /** @type {string | undefined} */
  let ended;
  child.on("error", (error) => {
    ended = error.message;
  });
  child.on("exit", (code, signal) => {
    ended ??= `it ended with ${signal ?? `code ${code}`}`;
  });
  return {
    command,
    output: child.stdio[3],
    whyEnded: () => ended,
    end() {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, "SIGKILL");
      } catch {
        // the group is gone already
      }
    },
  };
}

/** @param {ReturnType<typeof startGroup>} group @param {string} what @returns {Promise<string>} */
function readLine({ output, command, whyEnded }, what) {
  return new Promise((resolve, reject) => {
    let text = "";
    const fail = () =>
      reject(new Error(`Cannot start ${what}: ${command}: ${whyEnded() ?? "it said nothing in time"}`));
    const timer = setTimeout(fail, START_MILLISECONDS);
    output?.on("data", (chunk) => {
      text += chunk;
      if (!text.includes("\n")) return;
      clearTimeout(timer);
      resolve(text.trim());
    });
    output?.on("close", () => setTimeout(fail, 50));
  });
}

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}

/** @param {number} port @param {ReturnType<typeof startGroup>} driver */
async function untilReady(port, { command, whyEnded }) {
  const end = Date.now() + START_MILLISECONDS;
  for (;;) {
    const why = whyEnded();
    if (why !== undefined) throw new Error(`Cannot start WebKit's driver: ${command}: ${why}`);
    try {
      const { ok } = await fetch(`http://127.0.0.1:${port}/status`, { signal: AbortSignal.timeout(1000) });
      if (ok) return;
    } catch {
      // it does not listen yet
    }
    if (Date.now() > end) throw new Error(`Cannot start WebKit's driver: ${command} did not answer in time`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
