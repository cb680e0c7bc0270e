import { describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.ts";
import { Placement } from "../../src/scheduler/placement.ts";
import { State } from "../../src/scheduler/task-facts.ts";
import { ToldFacts } from "../support/facts-checks.ts";

/** Workers 0 to 3 on two nodes of two. */
function twoNodes(): { told: ToldFacts; placement: Placement } {
  const told = new ToldFacts();
  told.workers([1, 1, 1, 1], [0, 0, 1, 1]);
  return { told, placement: new Placement(told.facts, seededRandom(5)) };
}

/** How often each worker is chosen for a task. */
function choices(placement: Placement, task: number): Record<number, number> {
  const counts: Record<number, number> = {};
  for (let i = 0; i < 300; i++) {
    const worker = placement.choose(task);
    counts[worker] = (counts[worker] ?? 0) + 1;
  }
  return counts;
}

describe("Placement", () => {
  /*  0 (10 B on 0)   1 (1000 B on 2)
               \     /
                  2  */
  it("puts a task where most of its input bytes are", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [], [0, 1]]);
    told.finished(0, 0, 10);
    told.finished(1, 2, 1000);
    expect(placement.choose(2)).to.equal(2);
  });

  it("ignores the load there", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [0], ...Array.from({ length: 50 }, () => [])]);
    told.finished(0, 3, 10);
    for (let task = 2; task < 52; task++) told.assign(task, 3);
    expect(placement.choose(1)).to.equal(3);
  });

  it("draws uniformly among workers that cost the same", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [], [0, 1]]);
    told.finished(0, 0, 100);
    told.finished(1, 1, 100);
    const counts = choices(placement, 2);
    expect(Object.keys(counts)).to.deep.equal(["0", "1"]);
    expect(counts[0]).to.be.within(110, 190);
  });

  it("knows all replicas of an input", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [0]]);
    told.finished(0, 0, 100);
    told.pair("placed", 0, 2);
    told.pair("placed", 0, 3);
    expect(Object.keys(choices(placement, 1))).to.deep.equal(["0", "2", "3"]);
  });

  /*  0 (600 B on 0)   1 (400 B on 2)   2 (400 B on 3)
        \__________________|________________/
                           3
      alone, 0 saves 600; but 2 and 3 share a node: each saves 400 and half of 400 */
  it("counts half of what is on the same node", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [], [], [0, 1, 2]]);
    told.finished(0, 0, 550);
    told.finished(1, 2, 400);
    told.finished(2, 3, 400);
    expect(Object.keys(choices(placement, 3))).to.deep.equal(["2", "3"]);
    told.finished(0, 0, 650);
    expect(placement.choose(3)).to.equal(0);
  });

  /*  0 (1000 B on 0)   1 (10 B on 3)
       |        \         /
       2 (on 3)     3           0 is promised to worker 3  */
  it("counts an input as good as there where another task that takes it is assigned", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [], [0], [0, 1]]);
    told.finished(0, 0, 1000);
    told.finished(1, 3, 10);
    expect(placement.choose(3)).to.equal(0);
    told.assign(2, 3);
    expect(placement.choose(3)).to.equal(3);
    told.finished(2, 3);
    expect(placement.choose(3), "no promise, and nobody said that the input was placed").to.equal(0);
  });

  it("prefers the holder to a promise of the same input", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [0], [0]]);
    told.finished(0, 0, 0);
    told.assign(1, 1);
    expect(Object.keys(choices(placement, 2))).to.deep.equal(["0"]);
  });

  it("finds a worker for a task whose inputs nobody holds", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [0]]);
    told.finished(0, 0);
    told.pair("removed", 0, 0);
    expect(placement.choose(1)).to.be.within(0, 3);
  });

  it("never chooses a worker that is gone", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [0], []]);
    told.finished(0, 0, 100);
    told.lose(0);
    told.lose(1);
    expect(Object.keys(choices(placement, 1))).to.deep.equal(["2", "3"]);
    expect(Object.keys(choices(placement, 2))).to.deep.equal(["2", "3"]);
  });

  it("spreads tasks without inputs by cores, to within a few tasks", () => {
    const told = new ToldFacts();
    told.workers([1, 1, 2, 4]);
    const placement = new Placement(told.facts, seededRandom(5));
    told.graph(Array.from({ length: 800 }, () => []));
    for (let task = 0; task < 800; task++) told.assign(task, placement.choose(task), State.fresh);
    const { load } = told.facts.workers;
    for (const worker of [0, 1]) expect(load[worker]).to.be.within(85, 135);
    expect(load[2]).to.be.within(180, 240);
    expect(load[3]).to.be.within(300, 400);
  });

  it("says what it costs to bring a task's inputs to a worker", () => {
    const { told, placement } = twoNodes();
    told.graph([[], [], [0, 1], [1]]);
    told.finished(0, 0, 100);
    told.finished(1, 2, 1000);
    told.assign(2, 2);
    told.assign(3, 3);
    expect(placement.cost(2, 0)).to.equal(0 + 1001);
    expect(placement.cost(2, 1)).to.equal(51 + 1001);
    expect(placement.cost(2, 3)).to.equal(101 + 1);
  });
});
