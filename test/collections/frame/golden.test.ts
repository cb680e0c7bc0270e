// Every operation against pandas (test/fixtures/collections/make-golden.py), in several partitionings, some empty.
import { describe, expect, it } from "vitest";
import type { Aggregations } from "../../../src/collections/frame/aggregation.ts";
import type { DataFrame } from "../../../src/collections/frame/data-frame.ts";
import { col, lit, rowCount, when } from "../../../src/collections/frame/expression.ts";
import type { GoldenName } from "../../support/collections/golden-frames.ts";
import {
  CUTS,
  cutFrame,
  expectTable,
  GOLDEN_NAMES,
  goldenTable,
  ordered,
} from "../../support/collections/golden-frames.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

type Operation = (mixed: DataFrame, other: DataFrame) => DataFrame;

const value = col("value");

const AGGREGATES: Aggregations = {
  rows: rowCount(),
  count: value.count(),
  sum: value.sum(),
  mean: value.mean(),
  min: value.min(),
  max: value.max(),
  std: value.std(),
  median: value.median(),
  nunique: value.nunique(),
  first: value.first(),
  last: value.last(),
  bigSum: col("big").sum(),
  bigMin: col("big").min(),
  bigMax: col("big").max(),
  bigFirst: col("big").first(),
  flags: col("flag").sum(),
  share: col("flag").mean(),
  firstTime: col("when").min(),
  lastTime: col("when").max(),
  keys: col("key").nunique(),
  lastKey: col("key").last(),
  p90: value.quantile(0.9),
};

const OPERATIONS: Readonly<Partial<Record<GoldenName, Operation>>> = {
  "filter by value": (mixed) => mixed.filter(value.gt(0)),
  "filter by either": (mixed) => mixed.filter(value.gt(0).or(col("flag"))),
  "filter by both": (mixed) => mixed.filter(value.gt(0).and(col("flag"))),
  "filter by text": (mixed) => mixed.filter(col("key").lt("é")),
  "filter by big": (mixed) => mixed.filter(col("big").gt(2n ** 60n)),
  "filter none": (mixed) => mixed.filter(value.gt(1e301)),
  "is in": (mixed) =>
    mixed.filter(
      col("key")
        .isIn(["SEA", "é"])
        .or(col("group").isIn([2])),
    ),
  arithmetic: (mixed) =>
    only(mixed, {
      add: value.add(col("group")),
      sub: value.sub(1.5),
      mul: value.mul(value),
      div: value.div(col("group")),
      mod: value.mod(-7),
      floorDiv: value.floorDiv(7),
      neg: value.neg(),
      abs: value.abs(),
      round: value.round(),
      bigAdd: col("big").add(1),
      bigMod: col("big").mod(7),
      bigFloorDiv: col("big").floorDiv(-7),
      text: col("key").add("!"),
    }),
  truth: (mixed) =>
    only(mixed, {
      eq: col("key").eq("SEA"),
      ne: col("group").ne(1),
      le: value.le(3),
      not: col("flag").not(),
      isMissing: value.isMissing(),
      filled: value.fillMissing(-1),
      filledText: col("key").fillMissing("none"),
      when: when(col("flag"), value, lit(0)),
    }),
  texts: (mixed) =>
    only(mixed, {
      lower: col("key").lower(),
      upper: col("key").upper(),
      trim: col("key").trim(),
      length: col("key").length(),
      contains: col("key").contains("E"),
      starts: col("key").startsWith("Z"),
      ends: col("key").endsWith("本"),
    }),
  "time parts": (mixed) => timeParts(mixed, "when"),
  "floor time": (mixed) => only(mixed, { day: col("when").floorTime("1d"), hour: col("when").floorTime("6h") }),
  "group by key": (mixed) => mixed.groupby("key").agg(AGGREGATES),
  "group by two": (mixed) => mixed.groupby("group", "flag").agg(AGGREGATES),
  "group by key with missing": (mixed) => mixed.groupby("key").agg(AGGREGATES, { dropMissing: false }),
  "group by id": (mixed) => mixed.groupby("id").agg(AGGREGATES),
  "one group": (mixed) => mixed.assign({ one: "x" }).groupby("one").agg(AGGREGATES),
  "aggregates of nothing": (mixed) =>
    mixed.filter(value.gt(1e301)).agg({
      ...{ sum: value.sum(), mean: value.mean(), min: value.min(), std: value.std(), median: value.median() },
      ...{ count: value.count(), nunique: value.nunique() },
    }),
  "sort by value": (mixed) => mixed.sort("value"),
  "sort by value down": (mixed) => mixed.sort("value", { descending: true }),
  "sort by key and value": (mixed) => mixed.sort(["key", "value"], { descending: [false, true] }),
  "sort by group": (mixed) => mixed.sort("group"),
  "sort by big": (mixed) => mixed.sort("big"),
  "sort by time": (mixed) => mixed.sort("when", { descending: true }),
  "sort by flag": (mixed) => mixed.sort(["flag", "id"], { descending: [true, false] }),
  "distinct keys": (mixed) => mixed.distinct(["key", "flag"]),
  "distinct rows": (mixed) => mixed.select("key", "group").distinct(),
  "value counts": (mixed) => mixed.valueCounts("key"),
  "join left on": (mixed, other) =>
    mixed
      .select("id", "value")
      .join(other.select("group", "key"), { leftOn: "id", rightOn: "group", how: "outer" })
      .sort(["id", "group"], { partitions: 1 }),
  recent: (mixed) => mixed.filter(IS_RECENT),
  "resample 1h": (mixed) => resampled(mixed, "1h"),
  "resample 6h": (mixed) => resampled(mixed, "6h"),
  "resample 1D": (mixed) => resampled(mixed, "1d"),
  "rolling 3 3": (mixed) => rolled(mixed, 3, 3),
  "rolling 3 1": (mixed) => rolled(mixed, 3, 1),
  "rolling 10 2": (mixed) => rolled(mixed, 10, 2),
  "rolling 1 1": (mixed) => rolled(mixed, 1, 1),
  describe: (mixed) => mixed.describe().select("group", "value", "id"),
  quantiles: (mixed) =>
    mixed.agg(Object.fromEntries([0, 0.05, 0.25, 0.5, 0.9, 1].map((at) => [`q${at * 100}`, value.quantile(at)]))),
};

