import { describe, expect, it } from "vitest";
import { rowsOf, valuesOf } from "../../../src/collections/frame/cells.ts";
import { tableFrom } from "../../../src/collections/frame/column-from.ts";
import { DataFrame } from "../../../src/collections/frame/data-frame.ts";
import { col, rowCount, when } from "../../../src/collections/frame/expression.ts";
import { pickPiece, splitByKeys } from "../../../src/collections/frame/shuffle.ts";
import type { Table } from "../../../src/collections/frame/table.ts";
import { Ownership } from "../../../src/worker/ownership.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();
const small = DataFrame.fromColumns(
  { name: ["a", "b", null], size: [1, 2, 3], born: [new Date(0), null, new Date(86_400_000)], id: [1n, 2n, 3n] },
  { partitions: 2 },
);

describe("DataFrame.fromColumns", () => {
  it("sees types, and takes those that are said", () => {
    expect(small.dtypes).to.deep.equal({ name: "string", size: "f64", born: "timestamp", id: "i64" });
    const said = DataFrame.fromColumns({ at: [0, null], small: [1, 2] }, { types: { at: "timestamp", small: "u8" } });
    expect(said.dtypes).to.deep.equal({ at: "timestamp", small: "u8" });
  });

  it("names the column and the row of a value that does not fit, and columns of different lengths", () => {
    expect(() => DataFrame.fromColumns({ a: [1, "x"] })).to.throw(
      TypeError,
      'column "a": row 1 is "x", must be a number',
    );
    expect(() => DataFrame.fromColumns({ a: [1, 300] }, { types: { a: "u8" } })).to.throw(TypeError, "row 1 is 300");
    expect(() => DataFrame.fromColumns({ a: [1n << 63n] })).to.throw(TypeError, "must be a bigint of 64 bits");
    expect(() => DataFrame.fromColumns({ a: [1], b: [1, 2] })).to.throw(RangeError, 'column "b" has 2 rows');
  });

  it("cuts as many partitions as asked for, empty ones too", async () => {
    const frame = DataFrame.fromColumns({ a: [1, 2] }, { partitions: 5 });
    expect(frame.partitionCount).to.equal(5);
    expect(valuesOf(await frame.compute(cluster), "a")).to.deep.equal([1, 2]);
    expect(() => DataFrame.fromColumns({ a: [1] }, { partitions: 0 })).to.throw(RangeError, "Cannot make 0 partitions");
    expect(DataFrame.fromColumns({ a: new Float64Array(1_000) }, { partitionBytes: 1_000 }).partitionCount).to.equal(8);
  });
});

