import { describe, expect, it } from "vitest";
import { graphStatistics, paperGraph } from "../../../src/lab/graphs/catalog.ts";
import { collectionWorkloads } from "../../../src/lab/workloads/collections/collection-workloads.ts";
import { isExpected } from "../../../src/lab/workloads/workload.ts";
import { workloads } from "../../../src/lab/workloads/workloads.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();

describe("collectionWorkloads", () => {
  it.each([
    ["numpy in 4 chunks", collectionWorkloads.numpy({ size: 60, chunks: 2 })],
    ["numpy in 36 chunks of an odd side", collectionWorkloads.numpy({ size: 90, chunks: 6, seed: 7 })],
    ["bag", collectionWorkloads.bag({ records: 200, partitions: 5 })],
    ["groupby", collectionWorkloads.groupby({ partitions: 12, rows: 300 })],
    ["join", collectionWorkloads.join({ partitions: 5, rows: 200, seed: 3 })],
  ])("compute the expected number: %s", async (_, workload) => {
    const sink = workload.graph.count - 1;
    const result = await cluster.compute(workload.graph, [sink])[0]?.result();
    expect(isExpected(workload, result), `${result}, expected ${workload.expected()}`).to.equal(true);
    expect(Math.abs(workload.expected())).to.be.above(0);
  });

  it("have the number of the graph made by hand, of the same data", () => {
    const options = { records: 100, partitions: 4, seed: 3 };
    expect(collectionWorkloads.bag(options).expected()).to.equal(workloads.bag(options).expected());
    expect(() => collectionWorkloads.numpy({ size: 100, chunks: 3 })).to.throw(RangeError, "half the number of chunks");
  });
});

describe("paperGraph", () => {
  it.each([
    ["numpy_collections-1K-10", collectionWorkloads.numpy({ size: 1000, chunks: 10 })],
    ["bag_collections-1K-10", collectionWorkloads.bag({ records: 1000, partitions: 10 })],
    ["groupby_collections-1-60S-1H", collectionWorkloads.groupby({ partitions: 24, rows: 60 })],
    ["join_collections-1-60S-2H", collectionWorkloads.join({ partitions: 12, rows: 120 })],
  ])("draws %s as the collection computes it", (name, { graph }) => {
    const { tasks, arcs } = graphStatistics(paperGraph(name));
    expect([tasks, arcs]).to.deep.equal([graph.count, graph.arcs]);
  });
});
