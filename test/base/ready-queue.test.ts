import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ReadyQueue } from "../../src/base/ready-queue.ts";

describe("ReadyQueue", () => {
  it("gives the lowest priority first and the earliest among equals, whatever the order of arrival", () => {
    const step = fc.option(fc.nat(5), { nil: undefined, freq: 3 });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const queue = new ReadyQueue<{ priority: number; sequence: number }>();
        const model: { priority: number; sequence: number }[] = [];
        steps.forEach((priority, sequence) => {
          if (priority === undefined) {
            expect(queue.pop()).toBe(model.shift());
          } else {
            const item = { priority, sequence };
            queue.push(item);
            model.push(item);
            model.sort((a, b) => a.priority - b.priority || a.sequence - b.sequence);
          }
          expect(queue.peek()).toBe(model[0]);
          expect(new Set(queue)).toEqual(new Set(model));
        });
      }),
    );
  });

  it("forgets what was popped from a long row", () => {
    const queue = new ReadyQueue<{ priority: number; sequence: number }>();
    for (let sequence = 0; sequence < 10_000; sequence++) queue.push({ priority: 1, sequence });
    for (let sequence = 0; sequence < 9999; sequence++) expect(queue.pop()?.sequence).toBe(sequence);
    queue.push({ priority: 0, sequence: 10_000 });
    expect(queue.pop()?.sequence).toBe(10_000);
    expect(queue.pop()?.sequence).toBe(9999);
    expect(queue.pop()).toBeUndefined();
  });
});
