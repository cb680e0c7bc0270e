// Files that others wrote, and files that are read back as they were.
import { readFileSync } from "node:fs";
import { tableFromIPC } from "@uwdata/flechette";
import { describe, expect, it } from "vitest";
import { rowsOf, valuesOf } from "../../../src/collections/frame/cells.ts";
import { tableFrom } from "../../../src/collections/frame/column-from.ts";
import { DataFrame } from "../../../src/collections/frame/data-frame.ts";
import { col, rowCount } from "../../../src/collections/frame/expression.ts";
import { columnFromArrow } from "../../../src/collections/io/arrow/from-arrow.ts";
import { readArrowBatch } from "../../../src/collections/io/arrow/kernels.ts";
import { readArrow } from "../../../src/collections/io/arrow/read-arrow.ts";
import { tableToArrow } from "../../../src/collections/io/arrow/to-arrow.ts";
import { toArrow } from "../../../src/collections/io/arrow/write-arrow.ts";
import { readJsonLines } from "../../../src/collections/io/json/read-json-lines.ts";
import { toJsonLines } from "../../../src/collections/io/json/to-json-lines.ts";
import { toObjects } from "../../../src/collections/io/output/to-objects.ts";
import { readParquet } from "../../../src/collections/io/parquet/read-parquet.ts";
import { toParquet } from "../../../src/collections/io/parquet/write-parquet.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();
const golden = JSON.parse(
  readFileSync(new URL("../../fixtures/collections/flights-golden.json", import.meta.url), "utf8"),
) as { readonly firstRowGroup: number };
const dataset = (name: string): string => `node_modules/vega-datasets/data/${name}`;

/** A column of each type, in two partitions, and one in which values are missing. */
const samples = DataFrame.fromPartitions([
  tableFrom({
    f64: [0.1, null, -0],
    f32: new Float32Array([1.5, -2, 0]),
    i32: new Int32Array([-1, 2 ** 31 - 1, 0]),
    u32: new Uint32Array([0, 1, 2 ** 32 - 1]),
    i16: new Int16Array([-32768, 0, 32767]),
    u8: new Uint8Array([0, 128, 255]),
    i64: [-(2n ** 63n), null, 2n ** 63n - 1n],
    bool: [true, false, null],
    timestamp: [new Date(0), new Date(-1.5e12), null],
    string: ["a", "é😀\n", null],
  }),
  tableFrom({
    f64: [Number.MAX_VALUE],
    f32: new Float32Array([0.25]),
    i32: new Int32Array([7]),
    u32: new Uint32Array([7]),
    i16: new Int16Array([7]),
    u8: new Uint8Array([7]),
    i64: [7n],
    bool: [false],
    timestamp: [new Date(1e12)],
    string: [""],
  }),
]);

async function rowsRead(frame: DataFrame): Promise<object[]> {
  return rowsOf(await frame.compute(cluster));
}

describe("readParquet", () => {
  it("reads row groups of flights-3m.parquet, and of them the columns that are asked for", async () => {
    const frame = await readParquet(dataset("flights-3m.parquet"));
    expect(frame.partitionCount).toBe(11);
    expect(frame.dtypes).toEqual({
      ...{ date: "timestamp", delay: "i32", distance: "i32", origin: "string", destination: "string" },
    });
    const first = new DataFrame({ ...frame.frame, parts: frame.frame.parts.slice(0, 1) });
    expect(await rowsRead(first.agg({ n: rowCount(), delay: col("delay").sum(), from: col("date").min() }))).toEqual([
      { n: 272_727, delay: golden.firstRowGroup, from: Date.UTC(2001, 0, 1, 0, 1) },
    ]);
  });

  it("leaves out row groups whose statistics lie outside of bounds, and rows of the others", async () => {
    const where = { date: { to: new Date(Date.UTC(2001, 0, 1, 1)) }, delay: { from: 0 } };
    const frame = await readParquet(dataset("flights-3m.parquet"), { columns: ["delay"], where });
    expect(frame.partitionCount).toBe(1);
    const { rows, columns } = await frame.compute(cluster);
    expect(Object.keys(columns)).toEqual(["delay"]);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(100);
    expect(Math.min(...Array.from(columns.delay?.values ?? [], Number))).toBeGreaterThanOrEqual(0);
  });

  it("reads back what toParquet wrote, in as many partitions, or in more", async () => {
    for (const codec of ["SNAPPY", "UNCOMPRESSED"] as const) {
      const bytes = await toParquet(samples, { codec }).bytes(cluster);
      const frame = await readParquet(bytes, { int64: "keep" });
      expect(frame.dtypes).toEqual({ ...samples.dtypes });
      expect(frame.partitionCount).toBe(2);
      expect(await rowsRead(frame)).toEqual(await rowsRead(samples));
      expect(await rowsRead(await readParquet(bytes, { partitions: 6 }))).toEqual(await rowsRead(samples));
    }
  });

  it("says what is wrong with other files", async () => {
    await expect(readParquet(new TextEncoder().encode("a,b\n1,2\n3,4\n"))).rejects.toThrow("as Parquet");
    const options = { columns: ["delai"] };
    await expect(readParquet(dataset("flights-3m.parquet"), options)).rejects.toThrow('is "delay" meant?');
  });
});

