import { describe, expect, it } from "vitest";
import { Bag } from "../../../src/collections/bag/bag.ts";
import type { BagResult } from "../../../src/collections/bag/bag-result.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();
const people = [
  { name: "Ångström", age: 41, town: "Uppsala" },
  { name: "李", age: 17, town: "杭州" },
  { name: "👩‍🚀", age: 17, town: "Uppsala" },
  { name: "", age: 8, town: "杭州" },
  { name: "Zoë", age: 90, town: "Delft" },
];
const bag = Bag.fromItems(people, { partitions: 3 });
const failureOf = (result: Bag<unknown> | BagResult<unknown>): Promise<string> =>
  result.compute(cluster).then(
    () => "none",
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe("Bag", () => {
  it("keeps items and their order in any number of partitions, also in more than there are items", async () => {
    for (const partitions of [1, 2, 5, 9]) {
      const cut = Bag.fromItems(people, { partitions });
      expect(cut.partitionCount).to.equal(partitions);
      expect(await cut.compute(cluster)).to.deep.equal(people);
    }
    expect(Bag.fromItems(people).partitionCount).to.be.within(1, 5);
    expect(await Bag.fromItems([]).compute(cluster)).to.deep.equal([]);
    expect(await Bag.fromPartitions([]).compute(cluster)).to.deep.equal([]);
    expect(() => Bag.fromItems(people, { partitions: 0 })).to.throw(RangeError, "Cannot make 0 partitions");
  });

  it("maps, filters and flattens, with promises too", async () => {
    const ages = bag.filter(({ age }) => age > 10).map(async ({ age }) => age * 2);
    expect(await ages.compute(cluster)).to.deep.equal([82, 34, 34, 180]);
    const letters = bag.flatMap(({ name }) => [...name]);
    expect(await letters.compute(cluster)).to.deep.equal([..."Ångström李👩‍🚀Zoë"]);
    const numbered = bag.mapPartitions((items, partition) => items.map(({ name }) => [partition, name] as const));
    expect((await numbered.compute(cluster)).map(([partition]) => partition)).to.deep.equal([0, 1, 1, 2, 2]);
    expect(await failureOf(bag.flatMap((({ age }: { age: number }) => age) as never))).to.equal(
      "TypeError: Cannot make a partition of number: must be a list of items",
    );
  });

  it("makes partitions on the workers", async () => {
    const made = Bag.generate((partition) => [partition, partition * 10], { partitions: 3 });
    expect(await made.compute(cluster)).to.deep.equal([0, 0, 1, 10, 2, 20]);
  });

  it("plucks properties, and names the nearest key where one is missing", async () => {
    expect(await bag.pluck("age").compute(cluster)).to.deep.equal([41, 17, 17, 8, 90]);
    expect(await bag.pluck(["age", "town"]).take(1).compute(cluster)).to.deep.equal([[41, "Uppsala"]]);
    expect(await bag.pluck("cat", 0).distinct().compute(cluster)).to.deep.equal([0]);
    expect(
      await Bag.fromItems([
        [1, 2],
        [3, 4],
      ])
        .pluck(1)
        .compute(cluster),
    ).to.deep.equal([2, 4]);
    expect(await failureOf(bag.pluck("nmae"))).to.equal(
      'TypeError: Cannot take "nmae" of item 0 of its partition: it has "name", "age", "town"; nearest is "name"',
    );
    expect(await failureOf(Bag.fromItems([null]).pluck("a"))).to.contain("it is null, must be an object");
    expect(await failureOf(Bag.fromItems([[1]]).pluck(3))).to.contain("it is a list of 1, must have such an element");
    expect(await failureOf(bag.groupBy("twon"))).to.contain('nearest is "town"');
  });

  it("folds, by key too, and leaves the initial value as it is", async () => {
    const initial = { count: 0 };
    const step = (total: { count: number }, _: unknown) => ({ count: total.count + 1 });
    const combine = (a: { count: number }, b: { count: number }) => ({ count: a.count + b.count });
    expect(await bag.fold({ initial, step, combine, splitEvery: 2 }).compute(cluster)).to.deep.equal({ count: 5 });
    const towns = bag.foldBy("town", { initial, step, combine });
    expect(await towns.compute(cluster)).to.deep.equal([
      ["Uppsala", { count: 2 }],
      ["杭州", { count: 2 }],
      ["Delft", { count: 1 }],
    ]);
    expect(
      await bag
        .foldBy(({ age }) => age, { initial: 0, step: (n) => n + 1, combine: (a, b) => a + b })
        .count()
        .compute(cluster),
    ).to.equal(4);
  });

  it("groups by names, functions and keys that are objects", async () => {
    const byTown = await bag.groupBy("town").compute(cluster);
    expect(new Map(byTown).get("Uppsala")).to.deep.equal([people[0], people[2]]);
    const byObject = await bag
      .groupBy(({ age, town }) => ({ town, isOld: age > 80 }), { partitions: 1 })
      .compute(cluster);
    expect(byObject.map(([key, items]) => [key, items.length])).to.deep.equal([
      [{ town: "Uppsala", isOld: false }, 2],
      [{ town: "杭州", isOld: false }, 2],
      [{ town: "Delft", isOld: true }, 1],
    ]);
    const odd = Bag.fromItems([Number.NaN, 0, -0, "0", null, undefined, Number.NaN, 0n, 0n], { partitions: 4 });
    expect((await odd.distinct().compute(cluster)).length).to.equal(6);
    const reordered = Bag.fromItems(
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      { partitions: 2 },
    );
    expect(await reordered.distinct().count().compute(cluster)).to.equal(1);
    expect(() => bag.groupBy("town", { partitions: 0 })).to.throw(RangeError, "Cannot shuffle into 0 partitions");
  });

  it("counts items, and takes the greatest and the least", async () => {
    const words = Bag.fromItems("to be or not to be".split(" "), { partitions: 3 });
    expect(await words.frequencies({ splitEvery: 2 }).compute(cluster)).to.deep.equal([
      ["to", 2],
      ["be", 2],
      ["or", 1],
      ["not", 1],
    ]);
    expect(await words.frequencies().topK(2, 1).compute(cluster)).to.deep.equal([
      ["to", 2],
      ["be", 2],
    ]);
    expect(await bag.topK(2, "age").pluck("name").compute(cluster)).to.deep.equal(["Zoë", "Ångström"]);
    expect(
      await bag
        .topK(3, ({ age }) => age, "least")
        .pluck("name")
        .compute(cluster),
    ).to.deep.equal(["", "李", "👩‍🚀"]);
    expect(await Bag.fromItems([Number.NaN, 3, undefined, 5]).topK(9).compute(cluster)).to.deep.equal([
      5,
      3,
      Number.NaN,
      undefined,
    ]);
    expect(() => bag.topK(-1)).to.throw(RangeError, "Cannot take the top -1");
  });

  it("pairs, zips and joins", async () => {
    const [a, b] = [Bag.fromItems([1, 2, 3], { partitions: 2 }), Bag.fromItems(["x", "y"], { partitions: 2 })];
    const pairs = await a.product(b).compute(cluster);
    expect(new Set(pairs.map(String))).to.deep.equal(new Set(["1,x", "1,y", "2,x", "2,y", "3,x", "3,y"]));
    expect(await a.product(a).count().compute(cluster)).to.equal(9);
    expect(await a.zip(a.map((n) => n * n)).compute(cluster)).to.deep.equal([
      [1, 1],
      [2, 4],
      [3, 9],
    ]);
    expect(await failureOf(a.zip(b))).to.equal(
      "RangeError: Cannot zip bags: partition 1 has 2 items on one side and 1 on the other, must be as many",
    );
    expect(() => a.zip(Bag.fromItems([1]))).to.throw(RangeError, "they have 2 and 1 partitions");
    const joined = bag.join(
      Bag.fromItems([
        ["杭州", "CN"],
        ["Delft", "NL"],
        ["Delft", "EU"],
      ]),
      "town",
      0,
    );
    const found = await joined.map(([person, [, code]]) => [person.name, code]).compute(cluster);
    expect(found.sort()).to.deep.equal([
      ["", "CN"],
      ["Zoë", "EU"],
      ["Zoë", "NL"],
      ["李", "CN"],
    ]);
  });

  it("tells numbers about itself", async () => {
    const ages = bag.pluck<number>("age");
    expect(await ages.count().compute(cluster)).to.equal(5);
    expect(await ages.sum().compute(cluster)).to.equal(173);
    expect(await ages.mean().compute(cluster)).to.be.closeTo(34.6, 1e-12);
    expect(await ages.std({ ddof: 1 }).compute(cluster)).to.be.closeTo(33.30616, 1e-5);
    expect(await ages.var().compute(cluster)).to.be.closeTo(887.44, 1e-9);
    expect([await ages.min().compute(cluster), await ages.max().compute(cluster)]).to.deep.equal([8, 90]);
    expect(await bag.pluck<string>("name").max().compute(cluster)).to.equal("👩‍🚀");
    expect([await ages.any().compute(cluster), await ages.all().compute(cluster)]).to.deep.equal([true, true]);
    const odd = Bag.fromItems([1, Number.NaN, 3], { partitions: 3 });
    expect([await odd.min().compute(cluster), await odd.max().compute(cluster)]).to.deep.equal([
      Number.NaN,
      Number.NaN,
    ]);
    const cancelling = Bag.fromItems([1e100, 1, -1e100, 1], { partitions: 2 });
    expect(await cancelling.sum().compute(cluster)).to.equal(2);
    expect(await Bag.fromItems([Infinity, 1]).sum().compute(cluster)).to.equal(Infinity);
    expect(await failureOf(bag.pluck("name").sum())).to.equal(
      'TypeError: Cannot take the sum of items: item 0 of its partition is "Ångström", must be a number',
    );
  });

  it("has a sum, a mean and a truth of nothing, but no least", async () => {
    const nothing = bag.pluck<number>("age").filter(() => false);
    expect(await nothing.sum().compute(cluster)).to.equal(0);
    expect(await nothing.mean().compute(cluster)).to.be.NaN;
    expect(await nothing.std().compute(cluster)).to.be.NaN;
    expect([await nothing.any().compute(cluster), await nothing.all().compute(cluster)]).to.deep.equal([false, true]);
    expect(await failureOf(nothing.max())).to.equal(
      "RangeError: Cannot take the max of nothing: the bag is empty, must have at least one item",
    );
  });

  it("becomes a data frame", async () => {
    const frame = bag.toDataFrame({ name: "string", age: "i32", weight: "f64" });
    const table = await frame.compute(cluster);
    expect(frame.columns).to.deep.equal(["name", "age", "weight"]);
    const columns = table.columns as unknown as { age: { values: Int32Array }; weight: { valid: Uint8Array } };
    expect(table.rows).to.equal(5);
    expect([...columns.age.values]).to.deep.equal([41, 17, 17, 8, 90]);
    expect([...columns.weight.valid]).to.deep.equal([0, 0, 0, 0, 0]);
    expect(await failureOf(bag.toDataFrame({ age: "string" }) as never)).to.contain('column "age": row 0 is 41');
  });

  it("gives its partitions one by one, and is computed once when it is persisted", async () => {
    const persisted = bag.pluck<number>("age").persist(cluster);
    const lists: unknown[] = [];
    for await (const items of persisted.partitions(cluster)) lists.push(items);
    expect(lists).to.deep.equal([[41], [17, 17], [8, 90]]);
    const before = cluster.tasks;
    expect(await persisted.repartition(1).compute(cluster)).to.deep.equal([41, 17, 17, 8, 90]);
    expect(cluster.tasks - before).to.equal(1);
    persisted.release();
  });

  it("explains what it will do: chains are one task", () => {
    const plan = bag
      .filter(({ age }) => age > 10)
      .pluck("name")
      .explain();
    expect(plan.tasks).to.equal(3);
    expect(String(plan)).to.contain("from items+filter+pluck");
    expect(bag.count().explain().tasks).to.equal(4);
  });
});
