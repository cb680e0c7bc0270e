import { describe, expect, it } from "vitest";
import { paperGraph } from "../../../src/lab/graphs/catalog.ts";
import type { SimulationOptions, SimulationResult } from "../../../src/lab/simulation/simulate.ts";
import { NETWORKS, SERVERS, simulate } from "../../../src/lab/simulation/simulate.ts";
import { schedulers } from "../../../src/scheduler/schedulers.ts";

const options: SimulationOptions = {
  graph: paperGraph("groupby-90-1S-8H"),
  scheduler: schedulers["work-stealing"],
  ...{ nodes: 2, workersPerNode: 4, seed: 1, network: NETWORKS.salomon, server: SERVERS.rsds },
};

const textOf = (result: SimulationResult): string =>
  JSON.stringify({ ...result, tasksByWorker: [...result.tasksByWorker] });

describe("simulate", { timeout: 60_000 }, () => {
  it.each(Object.values(SERVERS))("gives the same result for the same seed, byte for byte: $name", async (server) => {
    const [first, again, other] = [
      await simulate({ ...options, server }),
      await simulate({ ...options, server }),
      await simulate({ ...options, server, seed: 2 }),
    ];
    expect(textOf(again)).toBe(textOf(first));
    expect(other.fingerprint).not.toBe(first.fingerprint);
  });

  it("takes as long as all tasks together on one worker, and the least that is possible on many", async () => {
    const graph = paperGraph("merge_slow-5K-0.1");
    const seconds = async (workers: number): Promise<number> => {
      const { makespanMs } = await simulate({
        ...{ ...options, graph, nodes: 1, workersPerNode: workers, network: NETWORKS.page, server: SERVERS.weftwork },
      });
      return makespanMs / 1000;
    };
    expect(await seconds(1)).toBeCloseTo(500, 0);
    expect(await seconds(24)).toBeCloseTo(0.1 * Math.ceil(5000 / 24), 0);
  });

  it("counts every task once, and no transfer where there is one worker", async () => {
    const { graph } = options;
    const alone = await simulate({ ...options, nodes: 1, workersPerNode: 1 });
    expect([...alone.tasksByWorker]).toEqual([graph.kindOf.length]);
    expect(alone.transfers).toEqual({ count: 0, bytes: 0 });
    const { tasksByWorker, transfers, serverBusyMs, schedulerBusyMs, makespanMs } = await simulate(options);
    expect(tasksByWorker.reduce((sum, count) => sum + count, 0)).toBe(graph.kindOf.length);
    expect(transfers.count).toBeGreaterThan(0);
    expect(schedulerBusyMs).toBeLessThan(serverBusyMs);
    expect(serverBusyMs).toBeLessThan(makespanMs);
  });

  it("leaves the server's time alone with zero workers", async () => {
    const zero = await simulate({ ...options, zero: true });
    const real = await simulate(options);
    expect(zero.transfers.count).toBe(0);
    expect(zero.tasksByWorker.reduce((sum, count) => sum + count, 0)).toBe(options.graph.kindOf.length);
    expect(zero.makespanMs).toBeLessThan(real.makespanMs);
    expect(zero.serverBusyMs).toBeGreaterThan(0);
  });

  it("runs tasks side by side on workers of several cores", async () => {
    const graph = paperGraph("merge_slow-5K-0.1");
    const { makespanMs } = await simulate({ ...options, graph, nodes: 1, workersPerNode: 6, cores: 4 });
    expect(makespanMs / 1000).toBeGreaterThan(20);
    expect(makespanMs / 1000).toBeLessThan(25);
  });

  it("tells how far it is", async () => {
    const seen: number[] = [];
    const graph = paperGraph("merge-10K");
    await simulate(
      { ...options, graph },
      {
        onProgress(done, of) {
          expect(of).toBe(10_001);
          seen.push(done);
        },
      },
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  it("ends with the reason of its signal, before and while it runs", async () => {
    const reason = new Error("enough");
    await expect(simulate(options, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const running = simulate(
      { ...options, graph: paperGraph("merge-10K") },
      { signal: controller.signal, onProgress: () => controller.abort(reason) },
    );
    await expect(running).rejects.toBe(reason);
  });
});
