// The thread that a worker of node:worker_threads runs on.
import { resourceLimits, Worker, workerData } from "node:worker_threads";
import type { Port } from "./port.ts";
import { nodeParent, openThreadPort, threadPort } from "./worker-threads-port.ts";

/** The port to the thread that started this one. @throws {TypeError} on the main thread */
export function openParent(): Port {
  const port = nodeParent();
  process.on("unhandledRejection", (reason) => console.error(reason)); // Node ends the thread otherwise, browsers do not
  return port;
}

export const openPeer: (end: object) => Port = openThreadPort;

/** Starts a thread of this worker's own, from the same script; it ends with this one. @throws where that is not possible */
export function startNested(label: string): Port {
  const [, script, ...argv] = process.argv;
  if (script === undefined) throw new TypeError("this worker's script is no file");
  return threadPort(new Worker(script, { name: label, argv, workerData, resourceLimits }));
}
