import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packPriority, priorityBase } from "../../src/reactor/priority.ts";

describe("packPriority", () => {
  const parts = fc.record({
    user: fc.integer({ min: -100, max: 100 }),
    generation: fc.integer({ min: 0, max: 2 ** 25 - 1 }),
    scheduler: fc.integer({ min: -(2 ** 19), max: 2 ** 19 - 1 }),
  });

  it("orders by the user's priority, then by submission, then by the scheduler's, in one exact number", () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [p, q] = [a, b].map((x) => packPriority(priorityBase(x.user, x.generation), x.scheduler)) as [
          number,
          number,
        ];
        expect(Number.isSafeInteger(p)).to.equal(true);
        const byParts = b.user - a.user || a.generation - b.generation || a.scheduler - b.scheduler;
        expect(Math.sign(p - q)).to.equal(Math.sign(byParts));
      }),
    );
  });

  it("cuts a scheduler's priority that is out of range, so that submissions stay apart", () => {
    const first = packPriority(priorityBase(0, 1), 2 ** 30);
    const second = packPriority(priorityBase(0, 2), -(2 ** 30));
    expect(first).to.be.below(second);
  });
});
