// The worker carried inside the page's bundle, for bundlers that do not follow `new URL("./worker.js", import.meta.url)`.
import source from "virtual:worker-source";
import { startBlobWorker } from "./blob-worker.ts";

/**
 * Starts a worker from its text, by a blob: `Cluster.create({ worker: inlineWorker })`. A Content-Security-Policy must
 * allow `worker-src blob:`.
 */
export function inlineWorker(): Worker {
  return startBlobWorker(source);
}
