// What one task costs the server, as graphs and clusters grow: merge graphs on zero workers. Figure 8.

import { merge } from "../graphs/task-graphs.ts";
import { chooseSchedulers, runtimeOf } from "./choices.ts";
import type { Block, ExperimentOptions, NamedScheduler, Plan } from "./plan.ts";
import type { ExperimentRow, RowFacts } from "./row.ts";
import { runPlan } from "./run-plan.ts";
import { ZeroServer } from "./zero-workers.ts";

/** Thousands of tasks of the graphs whose size changes. */
const SIZES = [10, 20, 30, 40, 50, 60, 70, 100];
const QUICK_SIZES = [10, 30, 50, 70, 100];
/** Workers when their number changes; the paper has 24 to 168. */
const WORKERS = [1, 24, 48, 72, 96, 120, 144, 168, 360, 744, 1512];
const QUICK_WORKERS = [1, 24, 72, 168, 1512];
/** More of them, each with a port of its own, are more than a small machine can hold. */
const MOST_ON_THREADS = 168;
const WORKFORCES = ["zero in process", "zero in threads"] as const;

/** Measures, row by row. */
export const aot = (options: ExperimentOptions): AsyncGenerator<ExperimentRow, void> =>
  runPlan(planAot(options), options);

export function planAot(options: ExperimentOptions): Plan {
  if (options.how === "simulated") return { blocks: [], close: async () => {} };
  const sizes = options.quick ? QUICK_SIZES : SIZES;
  const clusters = options.quick ? QUICK_WORKERS : WORKERS;
  const schedulers = chooseSchedulers(options, ["random", "work-stealing"]);
  const blocks = WORKFORCES.flatMap((workforce) =>
    schedulers.flatMap((scheduler) => [
      ...[24, 168].map((workers) => zeroBlock({ workforce, scheduler, workers, sizes, options })),
      ...clusters
        .filter((workers) => workers !== 24 && workers !== 168)
        .filter((workers) => workforce === "zero in process" || workers <= MOST_ON_THREADS)
        .map((workers) => zeroBlock({ workforce, scheduler, workers, sizes: [50], options })),
    ]),
  );
  return { blocks, close: async () => {} };
}

interface Setting {
  readonly workforce: (typeof WORKFORCES)[number];
  readonly scheduler: NamedScheduler;
  readonly workers: number;
  /** In thousands of tasks. */
  readonly sizes: readonly number[];
  readonly options: ExperimentOptions;
}

function zeroBlock({ workforce, scheduler, workers, sizes, options }: Setting): Block {
  const server = new ZeroServer({ workforce, workers, scheduler, seed: options.seed ?? 1 });
  return {
    label: `${scheduler.name}, ${workers} workers, ${workforce}`,
    cells: sizes.map((size) => ({
      facts: {
        ...{ experiment: "aot", how: "real", runtime: runtimeOf(options), server: "weftwork" },
        ...{ scheduler: scheduler.name, graph: `merge-${size}K`, tasks: 1000 * size + 1, workers, nodes: 1 },
        ...{ workforce, costs: "none", unit: "us/task" },
      } satisfies RowFacts as RowFacts,
      measure: () => server.overhead(() => merge(1000 * size)),
    })),
    ...{ warmUps: 6, rounds: options.quick ? 5 : 15, budget: options.quick ? 8000 : 60_000 },
    close: () => server.close(),
  };
}
