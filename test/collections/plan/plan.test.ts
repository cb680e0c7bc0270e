import { describe, expect, it } from "vitest";
import { DataFrame } from "../../../src/collections/frame/data-frame.ts";
import { col, rowCount } from "../../../src/collections/frame/expression.ts";
import { kernel } from "../../../src/collections/plan/kernel-functions.ts";
import type { LazyPart } from "../../../src/collections/plan/lazy-part.ts";
import { lazyPart } from "../../../src/collections/plan/lazy-part.ts";
import { planOf } from "../../../src/collections/plan/plan.ts";
import { submitParts } from "../../../src/collections/plan/run.ts";
import { runChain } from "../../../src/collections/plan/run-chain.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const part = (kind: string, ...inputs: LazyPart[]): LazyPart => lazyPart(kind, kernel(kind), inputs);

describe("planOf", () => {
  /*  a -> b -> d     chains end where a result has two consumers (b),
             \        where a consumer has two inputs (e),
         c -> e -> f  and at an output  */
  const a = part("a");
  const b = part("b", a);
  const c = part("c");
  const d = part("d", b);
  const e = part("e", b, c);
  const f = part("f", e);

  it("fuses chains of tasks, each the only consumer of the one before", () => {
    const { tasks, outputs, fused } = planOf([d, f]);
    expect(tasks.map(({ kind, inputs }) => [kind, inputs])).to.deep.equal([
      ["a+b", []],
      ["d", [0]],
      ["c", []],
      ["e+f", [0, 2]],
    ]);
    expect([outputs, fused]).to.deep.equal([[1, 3], 2]);
    expect(planOf([b, f]).tasks.map(({ kind }) => kind)).to.deep.equal(["a+b", "c", "e+f"]);
    expect(planOf([d, f], { fuse: false }).tasks.map(({ kind }) => kind)).to.deep.equal(["a", "b", "d", "c", "e", "f"]);
  });

  it("leaves out tasks that no wanted output needs, and counts them", () => {
    const { tasks, outputs, culled } = planOf([d, f], { outputs: [0] });
    expect([tasks.map(({ kind }) => kind), outputs, culled]).to.deep.equal([["a+b+d"], [0], 3]);
    expect(planOf([d, f], { outputs: [0], cull: false }).tasks).to.have.length(4);
    expect(() => planOf([d], { outputs: [1] })).to.throw(RangeError, "Cannot plan partition 1");
  });

  it("plans chains of many thousands of parts, and parts that many share, each once", () => {
    let long = part("a");
    for (let i = 0; i < 50_000; i++) long = part("b", long);
    expect(planOf([long]).tasks).to.have.length(1);
    expect(planOf([long, long], { fuse: false }).tasks).to.have.length(50_001);
  });
});

describe("runChain", () => {
  it("calls step after step, with values where there are any, and waits for promises", async () => {
    const add = (by: number, to: number): number => by + to;
    const twice = async (x: number): Promise<number> => 2 * x;
    expect(runChain(add, add, [1, 2], 3)).to.equal(6);
    expect(await runChain(add, twice, add, [1, undefined, 5], 3)).to.equal(13);
    await expect(runChain(twice, () => Promise.reject(new Error("no")), [undefined, undefined], 1)).rejects.toThrow(
      "no",
    );
  });
});

describe("DataFrame.explain", () => {
  const rows = 100_000;
  const frame = DataFrame.fromColumns(
    { key: Array.from({ length: rows }, (_, i) => `k${i % 3}`), x: new Float64Array(rows), y: new Float64Array(rows) },
    { partitions: 4 },
  );

  it("tells tasks by kind, what was fused, and bytes without the columns that nobody needs", () => {
    const plan = frame.filter(col("x").gt(0)).groupby("key").agg({ n: rowCount() }).explain();
    expect(plan.kinds.map(({ kind, tasks }) => [kind, tasks])).to.deep.equal([
      ["data+filter+group", 4],
      ["group-finish", 1],
    ]);
    expect(plan).to.include({ tasks: 5, arcs: 4, outputs: 1, fused: 8, pruned: 8 });
    expect(String(plan)).to.contain("5 tasks, 4 arcs, 1 outputs");
    const whole = frame.explain({ fuse: false });
    const narrow = frame.select("x").explain({ fuse: false });
    const bytesOf = (found: typeof whole) => found.kinds[0]?.bytes ?? 0;
    expect(bytesOf(narrow)).to.be.below(0.5 * bytesOf(whole));
  });

  it("says before anything runs that a worker's memory cannot suffice", () => {
    const sorted = frame.sort("x", { partitions: 1 });
    expect(sorted.explain({ memory: 1e9 }).refusal).to.equal(undefined);
    expect(sorted.explain({ memory: 1e5 }).refusal).to.contain("Cannot compute: one task (sort) needs about");
    const cluster = Object.assign(new LocalCluster(), { info: { memoryLimit: 2e5, workers: [0, 1] } });
    expect(() => submitParts(cluster, sorted.frame.parts)).to.throw(RangeError, "must have more partitions");
    expect(cluster.tasks).to.equal(0);
  });
});
