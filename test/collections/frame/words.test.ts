import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.ts";
import { cellAt } from "../../../src/collections/frame/cells.ts";
import { columnFrom } from "../../../src/collections/frame/column-from.ts";
import type { Cell, ColumnType } from "../../../src/collections/frame/table.ts";
import { compareTexts, sortedRows, wordsOfColumn } from "../../../src/collections/frame/words.ts";

const random = seededRandom(7);
const pick = <T>(values: readonly T[]): T => values[random.below(values.length)] as T;

const COLUMNS: Readonly<Record<string, { readonly type: ColumnType; readonly make: () => Cell }>> = {
  floats: {
    type: "f64",
    make: () => pick([0, -0, 1.5, -1.5, 1e300, -1e-300, Number.NaN, Number.NEGATIVE_INFINITY, random.below(99)]),
  },
  "64-bit integers": {
    type: "i64",
    make: () => pick([0n, -1n, 1n, 2n ** 63n - 1n, -(2n ** 63n), BigInt(random.below(99)) << 31n]),
  },
  "signed integers": { type: "i32", make: () => random.below(2 ** 31) - random.below(2 ** 31) },
  "unsigned integers": { type: "u32", make: () => random.below(2 ** 32) },
  texts: {
    type: "string",
    make: () => pick(["", "a", "ab", "b", "\uFB01", "\u{1F680}", "\uD83D", `t${random.below(99)}`]),
  },
  truth: { type: "bool", make: () => pick([true, false]) },
};

describe("sortedRows", () => {
  it.each(Object.entries(COLUMNS))(
    "orders many %s as comparing does, missing ones last in both directions",
    (_, { type, make }) => {
      const column = columnFrom(
        "x",
        Array.from({ length: 5_000 }, () => (random.below(10) === 0 ? null : make())),
        type,
      );
      for (const descending of [false, true]) {
        const order = [...sortedRows(wordsOfColumn(column, descending), 5_000)];
        const rows = Array.from({ length: 5_000 }, (_row, i) => i);
        rows.sort((a, b) => compareCells(cellAt(column, a), cellAt(column, b), descending ? -1 : 1) || a - b);
        expect(order).to.deep.equal(rows);
      }
    },
  );
});

function compareCells(a: Cell, b: Cell, direction: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "string") return direction * compareTexts(a, b as string);
  if (Number.isNaN(a) || Number.isNaN(b)) return direction * (Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
  const [one, other] = [a, b] as [number, number]; // or two of another type: compared alike
  return one < other ? -direction : one > other ? direction : 0;
}

describe("compareTexts", () => {
  it("orders by code points, as UTF-8 and pandas do", () => {
    const texts = ["\u{1F680}", "\uFB01", "z", "", "é", "e"];
    expect(texts.sort(compareTexts)).to.deep.equal(["", "e", "z", "é", "\uFB01", "\u{1F680}"]);
  });
});
