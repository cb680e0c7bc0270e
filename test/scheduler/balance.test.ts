import { describe, expect, it } from "vitest";
import { IntList } from "../../src/base/int-list.ts";
import { seededRandom } from "../../src/base/random.ts";
import { Balance } from "../../src/scheduler/balance.ts";
import { Placement } from "../../src/scheduler/placement.ts";
import { State } from "../../src/scheduler/task-facts.ts";
import { checkFacts, ToldFacts } from "../support/facts-checks.ts";

/** Workers with these cores, and sources 0, 1, ... of which each worker has been sent so many. */
function loaded(cores: readonly number[], counts: readonly number[]) {
  const told = new ToldFacts();
  told.workers(cores);
  told.graph(Array.from({ length: counts.reduce((a, b) => a + b, 0) }, () => []));
  let task = 0;
  for (const [worker, count] of counts.entries()) for (let i = 0; i < count; i++) told.assign(task++, worker);
  const random = seededRandom(5);
  const balance = new Balance(told.facts, new Placement(told.facts, random), random);
  return { told, balance };
}

/** Balances and returns the tasks moved, and the loads of all workers. */
function run({ told, balance }: ReturnType<typeof loaded>): { moved: number[]; loads: number[] } {
  const moved = new IntList();
  balance.run(moved);
  checkFacts(told.facts);
  const { alive, load } = told.facts.workers;
  const workers = Array.from({ length: alive.size }, (_, i) => alive.at(i)).sort((a, b) => a - b);
  return { moved: [...moved.take()], loads: workers.map((worker) => load[worker] as number) };
}

describe("Balance", () => {
  it("is not needed while every worker has enough, or nobody has too much", () => {
    expect(loaded([1, 1], [1, 5]).balance.isNeeded).to.equal(false);
    expect(loaded([1, 1], [0, 1]).balance.isNeeded).to.equal(false);
    expect(loaded([1, 1], [0, 2]).balance.isNeeded).to.equal(true);
  });

  it("moves half of the difference, from the end of the victim's queue", () => {
    expect(run(loaded([1, 1], [6, 0]))).to.deep.equal({ moved: [5, 4, 3], loads: [3, 3] });
  });

  it("fills several thieves to one level", () => {
    expect(run(loaded([1, 1, 1, 1, 1], [5000, 0, 0, 0, 0])).loads).to.deep.equal([1000, 1000, 1000, 1000, 1000]);
  });

  it("takes cores into account", () => {
    expect(run(loaded([1, 3], [8, 0])).loads).to.deep.equal([2, 6]);
  });

  it("leaves a victim its cores, and gives what is scarce to as many workers as there are tasks", () => {
    expect(run(loaded([2, 4, 4, 4], [5, 0, 0, 0])).loads).to.deep.equal([2, 1, 1, 1]);
  });

  it("never moves tasks that run, that stay where they are, or that are on their way", () => {
    const { told, balance } = loaded([1, 1, 1], [5, 0, 0]);
    told.pair("started", 4, 0);
    told.pair("kept", 3, 0);
    told.facts.assign(2, 1, State.moving);
    expect(run({ told, balance }).moved).to.deep.equal([1, 0]);
    expect(balance.isNeeded).to.equal(false);
  });

  it("prefers tasks of which no worker has been told", () => {
    const { told, balance } = loaded([1, 1], [4, 0]);
    told.graph([[], []]);
    told.assign(4, 0, State.fresh);
    told.assign(5, 0, State.fresh);
    const { moved, loads } = run({ told, balance });
    expect(loads).to.deep.equal([3, 3]);
    expect(moved).to.deep.equal([3]);
    expect(told.queue(1)).to.include.members([4, 5]);
  });

  /*  0 (1 MB on worker 0)   1 (1 MB on worker 1)
       | \                    |
       2  3                   4        all on worker 0  */
  it("prefers what is cheap for the thief", () => {
    const { told, balance } = loaded([1, 1], [0, 0]);
    told.graph([[], [], [0], [0], [1]]);
    told.finished(0, 0, 1e6);
    told.finished(1, 1, 1e6);
    for (const task of [4, 2, 3]) told.assign(task, 0);
    expect(run({ told, balance }).moved).to.deep.equal([4]);
  });

  it("serves all of a hundred thieves from a hundred victims", () => {
    const half = Array.from({ length: 100 }, () => 1);
    const { loads } = run(loaded([...half, ...half], [...half.map(() => 20), ...half.map(() => 0)]));
    expect(Math.min(...loads)).to.be.above(2);
    expect(loads.reduce((a, b) => a + b, 0)).to.equal(2000);
  });
});
