import { describe, expect, it } from "vitest";
import type { Block, Cell, ExperimentOptions } from "../../../src/lab/experiments/plan.ts";
import type { ExperimentRow, RowFacts } from "../../../src/lab/experiments/row.ts";
import { keyOf } from "../../../src/lab/experiments/row.ts";
import { runPlan } from "../../../src/lab/experiments/run-plan.ts";

const facts = (graph: string): RowFacts => ({
  ...{ experiment: "compare", how: "real", runtime: "node", server: "weftwork", scheduler: "random", graph },
  ...{ tasks: 1, workers: 2, nodes: 1, workforce: "workers", costs: "none", unit: "ms" },
});

const cell = (graph: string, measure: Cell["measure"]): Cell => ({ facts: facts(graph), measure });

const block = (cells: readonly Cell[], more: Partial<Block> = {}): Block => ({
  ...{ label: cells.map((each) => each.facts.graph).join(" "), cells, warmUps: 0, rounds: 2, budget: Infinity },
  ...more,
});

async function run(blocks: readonly Block[], options: ExperimentOptions = {}): Promise<ExperimentRow[]> {
  const rows: ExperimentRow[] = [];
  for await (const row of runPlan({ blocks, close: async () => {} }, options)) rows.push(row);
  return rows;
}

describe("runPlan", () => {
  it("measures the cells of a block in turn, and leaves out what the warm-up rounds took", async () => {
    const taken: string[] = [];
    const counting = (graph: string): Cell =>
      cell(graph, async () => {
        taken.push(graph);
        return taken.length;
      });
    const rows = await run([block([counting("a"), counting("b")], { warmUps: 1 })]);
    expect(taken.join("")).toBe("ababab");
    expect(rows.map(({ graph, samples }) => [graph, samples])).toEqual([
      ["a", [3, 5]],
      ["b", [4, 6]],
    ]);
  });

  it("skips cells whose rows are there already", async () => {
    const must = cell("new", async () => 1);
    const mustNot = cell("old", () => Promise.reject(new Error("It was measured again")));
    const rows = await run([block([mustNot, must])], { done: new Set([keyOf(mustNot.facts)]) });
    expect(rows.map(({ graph }) => graph)).toEqual(["new"]);
  });

  it("goes on with the others when one cell fails, and tells which one it was", async () => {
    const problems: string[] = [];
    const bad = cell("bad", () => Promise.reject(new Error("It broke")));
    const rows = await run([block([bad, cell("good", async () => 1)])], {
      onProblem: ({ key, message }) => problems.push(`${key}: ${message}`),
    });
    expect(rows.map(({ graph }) => graph)).toEqual(["good"]);
    expect(problems).toEqual([`${keyOf(bad.facts)}: It broke`]);
  });

  it("ends at once when it is stopped, keeps finished rows and lets go of what it has", async () => {
    const stop = new AbortController();
    const closed: string[] = [];
    const endless = cell("endless", () => {
      stop.abort(new Error("It was stopped"));
      return new Promise(() => {});
    });
    const blocks = [
      block([cell("first", async () => 1)]),
      block([endless], { close: () => void closed.push("block") }),
      block([cell("never", async () => 1)]),
    ];
    const rows: ExperimentRow[] = [];
    const close = async (): Promise<void> => void closed.push("plan");
    for await (const row of runPlan({ blocks, close }, { signal: stop.signal })) rows.push(row);
    expect(rows.map(({ graph }) => graph)).toEqual(["first"]);
    expect(closed).toEqual(["block", "plan"]);
  });

  it("takes no more than two rounds when its time is over", async () => {
    const [row] = await run([block([cell("slow", async () => 1)], { rounds: 9, budget: -1 })]);
    expect(row?.samples).toHaveLength(2);
  });

  it("tells how far it is, up to the end", async () => {
    const shares: number[] = [];
    const blocks = [block([cell("a", async () => 1)]), block([cell("b", async () => 1)])];
    await run(blocks, { onProgress: ({ share }) => shares.push(share) });
    expect(shares).toEqual([0, 0.25, 0.5, 0.75, 1]);
  });
});

describe("keyOf", () => {
  it("tells real runs in two runtimes apart, and simulated ones not", () => {
    const real = facts("a");
    expect(keyOf({ ...real, runtime: "deno" })).not.toBe(keyOf(real));
    const simulated: RowFacts = { ...real, how: "simulated" };
    expect(keyOf({ ...simulated, runtime: "deno" })).toBe(keyOf(simulated));
  });
});
