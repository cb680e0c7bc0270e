import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bLevels, LevelSweep, longestPath, sinks } from "../../src/graph/levels.ts";
import { TaskGraph } from "../../src/graph/task-graph.ts";
import { merge, tree } from "../../src/lab/graphs/task-graphs.ts";

const f = (): number => 0;

function graphOf(tasks: readonly (readonly number[])[]): TaskGraph {
  const graph = new TaskGraph();
  const index = graph.define(f);
  for (const inputs of tasks) graph.call(index, inputs);
  return graph;
}

describe("bLevels", () => {
  /*  0 ── 1 ── 3
       \       /
        2 ────     4  */
  it("counts the tasks on the longest path to a sink", () => {
    const graph = graphOf([[], [0], [0], [1, 2], []]);
    expect([...bLevels(graph.columns())]).to.deep.equal([3, 2, 2, 1, 1]);
  });

  it("is one more than the highest level among consumers, on any graph", () => {
    const graphs = fc
      .array(fc.array(fc.nat(), { maxLength: 4 }), { minLength: 1, maxLength: 60 })
      .map((tasks) => tasks.map((inputs, i) => (i === 0 ? [] : inputs.map((input) => input % i))));
    fc.assert(
      fc.property(graphs, (tasks) => {
        const levels = bLevels(graphOf(tasks).columns());
        tasks.forEach((_, task) => {
          const consumers = tasks.flatMap((inputs, i) => (inputs.includes(task) ? [levels[i] as number] : []));
          expect(levels[task]).to.equal(1 + Math.max(0, ...consumers));
        });
      }),
    );
  });

  it("passes over externals", () => {
    const graph = new TaskGraph();
    graph.addCall(0, [~0, ~3], undefined);
    expect([...bLevels(graph.columns())]).to.deep.equal([1]);
  });
});

describe("LevelSweep", () => {
  const pieces = (graph: TaskGraph, most: number): { readonly levels: Int32Array; readonly advances: number } => {
    const sweep = new LevelSweep(graph.columns());
    for (let advances = 1; ; advances++) {
      const levels = sweep.advance(most);
      if (levels !== undefined) return { levels, advances };
    }
  };

  it("comes to the same levels in pieces of any size, also when it stops within the arcs of a task", () => {
    const graphs = [merge(50), tree(6), graphOf([]), graphOf([[], [0, 0, 0], [0, 1, 0, 1], [2, 1, 0]])];
    for (const graph of graphs) {
      const whole = bLevels(graph.columns());
      for (const most of [1, 2, 3, 7, 1000]) expect(pieces(graph, most).levels).to.deep.equal(whole);
    }
  });

  it("takes no more tasks and arcs at a time than it is told", () => {
    const { advances } = pieces(merge(1000), 100);
    expect(advances).to.be.within(20, 22); // 1001 tasks, 1000 arcs into one of them
  });
});

describe("longestPath", () => {
  it("counts arcs, as Table I of the paper does", () => {
    expect(longestPath(merge(10).columns())).to.equal(1);
    expect(longestPath(tree(5).columns())).to.equal(4);
    expect(longestPath(graphOf([]).columns())).to.equal(0);
  });
});

describe("sinks", () => {
  it("names the tasks whose output no task takes", () => {
    expect(sinks(graphOf([[], [0], [], [1]]).columns())).to.deep.equal([2, 3]);
    expect(sinks(merge(10).columns())).to.deep.equal([10]);
  });
});
