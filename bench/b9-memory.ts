// B9: bytes that the server (reactor and scheduler) holds per task when the graph has been computed and its sink is still
// wanted: rows, arcs and literal values are all there. Measured as the growth of heap and buffers in the process; the
// graph itself is the client's and was there before.
import type { TaskGraph } from "weftwork";
import type { ZeroCluster } from "weftwork/lab";
import { merge, zeroCluster } from "weftwork/lab";
import type { Row } from "./report.ts";
import { report } from "./report.ts";

const SIZES = [100_000, 300_000, 1_000_000];

async function bytesPerTask(scheduler: "random" | "work-stealing", n: number): Promise<number> {
  const cluster = zeroCluster({ workers: 24, scheduler, seed: 1 });
  const graph = merge(n);
  await settle();
  const before = usedBytes();
  await compute(cluster, graph);
  const bytes = (usedBytes() - before) / (n + 1);
  cluster.driver.end();
  return bytes;
}

/** Computes a graph, and waits until everything that is not needed any more has gone. */
async function compute({ client, driver }: ZeroCluster, graph: TaskGraph): Promise<void> {
  const [sink] = client.computeGraph(graph);
  await sink?.result();
  kept.push(sink);
  while (driver.machine.hasLeftovers) await settle();
  await settle();
}

/** Futures stay wanted while memory is measured. */
const kept: unknown[] = [];

/** Lets the turn end and garbage go. */
async function settle(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    (globalThis as { readonly gc?: () => void }).gc?.();
  }
}

function usedBytes(): number {
  (globalThis as { readonly gc?: () => void }).gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const rows: Row[] = [];
for (const scheduler of ["random", "work-stealing"] as const) {
  // Code that is compiled when it first runs takes memory too, and is no task's.
  await compute(zeroCluster({ workers: 24, scheduler, seed: 1 }), merge(50_000));
  for (const n of SIZES) {
    const value = await bytesPerTask(scheduler, n);
    rows.push({ bench: "b9", case: `merge-${n / 1000}K, ${scheduler}`, value, unit: "bytes/task", budget: 150 });
  }
}
report("B9: bytes per task in the server, steady state", rows);
