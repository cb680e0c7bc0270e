import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.ts";
import type { ServerModel } from "../../../src/lab/simulation/server-model.ts";
import { NETWORKS, SERVERS } from "../../../src/lab/simulation/simulate.ts";
import { VirtualCluster } from "../../../src/lab/simulation/virtual-cluster.ts";
import { checkInvariants } from "../../../src/reactor/invariants.ts";
import type { SchedulerName } from "../../../src/scheduler/schedulers.ts";
import { schedulers } from "../../../src/scheduler/schedulers.ts";
import { hashOf, randomGraph, sequentialHashes } from "./random-graph.ts";

const SEEDS = 100;
const models: readonly ServerModel[] = Object.values(SERVERS);

/** A cluster of a size and kind that the seed says, which has computed a graph of the seed and let go of it. */
function runToTheEnd(seed: number, scheduler: SchedulerName): { cluster: VirtualCluster; times: number[] } {
  const random = seededRandom(seed);
  const graph = randomGraph(seed);
  const times = Array.from(graph.kindOf, () => 0);
  const cluster = new VirtualCluster({
    ...{ graph, seed, scheduler: schedulers[scheduler] },
    nodes: 1 + random.below(3),
    workersPerNode: 1 + random.below(4),
    cores: 1 + random.below(2),
    network: random.below(2) === 0 ? NETWORKS.page : NETWORKS.salomon,
    server: models[random.below(models.length)] as ServerModel,
    evaluate(task, inputs) {
      times[task]!++;
      return hashOf(task, inputs);
    },
  });
  while (cluster.step());
  return { cluster, times };
}

function expectQuiet({ queue, server, workers }: VirtualCluster): void {
  const { state } = server.machine;
  checkInvariants(state);
  expect(queue.isEmpty, "nothing is to happen").toBe(true);
  expect(server.machine.hasLeftovers, "the server has something to do").toBe(false);
  expect({ rows: state.tasks.count, futures: state.futures.size }).toEqual({ rows: 0, futures: 0 });
  for (const { id, machine } of workers) {
    const { data, orders, exchange } = machine;
    const left = {
      results: data.count,
      orders: orders.count,
      wanted: exchange?.fetching.wanted,
      requests: exchange?.fetching.openRequests,
    };
    expect(left, `worker ${id}`).toEqual({ results: 0, orders: 0, wanted: 0, requests: 0 });
  }
}

describe.each(Object.keys(schedulers) as SchedulerName[])(
  "VirtualCluster under %s",
  { timeout: 60_000 },
  (scheduler) => {
    it(`computes ${SEEDS} random graphs as one after the other would, each task once, and ends quiet`, () => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const { cluster, times } = runToTheEnd(seed, scheduler);
        const graph = randomGraph(seed);
        const hashes = sequentialHashes(graph);
        const taken = new Set(graph.inputs);
        const wanted = hashes.filter((_, task) => !taken.has(task));
        expect(cluster.values, `seed ${seed}`).toEqual(wanted);
        expect(times, `seed ${seed}`).toEqual(times.map(() => 1));
        expect(cluster.executedBy.reduce((sum, count) => sum + count, 0)).toBe(hashes.length);
        expectQuiet(cluster);
      }
    });
  },
);
