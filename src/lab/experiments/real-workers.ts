// Makespans on real workers: from the graph being handed over until each of its last tasks is done. Results stay where
// they are.
import { platform } from "#platform";
import { Cluster } from "../../cluster/cluster.ts";
import type { TaskGraph } from "../../graph/task-graph.ts";
import type { NamedScheduler } from "./plan.ts";

/** How rows name this runtime unless told otherwise. */
export const thisRuntime: string = platform.runtime;

/** The processor's cores, as far as the runtime tells. */
export const coresHere = (): number => Math.max(1, Math.min(16, platform.cores ?? 2));

/** Clusters that stay up between samples: one for each scheduler and number of workers. */
export class Clusters {
  readonly #seed: number;
  readonly #clusters = new Map<string, Promise<Cluster>>();

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Milliseconds that the graph takes. @throws what a task threw */
  async makespan(graph: TaskGraph, scheduler: NamedScheduler, workers: number): Promise<number> {
    const name = `${scheduler.name} ${workers}`;
    let creation = this.#clusters.get(name);
    if (creation === undefined) {
      creation = Cluster.create({ workers, scheduler: scheduler.make, seed: this.#seed });
      this.#clusters.set(name, creation);
    }
    const cluster = await creation;
    try {
      return await makespanOn(cluster, graph);
    } catch (error) {
      this.#clusters.delete(name); // nothing is known of its state
      await cluster.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const clusters = await Promise.allSettled(this.#clusters.values());
    await Promise.all(clusters.map((each) => (each.status === "fulfilled" ? each.value.close() : undefined)));
    this.#clusters.clear();
  }
}

async function makespanOn(cluster: Cluster, graph: TaskGraph): Promise<number> {
  const start = performance.now();
  const futures = cluster.compute(graph);
  for await (const future of cluster.asCompleted(futures)) if (future.status === "failed") await future.result();
  const milliseconds = performance.now() - start;
  for (const future of futures) future.release();
  while (cluster.info.tasks > 0) await new Promise((resolve) => setTimeout(resolve, 2));
  return milliseconds;
}