describe("DataFrame", () => {
  it("names the nearest column for one that is unknown", () => {
    expect(() => small.select("nane")).to.throw(RangeError, 'is "name" meant?');
    expect(() => small.filter(col("siz").gt(1))).to.throw(RangeError, 'no column "siz"');
    expect(() => small.groupby("name").agg({ x: col("sizes").sum() })).to.throw(RangeError, 'is "size" meant?');
    expect(() => small.sort("Born")).to.throw(RangeError, 'is "born" meant?');
    expect(() => small.join(small, { on: "ids" })).to.throw(RangeError, 'is "id" meant?');
  });

  it("says which column is of a type that does not fit", () => {
    expect(() => small.filter(col("size").add(col("name")).gt(1))).to.throw(
      TypeError,
      'column "name" with add: it is string',
    );
    expect(() => small.filter(col("size"))).to.throw(TypeError, 'filter by column "size": it is f64, must be bool');
    expect(() => small.filter(col("name").gt(1))).to.throw(TypeError, 'compare column "name" with 1');
    expect(() => small.agg({ x: col("name").mean() })).to.throw(TypeError, 'the mean of column "name": it is string');
    expect(() => small.join(small, { leftOn: "name", rightOn: "size" })).to.throw(TypeError, "they are string and f64");
    expect(() => small.resample("size", "1d", { n: rowCount() })).to.throw(TypeError, "must be timestamp");
    expect(() => small.rolling(2, { x: col("size").median() })).to.throw(TypeError, "quantile of a window");
  });

  it("refuses two columns of one name, and what cannot be", () => {
    expect(() => small.rename({ name: "size" })).to.throw(RangeError, 'two columns would be "size"');
    expect(() => small.join(small, { on: "id", suffixes: ["", ""] })).to.throw(RangeError, "suffixes");
    expect(() => small.join(small, { on: "id", how: "outer", broadcast: "right" })).to.throw(
      RangeError,
      "Cannot broadcast",
    );
    expect(() => small.groupby("name").agg({ name: rowCount() })).to.throw(RangeError, "it is a key");
    expect(() => small.sample(2)).to.throw(RangeError, "from 0 to 1");
    expect(() => small.resample("born", "soon", {})).to.throw(RangeError, '"soon" as a duration');
    expect(() => col("born").hour("Mars/Olympus")).to.throw(RangeError);
  });

  it("selects, drops, renames, and takes the first rows with no more partitions than they need", async () => {
    const frame = small.drop("born").rename({ size: "weight" });
    expect(frame.columns).to.deep.equal(["name", "weight", "id"]);
    const before = cluster.tasks;
    expect(rowsOf(await frame.head(cluster, 1))).to.deep.equal([{ name: "a", weight: 1, id: 1n }]);
    expect(cluster.tasks - before, "tasks for the first of two partitions").to.equal(1);
    expect((await frame.head(cluster, 10)).rows).to.equal(3);
    expect(await frame.length(cluster)).to.equal(3);
  });

  it("calls functions with rows, and with partitions", async () => {
    const heavy = small.filter((row: { readonly size: number }) => row.size > 1);
    expect(valuesOf(await heavy.compute(cluster), "id")).to.deep.equal([2n, 3n]);
    const computed = small.assign({
      label: { type: "string", by: (row: { readonly size: number }) => `#${row.size}` },
    });
    expect(valuesOf(await computed.compute(cluster), "label")).to.deep.equal(["#1", "#2", "#3"]);
    const wrong = small.assign({ label: { type: "f64", by: () => "x" } });
    await expect(wrong.compute(cluster)).rejects.toThrow('column "label": for row 0 of a partition');
    const mapped = small.mapPartitions(async ({ rows }: Table) => ({ rows: [rows] }), { schema: { rows: "f64" } });
    expect(valuesOf(await mapped.compute(cluster), "rows")).to.deep.equal([1, 2]);
    await expect(small.mapPartitions(() => ({ x: [1] })).compute(cluster)).rejects.toThrow('column "name" is missing');
  });

  it("keeps what it persists, and computes the rest from it", async () => {
    const kept = small.persist(cluster);
    expect((await kept.compute(cluster)).rows).to.equal(3);
    const before = cluster.tasks;
    const sum = await kept
      .filter(col("size").gt(1))
      .agg({ sum: col("size").sum() })
      .compute(cluster);
    expect(rowsOf(sum)).to.deep.equal([{ sum: 5 }]);
    expect(cluster.tasks - before, "tasks for two partitions and the sum").to.equal(3);
    const parts = [];
    for await (const table of kept.partitions(cluster)) parts.push(table.rows);
    expect(parts).to.deep.equal([1, 2]);
    expect(() => kept.toTaskGraph()).to.throw(TypeError, "persisted");
  });

  it("casts texts, and names the row of one that does not fit", async () => {
    const frame = DataFrame.fromColumns(
      { t: ["1", " 2.5 ", null], d: ["2024-02-30", "2024-02-29 12:00", "x"] },
      { partitions: 1 },
    );
    const numbers = await frame.assign({ t: col("t").cast("f64") }).compute(cluster);
    expect(valuesOf(numbers, "t")).to.deep.equal([1, 2.5, null]);
    const times = await frame
      .filter(col("d").startsWith("2024-02-29"))
      .assign({ d: col("d").cast("timestamp") })
      .compute(cluster);
    expect(valuesOf(times, "d")).to.deep.equal([Date.UTC(2024, 1, 29, 12)]);
    await expect(frame.assign({ d: col("d").cast("timestamp") }).compute(cluster)).rejects.toThrow(
      /row \d of a partition/,
    );
  });

  it("has missing values as pandas' nullable types have them", async () => {
    const frame = DataFrame.fromColumns({ a: [true, false, null] }, { partitions: 1 });
    const logic = frame.assign({ and: col("a").and(null), or: col("a").or(null), when: when(col("a"), 1, 2) });
    expect(rowsOf(await logic.compute(cluster))).to.deep.equal([
      { a: true, and: null, or: true, when: 1 },
      { a: false, and: false, or: null, when: 2 },
      { a: null, and: null, or: null, when: null },
    ]);
  });

  it("computes a frame without partitions", async () => {
    const none = DataFrame.fromPartitions([], { key: "string", value: "f64" });
    expect(rowsOf(await none.groupby("key").agg({ n: rowCount() }).compute(cluster))).to.deep.equal([]);
    expect(rowsOf(await none.agg({ n: rowCount(), sum: col("value").sum() }).compute(cluster))).to.deep.equal([
      { n: 0, sum: 0 },
    ]);
    expect((await none.sort("value").join(none, { on: "key" }).compute(cluster)).rows).to.equal(0);
  });
});