const IS_RECENT = col("when")
  .ge(new Date("2024-05-01"))
  .and(col("when").lt(new Date("2024-06-01")));

function only(frame: DataFrame, columns: Parameters<DataFrame["assign"]>[0]): DataFrame {
  return frame.assign(columns).select(...Object.keys(columns));
}

function timeParts(frame: DataFrame, name: string, zone?: string): DataFrame {
  const time = col(name);
  return only(frame, {
    ...{ year: time.year(zone), month: time.month(zone), day: time.day(zone), hour: time.hour(zone) },
    ...{ minute: time.minute(zone), second: time.second(zone), dayofweek: time.dayOfWeek(zone) },
    dayofyear: time.dayOfYear(zone),
  });
}

function resampled(mixed: DataFrame, every: string): DataFrame {
  const aggregates = { rows: rowCount(), sum: value.sum(), mean: value.mean(), max: value.max() };
  return mixed.filter(IS_RECENT).resample("when", every, { ...aggregates, different: col("key").nunique() });
}

function rolled(mixed: DataFrame, window: number, minPeriods: number): DataFrame {
  const aggregates = { sum: value.sum(), mean: value.mean(), min: value.min(), max: value.max(), std: value.std() };
  return mixed.rolling(window, aggregates, { minPeriods }).select(...Object.keys(aggregates));
}

describe("DataFrame", () => {
  const cluster = new LocalCluster();
  const [mixed, other] = [goldenTable("mixed"), goldenTable("other")];

  for (const [name, operation] of Object.entries(OPERATIONS) as [GoldenName, Operation][]) {
    it(`gives what pandas gives: ${name}`, async () => {
      for (const cuts of CUTS) {
        const result = operation(cutFrame(mixed, cuts), cutFrame(other, [2]));
        expectTable(await result.compute(cluster), goldenTable(name));
      }
    });
  }

  for (const how of ["inner", "left", "outer"] as const) {
    it(`gives what pandas gives: join ${how}, broadcast and shuffled`, async () => {
      for (const cuts of CUTS) {
        for (const broadcast of how === "outer" ? [false as const] : (["right", false] as const)) {
          const left = cutFrame(mixed, cuts).select("key", "group", "value", "id");
          const right = cutFrame(other, [2]);
          const one = left.join(right, { on: "key", how, broadcast });
          const sorted = one.sort(["id", "group_y", "value_y"], { partitions: 1 });
          expectTable(await sorted.compute(cluster), goldenTable(`join ${how}`));
          const two = left.drop("value").join(right, { on: ["key", "group"], how, broadcast });
          expectTable(
            await two.sort(["id", "value"], { partitions: 1 }).compute(cluster),
            goldenTable(`join two ${how}`),
          );
        }
      }
    });
  }

  for (const zone of ["Europe/Vienna", "America/New_York", "Asia/Kathmandu"] as const) {
    it(`gives what pandas gives: parts of timestamps in ${zone}`, async () => {
      const times = cutFrame(goldenTable("modern times"), [30]);
      const parts = timeParts(times, "when", zone);
      expectTable(await parts.compute(cluster), goldenTable(`time parts ${zone}`));
      const days = only(times, { day: col("when").floorTime("1d", zone) });
      expectTable(await days.compute(cluster), goldenTable(`floor day ${zone}`));
    });
  }

  it("gives what NumPy gives where NaN is a value", async () => {
    const frame = cutFrame(goldenTable("numbers with NaN"), [2, 5]);
    const x = col("x");
    const aggregates = { sum: x.sum(), mean: x.mean(), min: x.min(), max: x.max(), std: x.std(), median: x.median() };
    expectTable(await frame.agg(aggregates).compute(cluster), goldenTable("aggregates of NaN"));
    const sorted = await frame.sort("x").compute(cluster);
    expectTable(sorted, goldenTable("sorted NaN"));
  });

  it("shuffles groups, distinct rows and joins to the same rows as without", async () => {
    for (const cuts of CUTS) {
      const frame = cutFrame(mixed, cuts);
      const groups = ordered(frame.groupby("key", "group").agg(AGGREGATES, { partitions: 5 }));
      const one = ordered(frame.groupby("key", "group").agg(AGGREGATES));
      expectTable(await groups.compute(cluster), await one.compute(cluster));
      const distinct = frame.distinct(["key", "flag"], { partitions: 3 }).sort("id", { partitions: 1 });
      expectTable(await distinct.compute(cluster), goldenTable("distinct keys"));
    }
  });

  it("is compared with every table that pandas gave", () => {
    const elsewhere = ["mixed", "other", "modern times", "numbers with NaN", "aggregates of NaN", "sorted NaN"];
    const left = GOLDEN_NAMES.filter((name) => !(name in OPERATIONS || elsewhere.includes(name)));
    expect(
      left.filter((name) => !/^(join (two )?(inner|left|outer)|(time parts|floor day) .*)$/.test(name)),
    ).to.deep.equal([]);
  });
});
