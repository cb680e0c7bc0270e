import { describe, expect, it } from "vitest";
import { geometricMean, spreadOf } from "../../../src/lab/experiments/spread.ts";
import { PAPER_MAKESPANS } from "../../../src/lab/paper/makespans.ts";
import { PAPER_SPEEDUPS } from "../../../src/lab/paper/speedups.ts";

describe("spreadOf", () => {
  it("tells median and quartiles, between samples where there is none", () => {
    expect(spreadOf([4, 1, 3, 2])).toEqual({ median: 2.5, lower: 1.75, upper: 3.25 });
    expect(spreadOf([5, 1, 9])).toEqual({ median: 5, lower: 3, upper: 7 });
  });

  it("is the sample itself when there is only one", () => {
    expect(spreadOf([7])).toEqual({ median: 7, lower: 7, upper: 7 });
  });

  it("refuses to tell anything of no samples", () => {
    expect(() => spreadOf([])).toThrow(RangeError);
  });
});

describe("geometricMean", () => {
  it("makes 1 of twice as fast and half as fast", () => {
    expect(geometricMean([2, 0.5])).toBeCloseTo(1, 12);
  });

  it("refuses what is not above 0", () => {
    expect(() => geometricMean([1, 0])).toThrow("Cannot tell a geometric mean: a number is 0, must be above 0");
    expect(() => geometricMean([])).toThrow(RangeError);
  });

  it("makes the paper's Table II of its makespans", () => {
    expect(PAPER_MAKESPANS).toHaveLength(25);
    for (const setting of ["dask/random", "rsds/random", "rsds/ws"] as const) {
      for (const at of [0, 1] as const) {
        const speedups = PAPER_MAKESPANS.map(({ seconds }) => seconds["dask/ws"][at] / seconds[setting][at]);
        expect(geometricMean(speedups)).toBeCloseTo(PAPER_SPEEDUPS[setting][at], 2);
      }
    }
  });
});
