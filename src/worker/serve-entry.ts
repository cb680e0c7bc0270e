// How a worker script of a user begins.
import { openParent, openPeer, startNested } from "#thread";
import type { ExecutorThreads } from "./entry.ts";
import { serveOn } from "./entry.ts";

/**
 * Makes this worker's thread serve the functions among `tasks` to the cluster that started it. To be called once, in the
 * script that `Cluster.create({ worker })` names; with several `cores`, that script runs once in each executor too.
 * @throws {TypeError} outside a worker
 */
export function serve(tasks: Readonly<Record<string, unknown>>): void {
  serveOn({ parent: openParent(), openPort: openPeer, executors }, tasks);
}

const executors: ExecutorThreads = {
  async start(hello) {
    const { Executors, startExecutors } = await import("./executor-threads-entry.ts");
    const started = await startExecutors(startNested, hello);
    return "kind" in started ? started : new Executors(started);
  },
  async serve(host) {
    const { ExecutorThread } = await import("./executor-threads-entry.ts");
    return new ExecutorThread(host);
  },
};
