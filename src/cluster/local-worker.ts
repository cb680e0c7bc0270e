// A worker on this thread, where the runtime has no other.
import { loopbackChannel, openLoopbackPort } from "../transport/loopback-port.ts";
import type { AnyFunction } from "../worker/call-function.ts";
import { serveOn } from "../worker/entry.ts";
import type { StartedWorker } from "./platform.ts";

export { loopbackChannel as localChannel, openLoopbackPort as openLocalPort };

/** Starts a worker that serves `tasks`; `findLocal` gives the plain functions of this thread by their source. */
export function startLocalWorker(
  tasks: Readonly<Record<string, unknown>>,
  findLocal: (source: string) => AnyFunction | undefined,
): StartedWorker {
  const { a, b } = loopbackChannel();
  serveOn({ parent: b, openPort: openLoopbackPort, findLocal }, tasks);
  return {
    port: a,
    url: "this thread",
    diagnose: async () => ({ phase: "boot", advice: "must run without an error" }),
  };
}
