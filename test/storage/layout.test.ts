import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRuns, layOut, PAGE } from "../../src/storage/layout.ts";

const lengthsOf = fc.array(fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 200_000 })), {
  maxLength: 30,
});

describe("layOut", () => {
  it("puts large parts first, each on a page of its own, and small ones behind them without gaps", () => {
    const { offsets, order, bytes, alignment } = layOut([40, 10_000, 0, 7, 8_192]);
    expect(order).toEqual([1, 4, 0, 3]);
    expect(offsets).toEqual([12_288 + 8_192, 0, 0, 12_288 + 8_192 + 40, 12_288]);
    expect(bytes).toBe(12_288 + 8_192 + 47);
    expect(alignment).toBe(PAGE);
  });

  it("asks for no alignment where all parts are small", () => {
    expect(layOut([40, 7])).toMatchObject({ offsets: [0, 40], bytes: 47, alignment: 1 });
  });

  it("gives every byte a place of its own", () => {
    const property = fc.property(lengthsOf, (lengths) => {
      const { offsets, order, bytes } = layOut(lengths);
      let end = 0;
      for (const part of order) {
        expect(offsets[part]).toBeGreaterThanOrEqual(end);
        end = (offsets[part] as number) + (lengths[part] as number);
      }
      expect(end).toBe(bytes);
      expect(order.length).toBe(lengths.filter((length) => length > 0).length);
    });
    fc.assert(property);
  });
});

describe("findRuns", () => {
  it("covers every part once, in order, keeps runs short and large parts alone", () => {
    const limits = { alone: 10_000, longest: 20_000 };
    const property = fc.property(lengthsOf, (lengths) => {
      const layout = layOut(lengths);
      let next = 0;
      for (const { first, end, offset, bytes } of findRuns(layout, limits)) {
        expect(first).toBe(next);
        next = end;
        const parts = layout.order.slice(first, end);
        expect(offset).toBe(layout.offsets[parts[0] as number]);
        const last = parts[parts.length - 1] as number;
        expect(offset + bytes).toBe((layout.offsets[last] as number) + (lengths[last] as number));
        if (parts.length === 1) continue;
        expect(bytes).toBeLessThanOrEqual(limits.longest);
        for (const part of parts) expect(lengths[part]).toBeLessThan(limits.alone);
      }
      expect(next).toBe(layout.order.length);
    });
    fc.assert(property);
  });

  it("makes one run of what fits together", () => {
    expect(findRuns(layOut([65_536, 40, 5]), { alone: 131_072, longest: 131_072 })).toHaveLength(1);
    expect(findRuns(layOut([65_536, 40, 5]), { alone: 8_192, longest: 131_072 })).toHaveLength(2);
  });
});
