// Node, where workers are threads of node:worker_threads.

import { existsSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";
import type { Channel } from "../transport/port.ts";
import { openThreadPort, threadPort } from "../transport/worker-threads-port.ts";
import { MUST_SERVE } from "./boot.ts";
import type { Platform, StartedWorker, WorkerSource } from "./platform.ts";

export const platform: Platform = {
  runtime: "node",
  cores: availableParallelism(),
  hasWorkers: true,
  spill: "files",
  memory: () => ({
    bytes: Math.min(totalmem(), process.constrainedMemory() || Infinity),
    isMobile: false,
    isPage: false,
  }),
  startWorker,
  channel(): Channel {
    const { port1, port2 } = new MessageChannel();
    return { a: port1, b: port2 };
  },
  openPort: openThreadPort,
};

/**
 * A thread inherits the process's flags, unless some are named: then Node refuses those of the whole process. Only scripts
 * on the command line (`node --input-type=module -e ...`) bring a flag that a script in a file cannot have.
 */
const isFromCommandLine = process.execArgv.some((flag) => flag.startsWith("--input-type"));
const flags = isFromCommandLine ? { execArgv: [] } : {};

function startWorker(source: WorkerSource | undefined, name: string): StartedWorker {
  if (typeof source === "function") {
    const worker = source();
    if (!(worker instanceof Worker))
      throw new TypeError(
        "Cannot start a worker: `worker` returned something else, must return a Worker of node:worker_threads",
      );
    return started(worker, "the worker that `worker` returned");
  }
  const url = source === undefined ? new URL("./worker.node.js", import.meta.url) : urlOf(source);
  return started(new Worker(url, { name, ...flags }), url.href);
}

function urlOf(source: URL | string): URL {
  if (source instanceof URL) return source;
  return /^[a-z]+:/.test(source) ? new URL(source) : pathToFileURL(source);
}

function started(worker: Worker, url: string): StartedWorker {
  return { port: threadPort(worker), url, diagnose: async (reason) => diagnose(url, reason) };
}

function diagnose(url: string, reason: Error): Awaited<ReturnType<StartedWorker["diagnose"]>> {
  if (url.startsWith("file:") && !existsSync(fileURLToPath(url))) {
    return { phase: "fetch", advice: "there is no such file" };
  }
  if (reason.message.endsWith(" ended with code 0")) return { phase: "ready", advice: MUST_SERVE };
  if (reason.name === "SyntaxError") return { phase: "parse", advice: "must be valid JavaScript" };
  return { phase: "boot", advice: "must run without an error and call serve()" };
}
