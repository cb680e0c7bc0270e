import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LEAD, packPriority, priorityBase } from "../../src/reactor/priority.ts";

describe("packPriority", () => {
  const parts = fc.record({
    user: fc.integer({ min: -100, max: 100 }),
    generation: fc.integer({ min: 0, max: 2 ** 32 }),
    scheduler: fc.integer({ min: -(2 ** 19), max: 2 ** 19 - 1 }),
  });

  it("orders by submission, the user's priority being a lead, then by the scheduler's, in one exact number", () => {
    fc.assert(
      fc.property(parts, parts, (a, b) => {
        const [p, q] = [a, b].map((x) => packPriority(priorityBase(x.user, x.generation), x.scheduler)) as [
          number,
          number,
        ];
        expect(Number.isSafeInteger(p)).to.equal(true);
        const ahead = a.generation - LEAD * a.user - (b.generation - LEAD * b.user);
        expect(Math.sign(p - q)).to.equal(Math.sign(ahead || a.scheduler - b.scheduler));
      }),
    );
  });

  it("lets a higher priority go first, unless the lower has waited for a thousand submissions for each step between them", () => {
    const low = priorityBase(0, 0);
    expect(priorityBase(2, 1999)).to.be.below(low);
    expect(priorityBase(2, 2001)).to.be.above(low);
    expect(priorityBase(-1, 0)).to.be.above(priorityBase(0, 999));
  });

  it("cuts a scheduler's priority that is out of range, so that submissions stay apart", () => {
    const first = packPriority(priorityBase(0, 1), 2 ** 30);
    const second = packPriority(priorityBase(0, 2), -(2 ** 30));
    expect(first).to.be.below(second);
  });
});
