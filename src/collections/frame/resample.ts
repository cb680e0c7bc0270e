// Aggregates by stretches of time, those without rows too.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { Aggregations } from "./aggregation.ts";
import { assignColumns } from "./assign.ts";
import { concatColumns } from "./concat.ts";
import { duration } from "./duration.ts";
import { col } from "./expression.ts";
import type { FrameParts } from "./frame-parts.ts";
import { aggregate } from "./group-by.ts";
import { columnType } from "./schema.ts";
import type { Column, Table } from "./table.ts";
import { arrayOf } from "./table.ts";
import { takeColumn } from "./take.ts";

/**
 * One row per stretch of `every` (milliseconds or "15m", "1h", "1d", "1w") from the first time to the last; the column
 * `on` is where it begins, in UTC. Stretches are counted from the epoch, weeks from Monday. Where there are no rows, counts and sums are 0 and
 * all else is missing; rows without a time are left out.
 * @throws {RangeError} for an unknown column or a duration that is none; {TypeError} unless the column is of timestamps
 */
export function resampled(
  frame: FrameParts,
  on: string,
  every: number | string,
  aggregations: Aggregations,
): FrameParts {
  const type = columnType(frame.schema, on, "resample");
  if (type !== "timestamp") throw new TypeError(`Cannot resample by column "${on}": it is ${type}, must be timestamp`);
  const milliseconds = duration(every);
  // Aggregates are of the rows' own times, so the stretch is a column beside them.
  const stretch = freeName(frame);
  const { schema, parts } = aggregate(
    assignColumns(frame, { [stretch]: col(on).floorTime(milliseconds) }),
    [stretch],
    aggregations,
  );
  const zero = Object.entries(aggregations).flatMap(([name, { how }]) => (ZERO.has(how) ? [name] : []));
  const value = { on, stretch, every: milliseconds, zero };
  const { [stretch]: _, ...rest } = schema;
  return {
    schema: { [on]: "timestamp", ...rest },
    parts: parts.map((part) => lazyPart("resample", kernel("fillStretches"), [part], { value })),
  };
}

const ZERO = new Set(["rows", "count", "sum", "nunique"]);

function freeName({ schema }: FrameParts): string {
  let name = "stretch";
  while (name in schema) name += "_";
  return name;
}

interface StretchSpec {
  readonly on: string;
  readonly stretch: string;
  readonly every: number;
  readonly zero: readonly string[];
}

/** Kernel: of the groups, sorted by time. @throws {RangeError} if there would be too many stretches */
export function fillStretches({ on, stretch, every, zero }: StretchSpec, table: Table): Table {
  const known = (table.columns[stretch] as Column).values as Float64Array;
  const finite = known.filter(Number.isFinite);
  const [first = 0, last = first - every] = [finite[0], finite.at(-1)];
  const rows = Math.round((last - first) / every) + 1;
  if (rows > MOST) throw new RangeError(`Cannot resample: there would be ${rows} rows, must be at most ${MOST}`);
  const from = new Int32Array(rows).fill(-1);
  known.forEach((time, row) => {
    if (Number.isFinite(time)) from[Math.round((time - first) / every)] = row;
  });
  const columns: Record<string, Column> = {
    [on]: { type: "timestamp", values: Float64Array.from({ length: rows }, (_, row) => first + row * every) },
  };
  for (const [name, column] of Object.entries(table.columns)) {
    if (name !== stretch) columns[name] = zero.includes(name) ? zeroFilled(column, from) : takeColumn(column, from);
  }
  return { rows, columns };
}

const MOST = 50_000_000;

function zeroFilled(column: Column, from: Int32Array): Column {
  const zero: Column = { type: column.type, values: arrayOf(column.type, 1) };
  const { length } = column.values;
  return takeColumn(
    concatColumns("the filled", [column, zero]),
    from.map((row) => (row < 0 ? length : row)),
  );
}
