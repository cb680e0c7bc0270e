// Makespans in virtual time: the paper's cluster with our server, and with what Dask's and rsds's servers cost.
import { paperGraph } from "../graphs/catalog.ts";
import type { PaperGraph } from "../graphs/paper-graph.ts";
import { NETWORKS } from "../simulation/network.ts";
import { SERVERS } from "../simulation/servers.ts";
import { simulate } from "../simulation/simulate.ts";
import { chooseSchedulers, knownScheduler, taskCount, WORKERS_PER_NODE } from "./choices.ts";
import type { Block, ExperimentOptions, NamedScheduler } from "./plan.ts";
import type { ExperimentName, RowFacts, ServerName } from "./row.ts";

/** A server and the scheduler in it. */
export interface SimulatedServer {
  readonly server: ServerName;
  readonly scheduler: NamedScheduler;
}

/** The paper's four, and ours with each scheduler. */
export function serversFor(options: ExperimentOptions): readonly SimulatedServer[] {
  return [
    ...known("dask", "dask-like", "random"),
    ...known("rsds", "random", "work-stealing"),
    ...chooseSchedulers(options).map((scheduler) => ({ server: "weftwork" as const, scheduler })),
  ];
}

/** Each server with its best scheduler, and ours with those that a user chose. */
export function scalingServers(options: ExperimentOptions): readonly SimulatedServer[] {
  const ours = chooseSchedulers(options, ["work-stealing"]);
  return [
    ...known("dask", "dask-like"),
    ...known("rsds", "work-stealing"),
    ...ours.map((scheduler) => ({ server: "weftwork" as const, scheduler })),
  ];
}

function known(server: ServerName, ...names: readonly string[]): readonly SimulatedServer[] {
  return names.flatMap((name) => {
    const scheduler = knownScheduler(name);
    return scheduler === undefined ? [] : [{ server, scheduler }];
  });
}

export interface SimulatedBlock {
  readonly experiment: ExperimentName;
  /** Of the graph. */
  readonly name: string;
  readonly nodes: number;
  readonly servers: readonly SimulatedServer[];
  /** Each with a seed of its own. */
  readonly rounds: number;
  readonly seed: number;
}

export function simulatedBlock({ experiment, name, nodes, servers, rounds, seed }: SimulatedBlock): Block {
  const workers = nodes * WORKERS_PER_NODE;
  let graph: PaperGraph | undefined;
  const cells = servers.map(({ server, scheduler }) => ({
    facts: {
      ...{ experiment, how: "simulated", runtime: "simulated", server, scheduler: scheduler.name },
      ...{
        graph: name,
        tasks: taskCount(name),
        workers,
        nodes,
        workforce: "simulated",
        costs: "published",
        unit: "ms",
      },
    } satisfies RowFacts as RowFacts,
    async measure(sample: number, signal: AbortSignal) {
      graph ??= paperGraph(name);
      const costs = { server: SERVERS[server], network: NETWORKS.salomon };
      const size = { nodes, workersPerNode: WORKERS_PER_NODE, seed: seed + sample };
      return (await simulate({ graph, scheduler: scheduler.make, ...size, ...costs }, { signal })).makespanMs;
    },
  }));
  const close = (): void => {
    graph = undefined;
  };
  return { label: `${name} on ${workers} workers, simulated`, cells, warmUps: 0, rounds, budget: Infinity, close };
}
