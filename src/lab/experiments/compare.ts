// Does a clever scheduler pay? Random placement against the others over the paper's graphs: Table II, Figures 2 to 4.
import type { TaskGraph } from "../../graph/task-graph.ts";
import { spinGraph } from "../graphs/spin-graph.ts";
import { PAPER_MAKESPANS } from "../paper/makespans.ts";
import {
  chooseGraphs,
  chooseSchedulers,
  costsWithin,
  PAPER_CLUSTERS,
  runtimeOf,
  scaledGraph,
  taskCount,
} from "./choices.ts";
import type { Block, ExperimentOptions, Plan } from "./plan.ts";
import { Clusters, coresHere } from "./real-workers.ts";
import type { ExperimentRow, RowFacts } from "./row.ts";
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
  return {
    blocks: [
      ...real.map((name) => realBlock(name, clusters, options)),
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

function realBlock(name: string, clusters: Clusters, options: ExperimentOptions): Block {
  const { quick = false } = options;
  const [seconds, megabytes] = quick ? ([0.15, 4] as const) : ([2, 64] as const);
  const workers = coresHere();
  const scaled = scaledGraph(name, seconds, megabytes);
  let spinning: TaskGraph | undefined;
  const cells = chooseSchedulers(options).map((scheduler) => ({
    facts: {
      ...{ experiment: "compare", how: "real", runtime: runtimeOf(options), server: "weftwork" },
      ...{ scheduler: scheduler.name, graph: name, tasks: taskCount(name), workers, nodes: 1, workforce: "workers" },
      ...{ costs: costsWithin(seconds, megabytes), unit: "ms" },
    } satisfies RowFacts as RowFacts,
    measure() {
      spinning ??= spinGraph(scaled().graph);
      return clusters.makespan(spinning, scheduler, workers);
    },
  }));
  const release = (): void => {
    spinning = undefined;
  };
  return {
    label: `${name}, real`,
    cells,
    warmUps: 1,
    rounds: quick ? 3 : 5,
    budget: quick ? 6000 : 120_000,
    close: release,
  };
}
