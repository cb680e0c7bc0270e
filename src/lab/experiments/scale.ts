// How far does a graph scale? Makespans as clusters grow from one node of 24 workers to 63. Figure 5. Real workers show
// the same on as many cores as there are.
import { PAPER_NODES } from "../paper/scaling.ts";
import { chooseGraphs, chooseSchedulers } from "./choices.ts";
import type { ExperimentOptions, Plan } from "./plan.ts";
import { realBlock } from "./real-block.ts";
import { Clusters, coresHere } from "./real-workers.ts";
import type { ExperimentRow } from "./row.ts";
import { runPlan } from "./run-plan.ts";
import { scalingServers, simulatedBlock } from "./simulated.ts";

const ALL_GRAPHS = [
  ...["merge-100K", "groupby-2880-1S-16H", "groupby-2880-1S-8H"],
  ...["merge_slow-20K-0.01", "merge_slow-20K-0.1", "merge_slow-20K-1", "merge_slow-50K-0.1"],
];
const QUICK_GRAPHS = ["groupby-2880-1S-16H", "merge_slow-20K-0.1"];
const QUICK_NODES = [1, 7, 23, 63];
const REAL_GRAPHS = ["merge_slow-5K-0.1", "groupby-90-1S-1H", "xarray-5", "bag-25K-50"];

/** Measures, row by row. */
export const scale = (options: ExperimentOptions): AsyncGenerator<ExperimentRow, void> =>
  runPlan(planScale(options), options);

export function planScale(options: ExperimentOptions): Plan {
  const { how = "both", quick = false, seed = 1 } = options;
  const clusters = new Clusters(seed);
  const real = how === "simulated" ? [] : chooseGraphs(options, REAL_GRAPHS, REAL_GRAPHS);
  const simulated = how === "real" ? [] : chooseGraphs(options, ALL_GRAPHS, QUICK_GRAPHS);
  const schedulers = chooseSchedulers(options, ["random", "work-stealing"]);
  const shared = {
    ...{ experiment: "scale" as const, clusters, schedulers, workerCounts: workerCounts() },
    ...(quick ? { seconds: 0.4, megabytes: 8, budget: 10_000 } : { seconds: 2, megabytes: 64, budget: 120_000 }),
  };
  return {
    blocks: [
      ...real.map((graph) => realBlock({ ...shared, graph }, options)),
      ...simulated.flatMap((name) =>
        (quick ? QUICK_NODES : PAPER_NODES).map((nodes) =>
          simulatedBlock({ experiment: "scale", name, nodes, servers: scalingServers(options), rounds: 1, seed }),
        ),
      ),
    ],
    close: () => clusters.close(),
  };
}

/** 1, 2, 4 ... workers, as far as there are cores. */
function workerCounts(): number[] {
  const most = coresHere();
  const counts: number[] = [];
  for (let workers = 1; workers < most; workers *= 2) counts.push(workers);
  return [...counts, most];
}
