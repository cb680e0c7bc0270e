// Bounds of columns: row groups whose statistics lie outside are not read, and of the others the rows within are kept.
import type { FileMetaData, RowGroup } from "hyparquet/src/types.js";
import type { Column, Table } from "../../frame/table.ts";

/** Both ends are within; a missing value is not. Timestamps as milliseconds or dates. */
export interface Bound {
  readonly from?: number | bigint | string | Date;
  readonly to?: number | bigint | string | Date;
}
export type Bounds = Readonly<Record<string, Bound>>;

type Comparable = number | bigint | string;

/** Whether the statistics of a row group say that none of its rows is within. */
export function isOutside(group: RowGroup, bounds: Bounds): boolean {
  return group.columns.some(({ meta_data: column }) => {
    const bound = column === undefined ? undefined : bounds[column.path_in_schema.join(".")];
    if (bound === undefined) return false;
    const { min, max, min_value = min, max_value = max } = column?.statistics ?? {};
    return (
      isBelow(comparable(max_value), comparable(bound.from)) || isBelow(comparable(bound.to), comparable(min_value))
    );
  });
}

/** Rows within all bounds; undefined: all. */
export function rowsWithin({ rows, columns }: Table, bounds: Bounds): Uint32Array | undefined {
  const tests = Object.entries(bounds).flatMap(([name, bound]) => {
    const column = columns[name];
    return column === undefined ? [] : [{ column, from: comparable(bound.from), to: comparable(bound.to) }];
  });
  if (tests.length === 0) return undefined;
  const found = new Uint32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const isWithin = tests.every(({ column, from, to }) => {
      const value = valueAt(column, row);
      return value !== undefined && !isBelow(value, from) && !isBelow(to, value);
    });
    if (isWithin) found[count++] = row;
  }
  return count === rows ? undefined : found.slice(0, count);
}

function valueAt({ values, valid, dictionary }: Column, row: number): Comparable | undefined {
  if (valid?.[row] === 0) return undefined;
  const value = values[row] as number | bigint;
  return dictionary === undefined ? value : dictionary[Number(value)];
}

/** Undefined is neither below nor above: nothing is known. Numbers and bigints compare, texts by their code units as in statistics of ASCII. */
function isBelow(a: Comparable | undefined, b: Comparable | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  return (typeof a === "string") === (typeof b === "string") && a < b;
}

function comparable(value: unknown): Comparable | undefined {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Uint8Array) return undefined;
  return typeof value === "number" || typeof value === "bigint" || typeof value === "string" ? value : undefined;
}

/** @throws {RangeError} for a bound of a column that is not there */
export function checkBounds(metadata: FileMetaData, bounds: Bounds, known: readonly string[]): void {
  for (const name of Object.keys(bounds)) {
    if (known.includes(name) && metadata.schema.length > 0) continue;
    const names = known.map((each) => `"${each}"`).join(", ");
    throw new RangeError(
      `Cannot read rows within bounds of "${name}": there is no such column, must be one of ${names}`,
    );
  }
}
