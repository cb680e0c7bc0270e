import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NONE } from "../../src/graph/task-table.ts";
import { ReadyHeap } from "../../src/scheduler/ready-heap.ts";

describe("ReadyHeap", () => {
  it("gives tasks by rank, and among equals in the order in which they came", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -3, max: 3 }), { maxLength: 200 }), (ranks) => {
        const heap = new ReadyHeap();
        for (const [task, rank] of ranks.entries()) heap.add(task, rank);
        const taken = ranks.map(() => heap.take());
        const wanted = [...ranks.keys()].sort((a, b) => (ranks[a] as number) - (ranks[b] as number) || a - b);
        expect(taken).to.deep.equal(wanted);
        expect(heap.take()).to.equal(NONE);
        expect(heap.isEmpty).to.equal(true);
      }),
    );
  });

  it("gives a task that was added again once, by its last rank", () => {
    const heap = new ReadyHeap();
    heap.add(7, 1);
    heap.add(8, 2);
    heap.add(7, 3);
    expect([heap.take(), heap.take(), heap.take()]).to.deep.equal([8, 7, NONE]);
  });
});
