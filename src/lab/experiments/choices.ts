// What experiments have in common: which schedulers and graphs, how costs are scaled, how many workers the paper had.
import { schedulers } from "../../scheduler/schedulers.ts";
import { PAPER_TABLE, paperGraph, scaleCosts } from "../graphs/catalog.ts";
import type { PaperGraph } from "../graphs/paper-graph.ts";
import type { ExperimentOptions, NamedScheduler } from "./plan.ts";
import { thisRuntime } from "./real-workers.ts";

/** One node of the paper's machine worked with 24 workers. */
export const WORKERS_PER_NODE = 24;

/** The paper's small and large cluster. */
export const PAPER_CLUSTERS = [
  { nodes: 1, workers: 24 },
  { nodes: 7, workers: 168 },
] as const;

/** The schedulers to use: the chosen ones, else those of `names` that there are. */
export function chooseSchedulers(
  { schedulers: chosen }: ExperimentOptions,
  names: readonly string[] = Object.keys(schedulers),
): readonly NamedScheduler[] {
  if (chosen !== undefined) return chosen;
  return Object.entries(schedulers)
    .filter(([name]) => names.includes(name))
    .map(([name, make]) => ({ name, make }));
}

/** A scheduler that comes with the engine; undefined if there is none of that name. */
export function knownScheduler(name: string): NamedScheduler | undefined {
  return chooseSchedulers({}, [name])[0];
}

export function chooseGraphs(
  { graphs, quick }: ExperimentOptions,
  all: readonly string[],
  some: readonly string[],
): readonly string[] {
  return graphs ?? (quick ? some : all);
}

export const runtimeOf = ({ runtime }: ExperimentOptions): string => runtime ?? thisRuntime;

/** A graph whose costs were scaled, and the words for it. */
export interface ScaledGraph {
  readonly graph: PaperGraph;
  readonly costs: string;
}

/** The graph with at most so much to compute and so much to keep; made when it is first asked for. */
export function scaledGraph(name: string, seconds: number, megabytes: number): () => ScaledGraph {
  let made: ScaledGraph | undefined;
  const costs = costsWithin(seconds, megabytes);
  return () => {
    made ??= {
      graph: scaleCosts(paperGraph(name), { maxComputeMs: 1000 * seconds, maxOutputBytes: 1e6 * megabytes }),
      costs,
    };
    return made;
  };
}

export const costsWithin = (seconds: number, megabytes: number): string =>
  `at most ${seconds} s of compute, ${megabytes} MB`;

/** @throws {RangeError} if there is no such graph */
export const taskCount = (name: string): number =>
  PAPER_TABLE.find(({ graph }) => graph === name)?.tasks ?? paperGraph(name).kindOf.length;
