// One graph of the paper on real workers, its costs scaled to what a small machine computes in a short time.
import type { TaskGraph } from "../../graph/task-graph.ts";
import { spinGraph } from "../graphs/spin-graph.ts";
import { costsWithin, runtimeOf, scaledGraph, taskCount } from "./choices.ts";
import type { Block, ExperimentOptions, NamedScheduler } from "./plan.ts";
import type { Clusters } from "./real-workers.ts";
import type { ExperimentName, RowFacts } from "./row.ts";

export interface RealBlock {
  readonly experiment: ExperimentName;
  readonly graph: string;
  readonly clusters: Clusters;
  readonly schedulers: readonly NamedScheduler[];
  /** Each is measured with each scheduler. */
  readonly workerCounts: readonly number[];
  /** All of the graph's computing, in seconds, and all of its results. */
  readonly seconds: number;
  readonly megabytes: number;
  /** In milliseconds; see `Block`. */
  readonly budget: number;
}

export function realBlock(block: RealBlock, options: ExperimentOptions): Block {
  const { experiment, graph, clusters, schedulers, workerCounts, seconds, megabytes, budget } = block;
  const scaled = scaledGraph(graph, seconds, megabytes);
  let spinning: TaskGraph | undefined;
  const cells = workerCounts.flatMap((workers) =>
    schedulers.map((scheduler) => ({
      facts: {
        ...{ experiment, how: "real", runtime: runtimeOf(options), server: "weftwork" },
        ...{ scheduler: scheduler.name, graph, tasks: taskCount(graph), workers, nodes: 1, workforce: "workers" },
        ...{ costs: costsWithin(seconds, megabytes), unit: "ms" },
      } satisfies RowFacts as RowFacts,
      measure() {
        spinning ??= spinGraph(scaled().graph);
        return clusters.makespan(spinning, scheduler, workers);
      },
    })),
  );
  const release = (): void => {
    spinning = undefined;
  };
  return { label: `${graph}, real`, cells, warmUps: 1, rounds: options.quick ? 3 : 5, budget, close: release };
}
