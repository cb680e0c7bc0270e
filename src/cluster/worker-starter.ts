// How a worker is started: as a thread, or where there are none on this one.
import type { AnyFunction } from "../worker/call-function.ts";
import type { Lines } from "./lines.ts";
import type { Choices } from "./options.ts";
import type { Platform, StartedWorker } from "./platform.ts";

interface Start {
  readonly worker: number;
  readonly lines: Lines;
  /** Plain functions by source, for workers on this thread. */
  readonly plain: ReadonlyMap<string, AnyFunction>;
}

/** Loads what is needed to start a worker on this thread only where that is done. */
export async function workerStarter(
  platform: Platform,
  { worker: source, tasks }: Choices,
  { worker, lines, plain }: Start,
): Promise<() => StartedWorker> {
  if (platform.hasWorkers) return () => platform.startWorker(source, `weftwork-${worker}`);
  const { startLocalWorker, localChannel, openLocalPort } = await import("./local-worker.ts");
  lines.stayHere(localChannel, openLocalPort);
  return () => startLocalWorker(tasks, (text) => plain.get(text));
}
