// Any partitioning of the same rows gives what one partition gives.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../src/collections/frame/cells.ts";
import { tableFrom } from "../../../src/collections/frame/column-from.ts";
import type { DataFrame } from "../../../src/collections/frame/data-frame.ts";
import { col, rowCount } from "../../../src/collections/frame/expression.ts";
import type { Table } from "../../../src/collections/frame/table.ts";
import { cutFrame, expectTable, ordered } from "../../support/collections/golden-frames.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const missing = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { freq: 5 });

/** Whole and halved numbers, so that sums are exact in any order. */
const rows = fc.array(
  fc.record({
    text: missing(fc.constantFrom("a", "b", "", "é", "\u{1F680}", "\uFB01")),
    number: missing(fc.oneof(fc.integer({ min: -4, max: 4 }), fc.constantFrom(0.5, -0, 1e9))),
    big: missing(fc.constantFrom(0n, 1n, -1n, 2n ** 63n - 1n)),
    flag: missing(fc.boolean()),
    time: missing(fc.integer({ min: 0, max: 20 }).map((hours) => hours * 1_800_000)),
  }),
  { maxLength: 40 },
);

const TYPES = { text: "string", number: "f64", big: "i64", flag: "bool", time: "timestamp", id: "i32" } as const;

function tableOf(list: readonly Record<string, unknown>[]): Table {
  const names = Object.keys(TYPES).filter((name) => name !== "id");
  const columns = names.map((name) => [name, list.map((row) => row[name])]);
  return tableFrom(Object.fromEntries([...columns, ["id", Int32Array.from(list, (_, i) => i)]]), TYPES);
}

const cutsOf = (count: number): fc.Arbitrary<number[]> =>
  fc.array(fc.nat({ max: count }), { maxLength: 11 }).map((cuts) => cuts.sort((a, b) => a - b));

const cases = rows.chain((list) =>
  fc.record({ list: fc.constant(list), cuts: cutsOf(list.length), more: cutsOf(list.length) }),
);

const number = col("number");
const AGGREGATES = {
  ...{ rows: rowCount(), count: number.count(), sum: number.sum(), mean: number.mean(), std: number.std() },
  ...{ min: col("text").min(), max: number.max(), first: col("big").first(), last: col("time").last() },
  ...{ median: number.median(), different: col("text").nunique(), bigs: col("big").sum() },
};

const OPERATIONS: Readonly<Record<string, (frame: DataFrame, other: DataFrame) => DataFrame>> = {
  filter: (frame) => frame.filter(number.gt(0).or(col("flag").not())),
  "assign, then select": (frame) =>
    frame.assign({ twice: number.mul(2), text: col("text").upper() }).select("twice", "text"),
  group: (frame) => frame.groupby("text", "flag").agg(AGGREGATES),
  "group by numbers, missing ones too": (frame) => frame.groupby("number").agg(AGGREGATES, { dropMissing: false }),
  "group by shuffle": (frame) => ordered(frame.groupby("number", "text").agg(AGGREGATES, { partitions: 4 })),
  "aggregate all": (frame) => frame.agg(AGGREGATES),
  sort: (frame) => frame.sort(["text", "number"], { descending: [true, false] }),
  "sort into few": (frame) => frame.sort("big", { partitions: 3 }),
  distinct: (frame) => frame.distinct(["number", "flag"]),
  "value counts": (frame) => frame.valueCounts(["text", "flag"]),
  resample: (frame) => frame.resample("time", "1h", AGGREGATES),
  rolling: (frame) => frame.rolling(3, { sum: number.sum(), max: number.max(), n: number.count() }, { minPeriods: 1 }),
  "rolling far": (frame) => frame.rolling(17, { sum: number.sum(), std: number.std() }, { minPeriods: 2 }),
  describe: (frame) => frame.describe(),
  repartition: (frame) => frame.repartition({ partitions: 5 }),
  "inner join": (frame, other) => ordered(frame.join(other, { on: "number" })),
  "left join by shuffle": (frame, other) =>
    ordered(frame.join(other, { on: ["text", "flag"], how: "left", broadcast: false })),
  "outer join": (frame, other) => ordered(frame.join(other, { on: "big", how: "outer", partitions: 3 })),
};

describe("DataFrame in partitions", () => {
  const cluster = new LocalCluster();

  for (const [name, operation] of Object.entries(OPERATIONS)) {
    it(`gives what one partition gives: ${name}`, async () => {
      await fc.assert(
        fc.asyncProperty(cases, async ({ list, cuts, more }) => {
          const table = tableOf(list);
          const whole = cutFrame(table, []);
          const cut = cutFrame(table, cuts);
          const one = await operation(whole, whole.select("number", "text", "big", "flag")).compute(cluster);
          const many = await operation(cut, cutFrame(table, more).select("number", "text", "big", "flag")).compute(
            cluster,
          );
          expectTable(many, one);
        }),
        { numRuns: 15 },
      );
    });
  }

  it("takes the same rows for the same seed, about as many as were asked for", async () => {
    const frame = cutFrame(tableOf(Array.from({ length: 4_000 }, () => ({}))), [1_000, 2_500]);
    const [one, same, other] = await Promise.all(
      [3, 3, 4].map((seed) => frame.sample(0.25, { seed }).compute(cluster)),
    );
    expect(rowsOf(same as Table)).to.deep.equal(rowsOf(one as Table));
    expect(rowsOf(other as Table)).not.to.deep.equal(rowsOf(one as Table));
    expect(one?.rows).to.be.within(800, 1_200);
  });
});
