// Does a clever scheduler pay? Random placement against the others over the paper's graphs: Table II, Figures 2 to 4.
import { PAPER_MAKESPANS } from "../paper/makespans.ts";
import { chooseGraphs, chooseSchedulers, PAPER_CLUSTERS } from "./choices.ts";
import type { ExperimentOptions, Plan } from "./plan.ts";
import { realBlock } from "./real-block.ts";
import { Clusters, coresHere } from "./real-workers.ts";
import type { ExperimentRow } from "./row.ts";
import { runPlan } from "./run-plan.ts";
import { serversFor, simulatedBlock } from "./simulated.ts";

export const COMPARED_GRAPHS: readonly string[] = PAPER_MAKESPANS.map(({ graph }) => graph);

const QUICK_GRAPHS = [
  ...["merge-10K", "merge_slow-5K-0.1", "xarray-25", "xarray-5", "bag-25K-10", "bag-25K-50", "numpy-50K-10"],
  ...["numpy-50K-50", "groupby-90-1S-8H", "groupby-360-1S-8H", "join-1-2s-1H", "join-1-1S-1H", "vectorizer-1M-300"],
];
const QUICK_SIMULATED = ["merge-10K", "xarray-25", "bag-25K-10", "numpy-50K-10", "groupby-90-1S-8H", "join-1-2s-1H"];

/** Measures, row by row. */
export const compare = (options: ExperimentOptions): AsyncGenerator<ExperimentRow, void> =>
  runPlan(planCompare(options), options);

export function planCompare(options: ExperimentOptions): Plan {
  const { how = "both", quick = false, seed = 1 } = options;
  const clusters = new Clusters(seed);
  const real = how === "simulated" ? [] : chooseGraphs(options, COMPARED_GRAPHS, QUICK_GRAPHS);
  const simulated = how === "real" ? [] : chooseGraphs(options, COMPARED_GRAPHS, QUICK_SIMULATED);
  const shared = {
    ...{ experiment: "compare" as const, clusters, schedulers: chooseSchedulers(options), workerCounts: [coresHere()] },
    ...(quick ? { seconds: 0.15, megabytes: 4, budget: 6000 } : { seconds: 2, megabytes: 64, budget: 120_000 }),
  };
  return {
    blocks: [
      ...real.map((graph) => realBlock({ ...shared, graph }, options)),
      ...simulated.flatMap((name) =>
        PAPER_CLUSTERS.map(({ nodes }) =>
          simulatedBlock({
            experiment: "compare",
            name,
            nodes,
            servers: serversFor(options),
            rounds: quick ? 1 : 3,
            seed,
          }),
        ),
      ),
    ],
    close: () => clusters.close(),
  };
}
