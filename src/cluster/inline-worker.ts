// The worker carried inside the page's bundle, for bundlers that do not follow `new URL("./worker.js", import.meta.url)`.
import source from "virtual:worker-source";

/**
 * Starts a worker from its text, by a blob: `Cluster.create({ worker: inlineWorker })`. A Content-Security-Policy must
 * allow `worker-src blob:`.
 */
export function inlineWorker(): Worker {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(url, { type: "module" });
  const revoke = (): void => URL.revokeObjectURL(url);
  worker.addEventListener("message", revoke, { once: true });
  worker.addEventListener("error", revoke, { once: true });
  return worker;
}
