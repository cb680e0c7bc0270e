// A first look at all numbers of a frame.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { Aggregation } from "./aggregation.ts";
import { cellAt } from "./cells.ts";
import { tableFrom } from "./column-from.ts";
import { col } from "./expression.ts";
import type { FrameParts } from "./frame-parts.ts";
import { aggregate } from "./group-by.ts";
import type { Column, ColumnType, Table } from "./table.ts";
import { isNumeric } from "./table.ts";

const STATISTICS = ["count", "mean", "std", "min", "25%", "50%", "75%", "max"] as const;

/** One row per statistic (column `statistic`), a column for each column of numbers, as pandas has it. @throws {TypeError} if there is none */
export function described(frame: FrameParts): FrameParts {
  const names = Object.keys(frame.schema).filter((name) => isPlainNumber(frame.schema[name] as ColumnType));
  if (names.length === 0)
    throw new TypeError("Cannot describe a frame without columns of numbers: must have at least one");
  const aggregations: Record<string, Aggregation> = {};
  names.forEach((name, i) => {
    const column = col(name);
    const all = [column.count(), column.mean(), column.std(), column.min(), column.quantile(0.25), column.median()];
    for (const [at, aggregation] of [...all, column.quantile(0.75), column.max()].entries()) {
      aggregations[`${i} ${at}`] = aggregation;
    }
  });
  const { parts } = aggregate(frame, [], aggregations);
  return {
    schema: { statistic: "string", ...Object.fromEntries(names.map((name) => [name, "f64"] as const)) },
    parts: parts.map((part) => lazyPart("describe", kernel("standStatistics"), [part], { value: names })),
  };
}

const isPlainNumber = (type: ColumnType): boolean => type === "i64" || (isNumeric(type) && type !== "timestamp");

/** Kernel: what stands in one row is put into columns. */
export function standStatistics(names: readonly string[], table: Table): Table {
  const numberAt = (name: number, statistic: number): number | null => {
    const cell = cellAt(table.columns[`${name} ${statistic}`] as Column, 0);
    return cell === null ? null : Number(cell);
  };
  const columns = names.map((name, i) => [name, STATISTICS.map((_, at) => numberAt(i, at))] as const);
  const types = Object.fromEntries(names.map((name) => [name, "f64"] as const));
  return tableFrom({ statistic: STATISTICS, ...Object.fromEntries(columns) }, types);
}
