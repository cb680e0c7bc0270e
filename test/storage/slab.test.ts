import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { GRAIN, Slab } from "../../src/storage/slab.ts";

describe("Slab", () => {
  it("takes the first hole that is large enough before the file grows", () => {
    const slab = new Slab();
    const [a, b, c] = [1, 2, 3].map((grains) => slab.take(grains * GRAIN) as number) as [number, number, number];
    slab.take(GRAIN);
    slab.give(a, GRAIN);
    slab.give(c, 3 * GRAIN);
    expect(slab.take(2 * GRAIN)).toBe(c);
    expect(slab.take(GRAIN)).toBe(a);
    expect(slab.take(GRAIN)).toBe(c + 2 * GRAIN);
    expect(slab.take(GRAIN)).toBe(7 * GRAIN);
    expect(b).toBe(GRAIN);
  });

  it("merges what is given back with free neighbours on both sides", () => {
    const slab = new Slab();
    const starts = [0, 1, 2, 3].map(() => slab.take(GRAIN) as number);
    for (const i of [0, 2, 1]) slab.give(starts[i] as number, GRAIN);
    expect(slab.take(3 * GRAIN)).toBe(0);
  });

  it("has no end left when everything was given back", () => {
    const slab = new Slab();
    const starts = [10, 2000, 1].map((length) => ({ length, start: slab.take(length) as number }));
    for (const { start, length } of starts) slab.give(start, length);
    expect(slab.end).toBe(0);
  });

  it("begins where it is told to, and uses what is left before and behind", () => {
    const slab = new Slab();
    slab.take(GRAIN);
    expect(slab.take(2 * GRAIN, 4 * GRAIN)).toBe(4 * GRAIN);
    expect(slab.take(3 * GRAIN)).toBe(GRAIN);
    const large = slab.take(12 * GRAIN, 4 * GRAIN) as number;
    expect([large, slab.take(GRAIN), slab.take(GRAIN)]).toEqual([8 * GRAIN, 6 * GRAIN, 7 * GRAIN]);
    slab.take(GRAIN);
    slab.give(large, 12 * GRAIN);
    expect(slab.take(4 * GRAIN, 4 * GRAIN)).toBe(8 * GRAIN);
    expect([slab.take(GRAIN), slab.take(7 * GRAIN)]).toEqual([12 * GRAIN, 13 * GRAIN]);
  });

  it("answers undefined when there is no room below the limit, and has changed nothing", () => {
    const slab = new Slab(4 * GRAIN);
    const first = slab.take(3 * GRAIN) as number;
    expect(slab.take(2 * GRAIN)).toBeUndefined();
    expect(slab.take(GRAIN)).toBe(3 * GRAIN);
    slab.give(first, 3 * GRAIN);
    expect(slab.take(3 * GRAIN)).toBe(0);
  });

  it("takes no room for nothing", () => {
    const slab = new Slab(0);
    expect(slab.take(0)).toBe(0);
    slab.give(0, 0);
    expect(slab.end).toBe(0);
  });

  it("refuses to take back what is free already", () => {
    const slab = new Slab();
    const start = slab.take(GRAIN) as number;
    slab.take(GRAIN);
    slab.give(start, GRAIN);
    expect(() => slab.give(start, GRAIN)).toThrow("was given back twice");
    expect(() => slab.give(2 * GRAIN, GRAIN)).toThrow("was given back twice");
  });

  it("never gives one byte to two, uses every hole that fits, and ends where the last stretch ends", () => {
    const take = fc.record({
      kind: fc.constant("take" as const),
      length: fc.integer({ min: 1, max: 9 * GRAIN }),
      alignment: fc.constantFrom(GRAIN, 4 * GRAIN),
    });
    const give = fc.record({ kind: fc.constant("give" as const), which: fc.nat() });
    const property = fc.property(fc.array(fc.oneof(take, give), { maxLength: 120 }), (steps) => {
      const slab = new Slab();
      const model: { readonly start: number; readonly length: number }[] = [];
      for (const step of steps) {
        if (step.kind === "take") {
          const wanted = firstFit(model, step);
          const start = slab.take(step.length, step.alignment) as number;
          expect(start).toBe(wanted);
          model.push({ start, length: step.length });
        } else if (model.length > 0) {
          const [gone] = model.splice(step.which % model.length, 1);
          if (gone !== undefined) slab.give(gone.start, gone.length);
        }
        expect(slab.end).toBe(Math.max(0, ...model.map(endOf)));
      }
    });
    fc.assert(property, { numRuns: 300 });
  });
});

interface Stretch {
  readonly start: number;
  readonly length: number;
}

/** The lowest aligned offset at which `length` bytes touch none of the stretches: the whole truth, slowly. */
function firstFit(
  taken: readonly Stretch[],
  { length, alignment }: { readonly length: number; readonly alignment: number },
): number {
  const wanted = roundUp(length, GRAIN);
  const candidates = [0, ...taken.map(endOf)].map((start) => roundUp(start, alignment)).sort((a, b) => a - b);
  const isFree = (start: number) => taken.every((each) => endOf(each) <= start || each.start >= start + wanted);
  return candidates.find(isFree) as number;
}

const roundUp = (n: number, step: number): number => Math.ceil(n / step) * step;
const endOf = ({ start, length }: Stretch): number => start + roundUp(length, GRAIN);