describe("a shuffle", () => {
  it("makes pieces that share no buffer with anything, so that each is moved to where it goes", () => {
    const rows = 40_000;
    const table = tableFrom({ key: Int32Array.from({ length: rows }, (_, i) => i % 1_000), x: new Float64Array(rows) });
    const split = splitByKeys({ keys: ["key"], partitions: 4 }, table);
    const results = new Ownership();
    results.claim(split);
    const pieces = [0, 1, 2, 3].map((target) => pickPiece({ target }, split));
    for (const piece of pieces) results.claim(piece);
    expect(pieces.map((piece) => results.mayMove(piece))).to.deep.equal([true, true, true, true]);
    expect(pieces.reduce((sum, piece) => sum + piece.rows, 0)).to.equal(rows);
  });

  it("deals the rows of a heavy key of a join out over all partitions", async () => {
    const rows = 20_000;
    const heavy = DataFrame.fromColumns(
      { key: Int32Array.from({ length: rows }, (_, i) => (i % 10 === 0 ? i : -1)), x: new Float64Array(rows).fill(1) },
      { partitions: 4 },
    );
    const names = DataFrame.fromColumns(
      { key: Int32Array.from([-1, 0, 10, 3]), name: ["heavy", "a", "b", "none"] },
      { partitions: 2 },
    );
    for (const how of ["inner", "left", "outer"] as const) {
      const joined = heavy.join(names, { on: "key", how, broadcast: false, partitions: 4 });
      const sizes: number[] = [];
      for await (const table of joined.partitions(cluster)) sizes.push(table.rows);
      const expected = { inner: 18_002, left: 20_000, outer: 20_001 }[how];
      expect(
        sizes.reduce((sum, size) => sum + size, 0),
        how,
      ).to.equal(expected);
      expect(Math.max(...sizes), `largest partition of ${how}`).to.be.below(0.3 * expected);
      const counts = await joined.agg({ named: col("name").count(), x: col("x").count() }).compute(cluster);
      expect(rowsOf(counts), how).to.deep.equal([
        { named: how === "outer" ? 18_003 : 18_002, x: how === "inner" ? 18_002 : 20_000 },
      ]);
    }
  });

  it("sorts very many equal rows into several partitions, in their order", async () => {
    const rows = 8_000;
    const frame = DataFrame.fromColumns(
      { same: new Int32Array(rows), id: Int32Array.from({ length: rows }, (_, i) => i) },
      { partitions: 4 },
    );
    const sizes: number[] = [];
    const ids: unknown[] = [];
    for await (const table of frame.sort("same").partitions(cluster)) {
      sizes.push(table.rows);
      ids.push(...valuesOf(table, "id"));
    }
    expect(ids).to.deep.equal(Array.from({ length: rows }, (_, i) => i));
    expect(Math.max(...sizes)).to.be.below(0.3 * rows);
  });
});
