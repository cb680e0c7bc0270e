import { describe, expect, it } from "vitest";
import type { Delayed } from "../../src/client/delayed.ts";
import { delayed, drawGraph } from "../../src/client/delayed.ts";
import type { Future } from "../../src/client/future.ts";
import { Simulation } from "../support/simulation.ts";

const inc = delayed((x: number) => x + 1);
const add = delayed((a: number, b: number) => a + b);
const sum = delayed((list: readonly number[]) => list.reduce((a, b) => a + b, 0));

describe("drawGraph", () => {
  /*    one
       /   \
      a     b
       \   / \
        both   */
  it("writes each call once, inputs before consumers", () => {
    const one = inc(0);
    const [a, b] = [inc(one), inc(one)];
    const both = add(a, b);
    const { graph, outputs } = drawGraph([both, b]);
    expect(graph.count).to.equal(4);
    expect(graph.functions).to.have.lengthOf(2);
    expect(outputs, "both, and b, which is drawn before a").to.deep.equal([3, 1]);
    expect([...graph.columns().inputs]).to.deep.equal([0, 0, 2, 1]);
  });

  it("draws a chain of 100,000 calls without recursion", () => {
    let chain: Delayed<number> = inc(0);
    for (let i = 1; i < 100_000; i++) chain = inc(chain);
    const { graph } = drawGraph([chain]);
    expect(graph.count).to.equal(100_000);
    expect(graph.arcs).to.equal(99_999);
  });

  it("draws a call that takes 50,000 others", () => {
    const { graph } = drawGraph([sum(Array.from({ length: 50_000 }, (_, i) => inc(i)))]);
    expect(graph.count).to.equal(50_001);
  });
});

describe("delayed", () => {
  it("computes with futures, delayed calls and values anywhere in arguments", async () => {
    const sim = new Simulation({ workers: [1, 1] });
    const future = sim.client.submit((x: number) => x * 10, [1]) as Future<number>;
    const list = sum([inc(future), future, 5, add(future, inc(2))]);
    const [result] = sim.client.computeDelayed([list]);
    expect(await sim.resultOf((result as Future).result())).to.equal(11 + 10 + 5 + 13);
  });

  it("takes one future several times in one call", async () => {
    const sim = new Simulation({ workers: [1] });
    const future = sim.client.submit((x: number) => x, [4]) as Future<number>;
    const other = sim.client.submit((x: number) => x, [5]) as Future<number>;
    const [result] = sim.client.computeDelayed([sum([future, future, other])]);
    expect(await sim.resultOf((result as Future).result())).to.equal(13);
  });

  it("leaves nothing behind", async () => {
    const sim = new Simulation({ workers: [1, 2] });
    const [result] = sim.client.computeDelayed([add(inc(1), inc(2))]);
    await sim.run();
    result?.release();
    await sim.run();
    sim.expectQuiet();
  });
});
