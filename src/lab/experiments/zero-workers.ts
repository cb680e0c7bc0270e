// The server's own cost: microseconds per task with zero workers, the graph being built within the time.
import type { TaskGraph } from "../../graph/task-graph.ts";
import type { ZeroCluster } from "../zero/zero-server.ts";
import { zeroThreads } from "../zero/zero-threads.ts";
import { zeroCluster } from "../zero-cluster.ts";
import type { NamedScheduler } from "./plan.ts";
import type { Workforce } from "./row.ts";

export interface ZeroSetting {
  readonly workforce: Extract<Workforce, "zero in process" | "zero in threads">;
  readonly workers: number;
  readonly scheduler: NamedScheduler;
  readonly seed: number;
}

/** A server with zero workers that starts with the first sample and stays up until it is closed. */
export class ZeroServer {
  readonly #setting: ZeroSetting;
  #cluster: Promise<ZeroCluster & { close(): void }> | undefined;

  constructor(setting: ZeroSetting) {
    this.#setting = setting;
  }

  /** Microseconds per task. */
  async overhead(makeGraph: () => TaskGraph): Promise<number> {
    this.#cluster ??= start(this.#setting);
    const { compute, client, driver } = await this.#cluster;
    const begin = performance.now();
    const graph = makeGraph();
    const { count } = graph;
    const futures = compute(graph);
    await client.gather(futures);
    const milliseconds = performance.now() - begin;
    for (const future of futures) future.release();
    while (driver.machine.hasLeftovers) await new Promise((resolve) => setTimeout(resolve, 0));
    return (1000 * milliseconds) / count;
  }

  async close(): Promise<void> {
    const cluster = this.#cluster;
    this.#cluster = undefined;
    (await cluster?.catch(() => undefined))?.close();
  }
}

async function start({ workforce, workers, scheduler, seed }: ZeroSetting): Promise<ZeroCluster & { close(): void }> {
  const options = { workers, scheduler: scheduler.make, seed };
  if (workforce === "zero in threads") return zeroThreads(options);
  const cluster = zeroCluster(options);
  return { ...cluster, close: () => cluster.driver.end() };
}
