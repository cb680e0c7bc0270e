// What pandas gave, and frames made of the same rows in any partitioning.
import { expect } from "vitest";
import { valuesOf } from "../../../src/collections/frame/cells.ts";
import { tableFrom } from "../../../src/collections/frame/column-from.ts";
import { DataFrame } from "../../../src/collections/frame/data-frame.ts";
import type { Cell, ColumnType, Table } from "../../../src/collections/frame/table.ts";
import { schemaOf } from "../../../src/collections/frame/table.ts";
import { sliceRows } from "../../../src/collections/frame/take.ts";
import golden from "../../fixtures/collections/frames.json" with { type: "json" };

type Written = Readonly<
  Record<string, { readonly type: string; readonly values: readonly (string | number | boolean | null)[] }>
>;

const tables = golden as Readonly<Record<string, Written>>;

export type GoldenName = keyof typeof golden;

export const GOLDEN_NAMES = Object.keys(golden) as readonly GoldenName[];

export function goldenTable(name: GoldenName): Table {
  const written = tables[name] as Written;
  const columns = Object.entries(written).map(([column, { type, values }]) => [
    column,
    values.map((value) => read(value, type)),
  ]);
  const types = Object.entries(written).map(([column, { type }]) => [column, type as ColumnType]);
  return tableFrom(Object.fromEntries(columns), Object.fromEntries(types));
}

function read(value: string | number | boolean | null, type: string): Cell {
  if (value === null || type === "string" || type === "bool") return value;
  return type === "i64" ? BigInt(value) : Number(value);
}

/** Where partitions are cut; equal cuts are empty partitions. */
export const CUTS: readonly (readonly number[])[] = [[], [20, 40], [0, 1, 1, 7, 30, 31, 31, 60]];

/** A frame of the rows of a golden table, cut at these rows. */
export function cutFrame(table: Table, cuts: readonly number[]): DataFrame {
  const edges = [0, ...cuts.map((cut) => Math.min(cut, table.rows)), table.rows];
  const parts = edges.slice(1).map((to, i) => sliceRows(table, edges[i] as number, to));
  return DataFrame.fromPartitions(parts, schemaOf(table));
}

/** Compares all columns of `wanted`; numbers of floats to 12 digits. */
export function expectTable(found: Table, wanted: Table): void {
  expect(Object.keys(found.columns)).to.deep.equal(Object.keys(wanted.columns));
  expect(found.rows).to.equal(wanted.rows);
  for (const name of Object.keys(wanted.columns)) {
    expect([name, found.columns[name]?.type]).to.deep.equal([name, wanted.columns[name]?.type]);
    const [values, others] = [valuesOf(found, name), valuesOf(wanted, name)];
    others.forEach((other, row) => {
      const value = values[row] as Cell;
      if (!isClose(value, other)) expect([name, row, value]).to.deep.equal([name, row, other]);
    });
  }
}

function isClose(value: Cell, other: Cell): boolean {
  if (Object.is(value, other)) return true;
  if (typeof value !== "number" || typeof other !== "number") return false;
  return Math.abs(value - other) <= 1e-9 * Math.max(Math.abs(value), Math.abs(other));
}

/** Rows in an order that they have in any partitioning: by all of their values. */
export function ordered(frame: DataFrame): DataFrame {
  return frame.sort(frame.columns, { partitions: 1 });
}
