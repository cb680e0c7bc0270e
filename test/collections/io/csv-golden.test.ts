import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { valuesOf } from "../../../src/collections/frame/cells.ts";
import { readCsv } from "../../../src/collections/io/csv/read-csv.ts";
import { LocalCluster } from "../../support/collections/local-cluster.ts";

/** A number by its text, since pandas has whole numbers beyond those of JSON. */
type GoldenCell = { readonly text?: string; readonly bool?: boolean; readonly number?: string } | null;
interface Golden {
  readonly text: string;
  readonly columns: Readonly<Record<string, readonly GoldenCell[]>>;
}

const file = new URL("../../fixtures/collections/csv-golden.json", import.meta.url);
const goldens = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Golden>>;

describe("readCsv beside pandas", () => {
  for (const [name, { text, columns }] of Object.entries(goldens)) {
    it(`reads ${name} alike`, async () => {
      for (const partitions of [1, 3]) {
        const frame = await readCsv({ text }, { partitions });
        expect(frame.columns).toEqual(Object.keys(columns));
        const table = await frame.compute(new LocalCluster());
        for (const [column, cells] of Object.entries(columns)) {
          const read = valuesOf(table, column);
          const isLong = read.some((value) => typeof value === "bigint");
          expect(read, column).toEqual(cells.map((cell) => valueOfCell(cell, isLong)));
        }
      }
    });
  }
});

function valueOfCell(cell: GoldenCell, isLong: boolean): unknown {
  if (cell === null) return null;
  return cell.text ?? cell.bool ?? (isLong ? BigInt(cell.number ?? "") : Number(cell.number));
}
