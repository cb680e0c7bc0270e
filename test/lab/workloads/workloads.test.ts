import { describe, expect, it } from "vitest";
import { graphStatistics, paperGraph } from "../../../src/lab/graphs/catalog.ts";
import { isExpected } from "../../../src/lab/workloads/workload.ts";
import { workloads } from "../../../src/lab/workloads/workloads.ts";
import { computeHere } from "../../support/compute-here.ts";
import { samples } from "../../support/workload-samples.ts";

describe("workloads", () => {
  it.each(samples(workloads))("computes the expected number: $name", async ({ workload }) => {
    const result = await computeHere(workload.graph);
    expect(isExpected(workload, result), `${result}, expected ${workload.expected()}`).to.equal(true);
    expect(Math.abs(workload.expected())).to.be.above(0);
  });

  it.each([
    ["merge-10K", workloads.merge({ count: 10_000 })],
    ["merge_slow-5K-0.1", workloads.mergeSlow({ count: 5000, seconds: 0.1 })],
    ["tree-15", workloads.tree({ exponent: 15 })],
    ["numpy-50K-10", workloads.numpy({ size: 100, chunks: 10 })],
    ["bag-25K-10", workloads.bag({ records: 100, partitions: 10 })],
    ["groupby-90-1S-8H", workloads.groupby({ partitions: 270, rows: 10 })],
    ["join-1-1S-1H", workloads.join({ partitions: 24, rows: 10 })],
  ])("has the shape of %s", (name, { graph }) => {
    const { tasks, arcs } = graphStatistics(paperGraph(name));
    expect([graph.count, graph.arcs]).to.deep.equal([tasks, arcs]);
  });

  it("makes other data for other seeds", () => {
    const [a, b] = [
      workloads.bag({ records: 40, partitions: 2 }),
      workloads.bag({ records: 40, partitions: 2, seed: 1 }),
    ];
    expect(a.expected()).not.to.equal(b.expected());
  });

  it("refuses sizes that do not fit each other", () => {
    expect(() => workloads.merge({ count: 0 })).to.throw(RangeError, "count is 0, must be a whole number from 1 up");
    expect(() => workloads.numpy({ size: 100, chunks: 3 })).to.throw(RangeError, "half the number of chunks");
    expect(() => workloads.numpy({ size: 10, chunks: 4 })).to.throw(RangeError, "size / chunks");
    expect(() => workloads.bag({ records: 10, partitions: 3 })).to.throw(RangeError, "records / partitions");
    expect(() => workloads.groupby({ partitions: 2, rows: 3 })).to.throw(RangeError, "half the number of rows");
    expect(() => workloads.join({ partitions: 2, rows: 0.5 })).to.throw(RangeError, "rows is 0.5");
    expect(() => workloads.wordbag({ texts: [], partitions: 2 })).to.throw(RangeError, "number of texts");
    expect(() => workloads.vectorizer({ texts: ["a"], partitions: 2 })).to.throw(RangeError, "texts / partitions");
  });
});
