// How a worker script of a user begins.
import { openParent, openPeer } from "#thread";
import { serveOn } from "./entry.ts";

/**
 * Makes this worker's thread serve the functions among `tasks` to the cluster that started it. To be called once, in the
 * script that `Cluster.create({ worker })` names; with several `cores`, that script runs once in each executor too.
 * @throws {TypeError} outside a worker
 */
export function serve(tasks: Readonly<Record<string, unknown>>): void {
  const importExecutors = () => import("./executor-threads-entry.ts");
  serveOn({ parent: openParent(), openPort: openPeer, importExecutors }, tasks);
}
