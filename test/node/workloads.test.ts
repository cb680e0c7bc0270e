// The paper's programs on real threads: the values, under every scheduler and with other divisions of the work.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Cluster } from "weftwork";
import { collectionWorkloads, graphStatistics, paperGraph, scaleCosts, spinGraph, workloads } from "weftwork/lab";
import { samples } from "../support/workload-samples.ts";

describe.each([
  { scheduler: "random", workers: 1 },
  { scheduler: "random", workers: 2 },
  { scheduler: "work-stealing", workers: 1 },
  { scheduler: "work-stealing", workers: 2 },
] as const)("on $workers workers under $scheduler", ({ scheduler, workers }) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.create({ workers, scheduler, seed: 1 });
  });
  afterAll(() => cluster.close());

  const drawnByCollections = [
    { name: "numpy by arrays", workload: collectionWorkloads.numpy({ size: 150, chunks: 10, seed: 7 }) },
    { name: "bag by bags", workload: collectionWorkloads.bag({ records: 400, partitions: 8 }) },
    { name: "groupby by frames", workload: collectionWorkloads.groupby({ partitions: 12, rows: 600 }) },
    { name: "join by frames", workload: collectionWorkloads.join({ partitions: 6, rows: 200 }) },
  ];

  it.each([...samples(workloads), ...drawnByCollections])(
    "computes the expected number: $name",
    async ({ workload }) => {
      const futures = cluster.compute(workload.graph);
      expect(futures).to.have.length(1);
      const [result] = (await cluster.gather(futures, { release: true })) as [number];
      const expected = workload.expected();
      expect(Math.abs(result - expected), `${result}, expected ${expected}`).to.be.at.most(
        workload.tolerance * Math.abs(expected),
      );
    },
  );

  it.each(["xarray-25", "join-1-1S-1H", "numpy-50K-10"])(
    "spins through %s, and gives results of its sizes",
    async (name) => {
      const paper = scaleCosts(paperGraph(name), { maxComputeMs: 50, maxOutputBytes: 1e6 });
      const last = graphStatistics(paper).tasks - 1;
      const futures = cluster.compute(spinGraph(paper), [0, last]);
      const results = (await cluster.gather(futures, { release: true })) as ArrayBuffer[];
      expect(results.map(({ byteLength }) => byteLength)).to.deep.equal([paper.bytes[0], paper.bytes[last]]);
    },
  );
});
