import { describe, expect, it } from "vitest";
import { graphStatistics, PAPER_TABLE, paperGraph, scaleCosts } from "../../../src/lab/graphs/catalog.ts";
import { graphsCheck } from "../../../src/lab/graphs/check.ts";
import type { PaperGraph } from "../../../src/lab/graphs/paper-graph.ts";
import table from "./table1.json" with { type: "json" };

const totalOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Indices of the tasks of one kind. */
function tasksOf(graph: PaperGraph, kind: string): number[] {
  const index = graph.kinds.indexOf(kind);
  return Array.from(graph.kindOf.keys()).filter((task) => graph.kindOf[task] === index);
}

const isBefore = (input: number, task: number): boolean => input >= 0 && input < task;

const inputsOf = ({ inputs, inputOffsets }: PaperGraph, task: number): number[] =>
  Array.from(inputs.subarray(inputOffsets[task], inputOffsets[task + 1]));

describe("PAPER_TABLE", () => {
  it("is Table I as it is printed", () => {
    const byName = <T extends { graph: string }>(rows: readonly T[]): T[] =>
      [...rows].sort((a, b) => (a.graph < b.graph ? -1 : 1));
    expect(byName(PAPER_TABLE)).to.deep.equal(byName(table));
  });
});

describe("paperGraph", () => {
  it.each(PAPER_TABLE)(
    "draws $graph with the tasks, arcs, longest path, mean size and mean duration of Table I",
    (row) => {
      const found = graphStatistics(paperGraph(row.graph));
      expect(found).to.include({ tasks: row.tasks, arcs: row.arcs, longestPathArcs: row.longestPathArcs });
      expect(found.meanDurationMs / row.meanDurationMs).to.be.within(0.98, 1.02);
      expect(found.meanOutputKiB / row.meanOutputKiB).to.be.within(0.98, 1.02);
    },
  );

  it.each(PAPER_TABLE)("has only kinds, inputs and costs in $graph that can be", ({ graph: name }) => {
    const graph = paperGraph(name);
    expect(graph.name).to.equal(name);
    expect(graph.inputOffsets[0]).to.equal(0);
    expect(new Set(graph.kinds).size).to.equal(graph.kinds.length);
    const kinds = new Set(graph.kindOf);
    let wrong = 0;
    for (let task = 0; task < graph.kindOf.length; task++) {
      const [start, end] = [graph.inputOffsets[task] as number, graph.inputOffsets[task + 1] as number];
      if (start > end) wrong++;
      for (let at = start; at < end; at++) if (!isBefore(graph.inputs[at] as number, task)) wrong++;
    }
    expect(wrong).to.equal(0);
    expect(graph.milliseconds.every((milliseconds) => milliseconds > 0)).to.equal(true);
    expect(graph.bytes.every((bytes) => Number.isInteger(bytes) && bytes >= 0)).to.equal(true);
    for (const kind of kinds) expect(graph.kinds[kind]).to.be.a("string");
  });

  it.each([
    ["groupby-90-1S-8H", 0.19],
    ["bag-25K-100", 0.47],
    ["numpy-50K-100", 0.26],
    ["xarray-5", 0.31],
    ["join-1-1S-1H", 0.04],
  ])("keeps the aliases that Dask leaves in %s, and counts their inputs' bytes again", (name, part) => {
    const graph = paperGraph(name);
    const aliases = graph.kinds.filter((kind) => kind.startsWith("alias")).flatMap((kind) => tasksOf(graph, kind));
    expect(aliases.length / graph.kindOf.length).to.be.closeTo(part, 0.006);
    const repeats = aliases.filter((task) => {
      const inputs = inputsOf(graph, task);
      return inputs.length === 1 && graph.bytes[task] === graph.bytes[inputs[0] as number];
    });
    expect(repeats).to.have.length(aliases.length);
  });

  it("gives one join of 24 about seven times the mean duration, since ids are few and frequent", () => {
    const graph = paperGraph("join-1-1S-1H");
    const durations = tasksOf(graph, "concat-merge-sum").map((task) => graph.milliseconds[task] as number);
    const mean = durations.reduce((sum, duration) => sum + duration) / durations.length;
    expect(durations).to.have.length(24);
    expect(Math.max(...durations) / mean).to.be.within(6, 8);
    expect(totalOf(Float64Array.from(durations)) / totalOf(graph.milliseconds)).to.be.above(0.9);
  });

  it("draws the same graph each time", () => {
    for (const name of ["join-1-1S-1H", "numpy-50K-10"]) expect(paperGraph(name)).to.deep.equal(paperGraph(name));
  });

  it("draws graphs of the families that are not in the table", () => {
    expect(graphStatistics(paperGraph("merge-70K"))).to.include({ tasks: 70_001, arcs: 70_000, longestPathArcs: 1 });
    const slow = graphStatistics(paperGraph("merge_slow-20K-0.01"));
    expect(slow.tasks).to.equal(20_001);
    expect(slow.meanDurationMs).to.be.closeTo(10, 0.01);
    expect(graphStatistics(paperGraph("tree-4"))).to.include({ tasks: 15, arcs: 14, longestPathArcs: 3 });
    expect(graphStatistics(paperGraph("numpy-1K-2"))).to.include({ tasks: 12 });
  });

  it.each([
    ["groupby-90-1S", "groupby-90-1S-1H"],
    ["marge-100K", "merge-100K"],
    ["tree-15x", "tree-15"],
    ["merge-0", "merge-10K"],
    ["numpy", "numpy-50K-10"],
    ["bag-50K", "bag-50K-50"],
    ["constructor", "tree-15"],
  ])("refuses %j and names the nearest, %s", (name, nearest) => {
    expect(() => paperGraph(name)).to.throw(RangeError, `must be a name like "${nearest}"`);
  });

  it.each(["tree-40", "numpy-1M-100K"])("refuses %s, which no page could hold", (name) => {
    expect(() => paperGraph(name)).to.throw(RangeError, "more than 2000000 tasks");
  });
});

