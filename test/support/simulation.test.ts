// The simulation itself: it must notice what goes wrong, or the property tests prove nothing.
import { describe, expect, it } from "vitest";
import type { Scheduler } from "../../src/scheduler/scheduler.ts";
import { Simulation } from "./simulation.ts";

const add = (a: number, b: number): number => a + b;

describe("Simulation", () => {
  it("runs a program on one virtual thread, and is quiet when all is released", async () => {
    const sim = new Simulation({ workers: [1, 2], seed: 5 });
    const one = sim.client.submit(add, [1, 2]);
    const two = sim.client.submit(add, [one, one]);
    expect(await sim.resultOf(two.result())).to.equal(6);
    expect(() => sim.expectQuiet()).to.throw("rows are in use");
    one.release();
    two.release();
    await sim.run();
    sim.expectQuiet();
  });

  it("notices a promise that nobody settles", async () => {
    const lazy: Scheduler = { name: "lazy", observe: () => false, assign: () => {} };
    const sim = new Simulation({ workers: [1], scheduler: () => lazy });
    const waits = sim.resultOf(sim.client.submit(add, [1, 2]).result());
    expect(String(await waits.catch((error: unknown) => error))).to.include("a promise is left pending");
  });

  it("notices an invariant that breaks, in the event that breaks it", async () => {
    const sim = new Simulation({ workers: [1] });
    sim.client.submit(add, [1, 2]);
    await sim.run(0);
    sim.reactor.state.tasks.count++;
    const run = sim.run().catch((error: unknown) => error);
    expect(String(await run)).to.include("rows are in use");
  });

  it("computes again what a worker took with it that was killed", async () => {
    const sim = new Simulation({ workers: [1] });
    const future = sim.client.submit(add, [1, 2]);
    await sim.run();
    sim.kill(0);
    await sim.run();
    expect([...sim.workers.keys()]).to.deep.equal([1]);
    expect(await sim.resultOf(future.result())).to.equal(3);
  });

  it("gives other orders of delivery for other seeds", async () => {
    const traces = await Promise.all(
      [1, 2].map(async (seed) => {
        const sim = new Simulation({ workers: [1, 1], seed, trace: true });
        sim.client.map(add, [
          [1, 2, 3],
          [4, 5, 6],
        ]);
        await sim.run();
        return sim.instructions;
      }),
    );
    expect(traces[0]).to.not.deep.equal(traces[1]);
  });
});
