// A server with zero workers on threads of their own: messages are cloned and threads are woken, as with real workers.
// A thread serves many, each over a port of its own, so that hundreds can be had on two cores.
import { platform } from "#platform";
import { EngineError } from "../../base/errors.ts";
import type { BootedWorker } from "../../cluster/boot.ts";
import { bootWorker } from "../../cluster/boot.ts";
import type { StartedWorker } from "../../cluster/platform.ts";
import type { Port } from "../../transport/port.ts";
import type { ZeroPort } from "./zero-port.ts";
import type { ZeroCluster, ZeroClusterOptions } from "./zero-server.ts";
import { zeroServer } from "./zero-server.ts";

export interface ZeroThreadsOptions extends ZeroClusterOptions {
  /** Threads that share the workers evenly. Default: one fewer than the cores, at least 1 and at most 8. */
  readonly threads?: number;
}

/** A cluster of zero workers that must be ended. */
export interface ZeroThreads extends ZeroCluster {
  readonly threads: number;
  /** Ends the threads; what is pending is rejected. */
  close(): void;
}

const BOOT_TIMEOUT = 15_000;

/** The script of zero workers, for the option `worker` of a cluster: then each thread is one. */
export const zeroWorkerUrl: URL =
  platform.runtime === "node"
    ? new URL("./zero-worker.node.js", import.meta.url)
    : new URL("./zero-worker.js", import.meta.url);

/** Starts a server with zero workers on threads. @throws {EngineError} boot-failed */
export async function zeroThreads(options: ZeroThreadsOptions): Promise<ZeroThreads> {
  const { workers, scheduler, seed } = options;
  const threads = Math.min(workers, options.threads ?? Math.min(8, Math.max(1, (platform.cores ?? 2) - 1)));
  const started = await startAll(threads);
  const cluster = zeroServer({ scheduler, seed }, end);
  try {
    const booted = await Promise.all(
      Array.from({ length: workers }, (_, worker) => bootZero(worker, started[worker % threads] as Port)),
    );
    for (const [worker, { port }] of booted.entries()) cluster.driver.addWorker(worker, 1, 0, port);
  } catch (error) {
    end(error);
    throw error;
  }
  return { ...cluster, threads, close: () => end(new Error("its owner closed it")) };

  function end(cause: unknown): void {
    cluster.driver.end();
    const closed = new EngineError("closed", "Cannot finish: the cluster is closed", { cluster: "zero" }, { cause });
    cluster.client.close(closed);
    for (const port of started) port.close();
  }
}

/** Starts threads; all must come up. */
async function startAll(threads: number): Promise<Port[]> {
  const starts = await Promise.allSettled(Array.from({ length: threads }, (_, thread) => startThread(thread)));
  const failed = starts.find((start) => start.status === "rejected");
  const ports = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  if (failed === undefined) return ports;
  for (const port of ports) port.close();
  throw failed.reason;
}

/** A thread that hears; its own port carries nothing but the ends of others. */
async function startThread(thread: number): Promise<Port> {
  const { port, url } = platform.startWorker(zeroWorkerUrl, `weftwork-zero-${thread}`);
  await new Promise<void>((resolve, reject) => {
    port.listen({
      message: () => resolve(), // it greets as every worker does
      closed: (cause) => {
        const message = `Cannot start a thread of zero workers from ${url}: ${cause.message}`;
        reject(new EngineError("boot-failed", message, { url, phase: "boot" }, { cause }));
      },
    });
  });
  return port;
}

function bootZero(worker: number, thread: Port): Promise<BootedWorker> {
  const start = (): StartedWorker => {
    const { a, b } = platform.channel();
    thread.post({ kind: "zero-port", port: b } satisfies ZeroPort, [b]);
    return {
      port: platform.openPort(a),
      url: zeroWorkerUrl.href,
      diagnose: async ({ message }) => ({ phase: "boot", advice: message }),
    };
  };
  const hello = { worker, cores: 1, allowSource: true, listGlobals: false, memoryLimit: 2 ** 40, spill: undefined };
  return bootWorker(start, hello, { timeout: BOOT_TIMEOUT, signal: new AbortController().signal });
}