describe("readArrow", () => {
  it("reads a file of another writer", async () => {
    const bytes = readFileSync(dataset("flights-200k.arrow"));
    const expected = tableFromIPC(bytes).toColumns() as Readonly<Record<string, ArrayLike<number>>>;
    const table = await (await readArrow(dataset("flights-200k.arrow"))).compute(cluster);
    expect(Object.keys(table.columns)).toEqual(Object.keys(expected));
    for (const [name, values] of Object.entries(expected)) expect(valuesOf(table, name)).toEqual(Array.from(values));
  });

  it("reads back what toArrow wrote", async () => {
    const frame = await readArrow(await toArrow(samples).bytes(cluster));
    expect(frame.dtypes).toEqual(samples.dtypes);
    expect(frame.partitionCount).toBe(2);
    expect(await rowsRead(frame)).toEqual(await rowsRead(samples));
    expect(await rowsRead(frame.select("i32"))).toEqual(await rowsRead(samples.select("i32")));
  });

  it("copies no numbers, to Arrow or from it", async () => {
    const values = new Float64Array([1, 2, 3]);
    const column = tableToArrow(tableFrom({ a: values })).getChild("a");
    expect(column.data[0]?.values.buffer).toBe(values.buffer);
    expect(columnFromArrow(column).values.buffer).toBe(values.buffer);
    const blob = new Blob([
      (await toArrow(DataFrame.fromColumns({ a: values })).bytes(cluster)) as Uint8Array<ArrayBuffer>,
    ]);
    const { frame } = await readArrow(blob);
    const { columns } = await readArrowBatch(frame.parts[0]?.value as never);
    expect(columns.a?.values.buffer.byteLength).toBeGreaterThan(values.byteLength); // the batch, seen through a view
  });

  it("says what is wrong with other files", async () => {
    await expect(readArrow(new TextEncoder().encode("a,b\n1,2\n3,4\n"))).rejects.toThrow("Cannot read");
  });
});

describe("readJsonLines", () => {
  const text = [
    '{"a":1,"b":"x","c":{"d":[1]}}',
    "",
    '{"b":"é\\n","a":2.5,"e":true}',
    '{"a":null,"b":3}',
    '{"a":4,"b":"2020-01-01"}',
  ].join("\n");

  it("gives the same in any number of slices", async () => {
    for (const partitions of [1, 2, 3, 50]) {
      const frame = await readJsonLines({ text }, { partitions });
      expect(await rowsRead(frame)).toEqual([
        { a: 1, b: "x", c: '{"d":[1]}', e: null },
        { a: 2.5, b: "é\n", c: null, e: true },
        { a: null, b: "3", c: null, e: null },
        { a: 4, b: "2020-01-01", c: null, e: null },
      ]);
    }
  });

  it("names a line that is broken, and the byte at which it begins", async () => {
    const broken = '{"a":1}\n{"a":2\n[3]\n{"a":"4"}\n{"a":5}\n';
    for (const partitions of [1, 4, 30]) {
      await expect((await readJsonLines({ text: broken }, { partitions })).compute(cluster)).rejects.toThrow(
        /Cannot read row 2 of the data, at byte 8: it is no JSON|Cannot read row 3 of the data, at byte 15/,
      );
      const frame = await readJsonLines({ text: broken }, { partitions, types: { a: "i32" }, onBadRow: "skip" });
      expect(await rowsRead(frame)).toEqual([{ a: 1 }, { a: 5 }]);
      expect((await frame.badRows(cluster)).map(({ row, byteOffset }) => [row, byteOffset])).toEqual([
        [2, 8],
        [3, 15],
        [4, 19],
      ]);
    }
  });

  it("reads back what toJsonLines wrote", async () => {
    const frame = samples.select("i32", "bool", "string", "f32");
    const text = new TextDecoder().decode(await toJsonLines(frame).bytes(cluster));
    expect(await rowsRead(await readJsonLines({ text }, { partitions: 3 }))).toEqual(await rowsRead(frame));
  });
});

describe("toObjects", () => {
  it("yields the rows of each partition", async () => {
    const lengths: number[] = [];
    for await (const rows of toObjects(samples, cluster)) lengths.push(rows.length);
    expect(lengths).toEqual([3, 1]);
  });
});
