import { array, assert, asyncProperty, boolean, constantFrom, integer, oneof, record, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { rowsOf, valuesOf } from "../../../src/collections/frame/cells.ts";
import { schemaOf } from "../../../src/collections/frame/table.ts";
import type { CsvOptions } from "../../../src/collections/io/csv/options.ts";
import { readCsv } from "../../../src/collections/io/csv/read-csv.ts";
import { toCsv } from "../../../src/collections/io/csv/to-csv.ts";
import { writeRows } from "../../support/collections/csv-writer.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

const cluster = new LocalCluster();

/** Partitions as one table, and its types, which must be those of each partition. */
async function read(data: string | Uint8Array, options: CsvOptions = {}) {
  const frame = await readCsv(typeof data === "string" ? { text: data } : data, options);
  const types = new Set<string>();
  for await (const table of frame.partitions(cluster)) types.add(JSON.stringify(schemaOf(table)));
  expect(types.size).toBe(1);
  const table = await frame.compute(cluster);
  return { table, frame, types: schemaOf(table), badRows: await frame.badRows(cluster) };
}

const nasty = oneof(
  string({ unit: constantFrom("a", '"', ",", "\n", "\r", " ", "é", "😀", "#", ";", "\t", "1", "'"), maxLength: 6 }),
  constantFrom("", "NA", "12", "-0.5", "x".repeat(40)),
);
const styles = record({
  delimiter: constantFrom(",", ";", "\t", "|", "é", " "),
  quote: constantFrom('"', "'"),
  newline: constantFrom("\n", "\r\n"),
  endsWithNewline: boolean(),
  quotesAll: boolean(),
});
const wide = (cell: typeof nasty, rows: number) =>
  integer({ min: 1, max: 4 }).chain((width) =>
    array(array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: rows }),
  );

