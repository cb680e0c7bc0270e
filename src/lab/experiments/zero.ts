// Server against server: how long graphs take when workers take no time at all. Figures 6 and 7.
import { paperGraph } from "../graphs/catalog.ts";
import type { PaperGraph } from "../graphs/paper-graph.ts";
import { PAPER_ZERO } from "../paper/zero.ts";
import { chooseGraphs, chooseSchedulers, PAPER_CLUSTERS, runtimeOf, taskCount } from "./choices.ts";
import type { Block, ExperimentOptions, NamedScheduler, Plan } from "./plan.ts";
import type { ExperimentRow, RowFacts } from "./row.ts";
import { runPlan } from "./run-plan.ts";
import { zeroGraph } from "./zero-graph.ts";
import { ZeroServer } from "./zero-workers.ts";

const ALL_GRAPHS: readonly string[] = PAPER_ZERO.map(({ graph }) => graph);
/** All but the two largest. */
const QUICK_GRAPHS = ALL_GRAPHS.filter((name) => name !== "groupby-1440-1S-1H" && name !== "join-1-1S-1T");
const WORKFORCES = ["zero in process", "zero in threads"] as const;

/** Measures, row by row. */
export const zero = (options: ExperimentOptions): AsyncGenerator<ExperimentRow, void> =>
  runPlan(planZero(options), options);

export function planZero(options: ExperimentOptions): Plan {
  if (options.how === "simulated") return { blocks: [], close: async () => {} };
  const names = chooseGraphs(options, ALL_GRAPHS, QUICK_GRAPHS);
  const schedulers = options.quick ? chooseSchedulers(options, ["random", "work-stealing"]) : chooseSchedulers(options);
  const graphs = new Map<string, PaperGraph>();
  const graphOf = (name: string): PaperGraph => {
    const graph = graphs.get(name) ?? paperGraph(name);
    graphs.set(name, graph);
    return graph;
  };
  const blocks = PAPER_CLUSTERS.flatMap(({ workers }) =>
    WORKFORCES.flatMap((workforce) =>
      schedulers.map((scheduler) => zeroBlock({ names, graphOf, workers, workforce, scheduler, options })),
    ),
  );
  return { blocks, close: async () => graphs.clear() };
}

interface Setting {
  readonly names: readonly string[];
  readonly graphOf: (name: string) => PaperGraph;
  readonly workers: number;
  readonly workforce: (typeof WORKFORCES)[number];
  readonly scheduler: NamedScheduler;
  readonly options: ExperimentOptions;
}

function zeroBlock({ names, graphOf, workers, workforce, scheduler, options }: Setting): Block {
  const server = new ZeroServer({ workforce, workers, scheduler, seed: options.seed ?? 1 });
  return {
    label: `${scheduler.name}, ${workers} workers, ${workforce}`,
    cells: names.map((name) => ({
      facts: {
        ...{ experiment: "zero", how: "real", runtime: runtimeOf(options), server: "weftwork" },
        ...{ scheduler: scheduler.name, graph: name, tasks: taskCount(name), workers, nodes: 1 },
        ...{ workforce, costs: "none", unit: "us/task" },
      } satisfies RowFacts as RowFacts,
      measure: () => server.overhead(() => zeroGraph(graphOf(name))),
    })),
    ...{ warmUps: 1, rounds: options.quick ? 3 : 7, budget: options.quick ? 12_000 : 120_000 },
    close: () => server.close(),
  };
}
