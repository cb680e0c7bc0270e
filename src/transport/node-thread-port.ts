// The thread that a worker of node:worker_threads runs on.
import type { Port } from "./port.ts";
import { nodeParent, openThreadPort } from "./worker-threads-port.ts";

/** The port to the thread that started this one. @throws {TypeError} on the main thread */
export const openParent: () => Port = nodeParent;

export const openPeer: (end: object) => Port = openThreadPort;