describe("readCsv", () => {
  it("gives what was written, however many slices the file is cut into", async () => {
    await assert(
      asyncProperty(
        wide(nasty, 12),
        styles,
        integer({ min: 1, max: 40 }),
        constantFrom("utf-8", "utf-16le", "utf-16be"),
        async (rows, style, partitions, encoding) => {
          const names = (rows[0] as readonly string[]).map((_, i) => `c${i}`);
          const data = encode(writeRows([names, ...rows], style, "#"), encoding);
          const types = Object.fromEntries(names.map((name) => [name, "string" as const]));
          const { delimiter, quote } = style;
          const options = { delimiter, quote, comment: "#", encoding, partitions, types, missing: [] };
          const { table } = await read(data, options);
          for (const [i, name] of names.entries()) expect(valuesOf(table, name)).toEqual(rows.map((row) => row[i]));
        },
      ),
      { numRuns: 60 },
    );
  }, 20_000);

  it("finds the same types, values and bad rows in any number of slices", async () => {
    const cell = oneof(
      constantFrom("", "NA", "1", "-0", "2.5", "3000000000", "9007199254740993", "1e5", "true", "False", "2020-02-29"),
      constantFrom(
        "2020-01-01 10:00:00.25",
        "inf",
        " 7 ",
        "007",
        "x",
        'say "hi"',
        "two\nlines",
        "12345678901234567890",
      ),
    );
    const text = array(array(cell, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 10 });
    await assert(
      asyncProperty(text, styles, integer({ min: 2, max: 30 }), async (rows, style, partitions) => {
        const data = writeRows([["a", "b"], ...rows], style);
        const { delimiter, quote } = style;
        const options = { delimiter, quote, onBadRow: "skip" } as const;
        const whole = await read(data, { ...options, partitions: 1 });
        const cut = await read(data, { ...options, partitions });
        expect(cut.types).toEqual(whole.types);
        expect(rowsOf(cut.table)).toEqual(rowsOf(whole.table));
        expect(cut.badRows).toEqual(whole.badRows);
      }),
      { numRuns: 40 },
    );
  }, 20_000);

  it("reads what toCsv wrote", async () => {
    const text = 'n,t,s,b\n-0,2020-02-29T23:59:59.000Z,"a""b",true\n0.1,1969-12-31T00:00:00.123Z,é,false\ninf,,,\n';
    const { frame } = await read(text, { partitions: 3 });
    const written = new TextDecoder().decode(await toCsv(frame).bytes(cluster));
    expect(written).toBe(text);
  });

  it("names a row that is broken, and the byte at which it begins", async () => {
    const text = 'a,b\n1,"x\ny"\n2\n3,z\n';
    for (const partitions of [1, 3, 18]) {
      const frame = await readCsv({ text }, { partitions });
      await expect(frame.compute(cluster)).rejects.toThrow(
        "Cannot read row 2 of the data, at byte 12: it has 1 cells, must have 2",
      );
      const { table, badRows } = await read(text, { partitions, onBadRow: "skip" });
      expect(rowsOf(table)).toEqual([
        { a: 1, b: "x\ny" },
        { a: 3, b: "z" },
      ]);
      expect(badRows).toEqual([{ row: 2, byteOffset: 12, reason: "it has 1 cells, must have 2" }]);
    }
  });

  it("takes a value that is not of the given type, quotes that go on, and quotes that are not closed for broken rows", async () => {
    const text = 'a,b\n1,"x"y",\n200,z\n3,"open\n4,w\n';
    const { table, badRows } = await read(text, { partitions: 4, onBadRow: "skip", types: { a: "i8" } });
    expect(rowsOf(table)).toEqual([]);
    expect(badRows.map(({ row, reason }) => [row, reason])).toEqual([
      [1, "a quote is followed by other text"],
      [2, 'column "a" has "200", must be i8'],
      [3, "its quotes are not closed"],
    ]);
  });

  it("fills up short rows when told to, and skips empty lines and comments", async () => {
    const text = "# made by hand\na,b\n\n1\n#,\n2,x\n\n";
    const { table } = await read(text, { partitions: 5, comment: "#", shortRows: "fill" });
    expect(rowsOf(table)).toEqual([
      { a: 1, b: null },
      { a: 2, b: "x" },
    ]);
  });

  it("tells an empty line from a row with one empty cell", async () => {
    const { table } = await read('a\n""\n\nx\n""\n', { partitions: 4, missing: [] });
    expect(valuesOf(table, "a")).toEqual(["", "x", ""]);
  });

  it("reads lines that end with CR alone, with CR LF, and with either", async () => {
    for (const newline of ["\r", "\r\n"]) {
      const { table } = await read(["a,b", '1,"x\ry"', "2,z", ""].join(newline), { partitions: 3 });
      expect(rowsOf(table)).toEqual([
        { a: 1, b: "x\ry" },
        { a: 2, b: "z" },
      ]);
    }
    const { table } = await read('a,b\r\n1,x\n2,"y"\r\n3,z\n', { partitions: 6 });
    expect(valuesOf(table, "b")).toEqual(["x", "y", "z"]);
  });

  it("widens a column whose later rows hold something else, as text with its own spelling", async () => {
    const numbers = Array.from({ length: 20_000 }, (_, i) => `${String(i).padStart(5, "0")},${i}`);
    const { table, types, frame } = await read(["a,b", ...numbers, "x,0.5", ""].join("\n"), { partitions: 7 });
    expect(frame.dtypes).toEqual({ a: "i32", b: "i32" }); // as far as its head shows
    expect(types).toEqual({ a: "string", b: "f64" });
    expect(valuesOf(table, "a").slice(0, 2)).toEqual(["00000", "00001"]);
    expect(valuesOf(table, "b").at(-1)).toBe(0.5);
  });

  it("reads no more columns than are needed", async () => {
    const frame = await readCsv({ text: "a,b,c\n1,x,2\n3,y,4\n" }, { partitions: 2 });
    expect(rowsOf(await frame.select("c", "a").compute(cluster))).toEqual([
      { c: 2, a: 1 },
      { c: 4, a: 3 },
    ]);
    expect(frame.select("c").explain().pruned).toBeGreaterThan(0);
  });

  it("reads other encodings, and takes the byte order mark's word for one", async () => {
    const latin = Uint8Array.from("a§b\né§2\n", (c) => c.charCodeAt(0));
    const { table } = await read(latin, { encoding: "latin1", delimiter: "§", partitions: 3 });
    expect(rowsOf(table)).toEqual([{ a: "é", b: 2 }]);
    for (const encoding of ["utf-8", "utf-16le", "utf-16be"]) {
      const marked = await read(encode("\ufeffa,b\né,2\n", encoding), { partitions: 4 });
      expect(rowsOf(marked.table)).toEqual([{ a: "é", b: 2 }]);
    }
    await expect(readCsv({ text: "a" }, { encoding: "iso-2022-jp" })).rejects.toThrow(RangeError);
    await expect(readCsv({ text: "a" }, { encoding: "shift_jis", delimiter: "|" })).rejects.toThrow(RangeError);
  });

  it("names columns by number without a header, and numbers names that are there twice", async () => {
    expect((await readCsv({ text: "1,2\n" }, { header: false })).columns).toEqual(["column0", "column1"]);
    expect((await readCsv({ text: "1,2\n" }, { header: false, names: ["x", "y"] })).columns).toEqual(["x", "y"]);
    expect((await readCsv({ text: "a,a,a.1,\n" })).columns).toEqual(["a", "a.1", "a.1.1", "column3"]);
    const { table } = await read("1,2\n3,4\n", { header: false, partitions: 2 });
    expect(valuesOf(table, "column0")).toEqual([1, 3]);
  });

  it("refuses options that make no sense", async () => {
    await expect(readCsv({ text: "a\n1\n" }, { delimiter: "||" })).rejects.toThrow(RangeError);
    await expect(readCsv({ text: "a\n1\n" }, { types: { b: "f64" } })).rejects.toThrow('must be one of "a"');
    await expect(readCsv({ text: "a\n1\n" }, { names: ["x", "y"] })).rejects.toThrow("Cannot name 1 columns");
    await expect(readCsv({ text: "" })).rejects.toThrow("it has no rows");
  });
});

function encode(text: string, encoding: string): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i, text.charCodeAt(i), encoding === "utf-16le");
  return bytes;
}
