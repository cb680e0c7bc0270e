// What experiments are going to measure: nothing is run.
import { describe, expect, it } from "vitest";
import { planAot } from "../../../src/lab/experiments/aot.ts";
import { planCompare } from "../../../src/lab/experiments/compare.ts";
import type { ExperimentOptions, Plan } from "../../../src/lab/experiments/plan.ts";
import { keyOf } from "../../../src/lab/experiments/row.ts";
import { planScale } from "../../../src/lab/experiments/scale.ts";
import { planZero } from "../../../src/lab/experiments/zero.ts";

const PLANS: Readonly<Record<string, (options: ExperimentOptions) => Plan>> = {
  compare: planCompare,
  scale: planScale,
  zero: planZero,
  aot: planAot,
};

const cellsOf = ({ blocks }: Plan) => blocks.flatMap(({ cells }) => cells.map(({ facts }) => facts));

describe.each(Object.keys(PLANS))("the plan of %s", (name) => {
  const plan = PLANS[name] as (options: ExperimentOptions) => Plan;

  it.each([true, false])("names every measurement once (quick: %s)", (quick) => {
    const keys = cellsOf(plan({ quick })).map(keyOf);
    expect(keys.length).toBeGreaterThan(20);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("measures less when it must be quick", () => {
    expect(cellsOf(plan({ quick: true })).length).toBeLessThan(cellsOf(plan({})).length);
  });

  it("keeps real and simulated apart", () => {
    const ways = (how: "real" | "simulated") => new Set(cellsOf(plan({ how })).map((facts) => facts.how));
    expect([...ways("real")]).toEqual(["real"]);
    expect([...ways("simulated")].filter((how) => how !== "simulated")).toEqual([]);
  });

  it("uses the schedulers of a user instead of ours", () => {
    const mine = { name: "mine", make: () => ({ name: "mine", observe: () => false, assign: () => {} }) };
    const ours = cellsOf(plan({ quick: true, schedulers: [mine] })).filter(({ server }) => server === "weftwork");
    expect(new Set(ours.map(({ scheduler }) => scheduler))).toEqual(new Set(["mine"]));
  });
});

describe("planCompare", () => {
  it("takes the 25 graphs of Figures 2 to 4, real and on the paper's two clusters", () => {
    const facts = cellsOf(planCompare({}));
    const graphsWith = (workers: number) =>
      new Set(facts.filter((each) => each.how === "simulated" && each.workers === workers).map(({ graph }) => graph))
        .size;
    expect(new Set(facts.filter(({ how }) => how === "real").map(({ graph }) => graph)).size).toBe(25);
    expect([graphsWith(24), graphsWith(168)]).toEqual([25, 25]);
  });
});

describe("planScale", () => {
  it("goes from 24 to 1,512 workers on 63 nodes", () => {
    const simulated = cellsOf(planScale({ how: "simulated" }));
    const workers = [...new Set(simulated.map((each) => each.workers))];
    expect(workers).toEqual([24, 168, 360, 552, 744, 1128, 1512]);
  });
});
