// Whatever the chunks, the results are those of one chunk.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nd } from "../../../src/collections/array/nd.ts";
import type { NdArray } from "../../../src/collections/array/nd-array.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();

/** Sizes that add up to `length`, empty ones among them. */
const cutsOf = (length: number): fc.Arbitrary<number[]> =>
  fc.array(fc.integer({ min: 0, max: length }), { maxLength: 3 }).map((cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), length];
    return edges.slice(1).map((edge, i) => edge - (edges[i] as number));
  });

const numbers = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -20, max: 20 }) },
  fc.constantFrom(Number.NaN, -0, 0.5, Infinity),
);

interface Cut {
  readonly whole: NdArray;
  readonly cut: NdArray;
}

/** Arrays of one shape, each in one chunk and in some. */
const twoArrays: fc.Arbitrary<readonly [Cut, Cut]> = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 1, max: 5 }))
  .chain(([rows, columns]) => {
    const one = fc.tuple(
      fc.array(numbers, { minLength: rows * columns, maxLength: rows * columns }),
      cutsOf(rows),
      cutsOf(columns),
    );
    return fc.tuple(one, one).map(([a, b]) => {
      const make = ([values, rowCuts, columnCuts]: typeof a): Cut => {
        const data = Float64Array.from(values);
        const shape = [rows, columns];
        return {
          whole: nd.fromTypedArray(data, { shape, chunks: -1 }),
          cut: nd.fromTypedArray(data, { shape, chunks: [rowCuts, columnCuts] }),
        };
      };
      return [make(a), make(b)] as const;
    });
  });

const COMPUTATIONS: Readonly<Record<string, (a: NdArray, b: NdArray) => NdArray>> = {
  "a + b * 2": (a, b) => a.add(b.multiply(2)),
  "a with a row": (a, b) => a.maximum(b.slice("0:1")),
  "a times its transpose": (a, b) =>
    nd
      .where(a.isNaN(), 0, a)
      .clip(-50, 50)
      .matmul(nd.where(b.isNaN(), 1, b).clip(-9, 9).transpose()),
  "sums by row": (a) => nd.where(a.isNaN(), 1, a).sum({ axis: 1 }),
  "deviations by column": (a) => nd.where(a.isNaN(), 1, a).clip(-50, 50).std({ axis: 0 }),
  "least by row": (a) => a.min({ axis: 1 }),
  "where the greatest is": (a) => nd.concatenate([a, nd.zeros([1, a.shape[1] as number])]).argmax(),
  "every other, turned round": (a) => a.slice("::-2", "1::2"),
  "in another shape": (a) => a.reshape([-1]).reshape([a.shape[1] as number, a.shape[0] as number]),
  "running sums": (a) => nd.where(a.isNaN(), 0, a).clip(-50, 50).cumsum(0),
  percentiles: (a) => nd.concatenate([a, nd.ones([1, a.shape[1] as number])]).percentile([0, 30, 100]),
  "a histogram": (a) => a.histogram({ bins: 5, range: [-10, 10] }).counts,
  "both on top of each other": (a, b) => nd.stack([a, b], 1),
};

describe("chunks", () => {
  it.each(Object.entries(COMPUTATIONS))("do not change %s", async (_, compute) => {
    await fc.assert(
      fc.asyncProperty(twoArrays, async ([a, b]) => {
        const expected = await compute(a.whole, b.whole).compute(cluster);
        const { shape, data } = await compute(a.cut, b.cut).compute(cluster);
        expect(shape).to.deep.equal(expected.shape);
        data.forEach((value: number | bigint, i: number) => {
          const wanted = Number(expected.data[i]);
          if (Object.is(Number(value), wanted) || Number(value) === wanted) return;
          expect(Number(value)).to.be.closeTo(wanted, 1e-9);
        });
      }),
      { numRuns: 40 },
    );
  });
});
