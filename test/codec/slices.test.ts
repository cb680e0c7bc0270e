import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sliceList } from "../../src/codec/slices.ts";
import { cloneable } from "../support/cloneable-values.ts";
import { isSameValue } from "../support/same-value.ts";

describe("sliceList", () => {
  it("cuts a list into slices that are the list together", () => {
    const rows = Array.from({ length: 10 }, (_, id) => ({ id, tags: [id] }));
    const slices = sliceList(rows, 3);
    expect(slices?.map(({ length }) => length)).to.deep.equal([4, 4, 2]);
    expect(slices?.flat()).to.deep.equal(rows);
  });

  it("leaves whole what is no list, is sparse, has other properties, or shares objects between items", () => {
    const shared = { a: 1 };
    const sparse: number[] = [];
    sparse[3] = 1;
    const named = Object.assign([1, 2, 3], { name: "x" });
    const loop: unknown[] = [1, 2];
    loop.push(loop);
    const buffer = new ArrayBuffer(8);
    const views = [new Uint8Array(buffer), new Uint8Array(buffer, 4)];
    const hidden = [new Error("a", { cause: shared }), shared];
    for (const value of [{ length: 4 }, sparse, named, [shared, [shared]], loop, views, hidden, [1]]) {
      expect(sliceList(value, 2)).to.equal(undefined);
    }
  });

  it("gives slices whose clones are the clone of the list, or nothing", () => {
    fc.assert(
      fc.property(
        fc.array(cloneable, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 2, max: 5 }),
        (list, count) => {
          const slices = sliceList(list, count);
          if (slices === undefined) return;
          expect(
            isSameValue(
              structuredClone(list),
              slices.flatMap((slice) => structuredClone(slice) as unknown[]),
            ),
          ).to.equal(true);
        },
      ),
    );
  });
});
