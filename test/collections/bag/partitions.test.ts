// Whatever the partitions, the results are those of one partition.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Bag } from "../../../src/collections/bag/bag.ts";
import type { BagResult } from "../../../src/collections/bag/bag-result.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();

const items = fc.array(
  fc.oneof(
    fc.integer({ min: -5, max: 5 }),
    fc.constantFrom(Number.NaN, -0, 2.5),
    fc.string({ maxLength: 2, unit: "grapheme" }),
  ),
  { maxLength: 25 },
);
/** Items in one partition, and the same in some, of which some are empty. */
const bags = fc
  .tuple(items, fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 6 }))
  .map(([all, cuts]) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), all.length];
    return {
      whole: Bag.fromPartitions([all]),
      cut: Bag.fromPartitions(edges.slice(1).map((edge, i) => all.slice(edges[i], Math.max(edge, edges[i] as number)))),
    };
  })
  .filter(({ cut, whole }) => cut.partitionCount > 0 && whole.partitionCount === 1);

type Items = Bag<number | string>;
const inOrder = (list: unknown): string[] =>
  (list as unknown[]).map((item) => JSON.stringify([typeof item, item])).sort();

/** Those that keep an order, and those whose order is the keys' hash. */
const ORDERED: Readonly<Record<string, (bag: Items) => Bag<unknown> | BagResult<unknown>>> = {
  map: (bag) => bag.map((item) => [item]),
  filter: (bag) => bag.filter((item) => typeof item === "string"),
  "fold to a text": (bag) =>
    bag.fold({ initial: "", step: (text, item) => `${text}${item}`, combine: (a, b) => a + b, splitEvery: 2 }),
  frequencies: (bag) => bag.frequencies({ splitEvery: 2 }),
  topK: (bag) => bag.topK(4, (item) => String(item)),
  take: (bag) => bag.take(7),
  "sample of a fraction": (bag) => bag.sample({ seed: 4, fraction: 0.4 }),
  "sample of a count": (bag) => bag.sample({ seed: 4, count: 5 }),
  repartition: (bag) => bag.repartition(3),
  "number of items": (bag) => bag.count(),
  "sum of lengths": (bag) => bag.map((item) => String(item).length / 3).sum(),
  "fold by key": (bag) =>
    bag.foldBy((item) => typeof item, { initial: 0, step: (n) => n + 1, combine: (a, b) => a + b }),
};
const UNORDERED: typeof ORDERED = {
  groupBy: (bag) => bag.groupBy((item) => typeof item === "number" && item > 0),
  distinct: (bag) => bag.distinct(),
  "join with itself": (bag) =>
    bag.join(
      bag,
      (item) => String(item),
      (item) => String(item),
      { partitions: 3 },
    ),
  "product with itself": (bag) => bag.product(bag),
};

describe("partitions", () => {
  it.each([...Object.entries(ORDERED), ...Object.entries(UNORDERED)])("do not change %s", async (name, compute) => {
    await fc.assert(
      fc.asyncProperty(bags, async ({ whole, cut }) => {
        const [expected, result] = [await compute(whole).compute(cluster), await compute(cut).compute(cluster)];
        if (name in ORDERED) expect(result).to.deep.equal(expected);
        else expect(inOrder(result)).to.deep.equal(inOrder(expected));
      }),
      { numRuns: 40 },
    );
  });
});
