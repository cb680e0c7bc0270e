import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Ranked } from "../../src/base/heap.ts";
import { Heap } from "../../src/base/heap.ts";
import { ReadyQueue } from "../../src/base/ready-queue.ts";

const inOrder = (a: Ranked, b: Ranked): number => a.priority - b.priority || a.sequence - b.sequence;
/** Priorities to push; undefined pops. */
const actions = fc.array(fc.option(fc.integer({ min: -4, max: 4 }), { nil: undefined, freq: 2 }), { maxLength: 200 });

describe.each([
  ["Heap", () => new Heap<Ranked>()],
  ["ReadyQueue", () => new ReadyQueue<Ranked>()],
] as const)("%s", (_name, make) => {
  it("always pops the lowest priority, and the earliest among equals", () => {
    fc.assert(
      fc.property(actions, (priorities) => {
        const queue = make();
        const model: Ranked[] = [];
        priorities.forEach((priority, sequence) => {
          if (priority !== undefined) {
            queue.push({ priority, sequence });
            model.push({ priority, sequence });
            model.sort(inOrder);
          } else {
            expect(queue.peek()).to.deep.equal(model[0]);
            expect(queue.pop()).to.deep.equal(model.shift());
          }
        });
        expect([...queue].sort(inOrder)).to.deep.equal(model);
      }),
    );
  });

  it("keeps its order when thousands come and go in order", () => {
    const queue = make();
    for (let i = 0; i < 10_000; i++) queue.push({ priority: Math.floor(i / 10), sequence: i });
    for (let i = 0; i < 10_000; i++) {
      if (i === 5000) queue.push({ priority: -1, sequence: 20_000 });
      if (i === 5000) expect(queue.pop()?.sequence).to.equal(20_000);
      expect(queue.pop()?.sequence).to.equal(i);
    }
    expect(queue.pop()).to.equal(undefined);
  });
});
