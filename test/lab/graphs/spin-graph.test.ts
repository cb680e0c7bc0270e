import { describe, expect, it } from "vitest";
import { callOf, functionOf } from "../../../src/graph/call.ts";
import { graphStatistics, paperGraph } from "../../../src/lab/graphs/catalog.ts";
import { spin, spinGraph } from "../../../src/lab/graphs/spin-graph.ts";

describe("spinGraph", () => {
  it("has the tasks and arcs of the graph, and a function for each kind, named after it", () => {
    const paper = paperGraph("groupby-90-1S-8H");
    const graph = spinGraph(paper);
    const { tasks, arcs } = graphStatistics(paper);
    expect([graph.count, graph.arcs]).to.deep.equal([tasks, arcs]);
    expect(graph.functions.map((fn) => (fn as { name: string }).name)).to.deep.equal(paper.kinds);
    for (const task of [0, 1000, tasks - 1]) {
      expect(functionOf(graph.callAt(task))).to.equal(paper.kindOf[task]);
    }
    expect(graph.columns().inputs).to.deep.equal(paper.inputs);
  });

  it("sends each pair of costs once, however many tasks have it", () => {
    const { values } = spinGraph(paperGraph("merge-10K")).columns();
    expect(new Set(values).size).to.equal(1);
  });

  it("calls functions of the caller's choice", () => {
    const graph = spinGraph(paperGraph("tree-3"), (kind) => ({ kind: "task", name: kind }));
    expect(graph.functions).to.deep.equal([
      { kind: "task", name: "add-numbers" },
      { kind: "task", name: "add" },
    ]);
    expect(callOf(graph.callAt(0))).to.equal(callOf(graph.callAt(6)));
  });
});

describe("spin", () => {
  it("returns a buffer of so many bytes, and does not return before its time", () => {
    const start = performance.now();
    expect(spin(5, 1000, {}).byteLength).to.equal(1000);
    expect(performance.now() - start).to.be.at.least(5);
  });

  it("takes what was spun too much from the next calls, within the tick of a coarse clock", () => {
    const owing = { owed: -0.1 };
    spin(0.05, 0, owing);
    expect(owing.owed).to.be.closeTo(-0.05, 1e-9);
    owing.owed = -1000;
    spin(1, 0, owing);
    expect(owing.owed).to.equal(-0.2);
  });
});
