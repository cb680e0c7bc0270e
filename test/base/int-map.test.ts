import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntMap } from "../../src/base/int-map.ts";

describe("IntMap", () => {
  it("does what a Map does, through any sequence of sets and removals", () => {
    const key = fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 2 ** 31 - 1 }));
    const action = fc.record({ key, value: fc.option(fc.nat(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 400 }), (actions) => {
        const map = new IntMap();
        const model = new Map<number, number>();
        for (const each of actions) {
          if (each.value === undefined) {
            expect(map.take(each.key)).to.equal(model.get(each.key) ?? -1);
            model.delete(each.key);
          } else {
            map.set(each.key, each.value);
            model.set(each.key, each.value);
          }
          expect(map.size).to.equal(model.size);
        }
        for (const { key: each } of actions) expect(map.get(each)).to.equal(model.get(each) ?? -1);
      }),
    );
  });
});
