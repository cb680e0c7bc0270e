import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IndexSet } from "../../src/scheduler/index-set.ts";

describe("IndexSet", () => {
  it("agrees with a Set whatever is added and deleted", () => {
    const step = fc.record({ isAdded: fc.boolean(), member: fc.nat(40) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const set = new IndexSet();
        const plain = new Set<number>();
        for (const { isAdded, member } of steps) {
          if (isAdded) set.add(member);
          else set.delete(member);
          if (isAdded) plain.add(member);
          else plain.delete(member);
        }
        const members = Array.from({ length: set.size }, (_, i) => set.at(i));
        expect(members.sort()).to.deep.equal([...plain].sort());
        for (let member = -1; member < 50; member++) expect(set.has(member)).to.equal(plain.has(member));
      }),
      { seed: 42 },
    );
  });
});