describe("scaleCosts", () => {
  const graph = paperGraph("numpy-50K-10");

  it("brings totals down to limits and leaves the shape as it is", () => {
    const scaled = scaleCosts(graph, { maxComputeMs: 2000, maxOutputBytes: 64e6 });
    expect(totalOf(scaled.milliseconds)).to.be.closeTo(2000, 1e-6);
    expect(totalOf(scaled.bytes)).to.be.closeTo(64e6, graph.bytes.length);
    expect(scaled.inputs).to.equal(graph.inputs);
    expect(scaled.bytes.every(Number.isInteger)).to.equal(true);
  });

  it("leaves what is within its limit", () => {
    const scaled = scaleCosts(graph, { maxComputeMs: 1e9 });
    expect(scaled.milliseconds).to.deep.equal(graph.milliseconds);
    expect(scaled.bytes).to.deep.equal(graph.bytes);
  });

  it("multiplies both by a factor", () => {
    const scaled = scaleCosts(graph, { factor: 0.5 });
    expect(totalOf(scaled.milliseconds)).to.be.closeTo(totalOf(graph.milliseconds) / 2, 1e-6);
    expect(totalOf(scaled.bytes)).to.be.closeTo(totalOf(graph.bytes) / 2, graph.bytes.length);
  });

  it("refuses factors and limits that are no amounts", () => {
    expect(() => scaleCosts(graph, { factor: -1 })).to.throw(RangeError, "must be a number from 0 up");
    expect(() => scaleCosts(graph, { factor: Number.NaN })).to.throw(RangeError, "must be a number from 0 up");
    expect(() => scaleCosts(graph, { maxComputeMs: -1 })).to.throw(RangeError, "must be a number from 0 up");
  });
});

describe("graphsCheck", () => {
  it("finds all 34 graphs to be those of Table I", () => {
    const checks = graphsCheck();
    expect(checks).to.have.length(34);
    expect(checks.filter(({ ok }) => !ok)).to.deep.equal([]);
  });
});
