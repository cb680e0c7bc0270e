// Some rows, chosen by chance that a seed decides.
import { seededRandom } from "../../base/random.ts";
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { FrameParts } from "./frame-parts.ts";
import type { Table } from "./table.ts";
import { takeRows, withColumns } from "./take.ts";

export interface SampleOptions {
  /** The same seed takes the same rows of the same partitions. Default 0. */
  readonly seed?: number;
}

/** Each row with this probability, in their order. @throws {RangeError} unless it is from 0 to 1 */
export function sampleRows(frame: FrameParts, fraction: number, { seed = 0 }: SampleOptions = {}): FrameParts {
  if (!(fraction >= 0 && fraction <= 1))
    throw new RangeError(`Cannot sample ${fraction} of the rows: must be from 0 to 1`);
  const parts = frame.parts.map((part, i) => {
    const bytes = part.bytes === undefined ? undefined : Math.ceil(part.bytes * fraction);
    return lazyPart("sample", kernel("samplePartition"), [part], {
      value: { fraction, seed, part: i },
      use: USE,
      bytes,
    });
  });
  return { schema: frame.schema, parts };
}

const USE: ColumnUse = {
  needs: (wanted) => wanted,
  narrow: (value, wanted) => ({ ...(value as SampleSpec), columns: [...wanted] }),
};

interface SampleSpec {
  readonly fraction: number;
  readonly seed: number;
  readonly part: number;
  readonly columns?: readonly string[];
}

/** Kernel. */
export function samplePartition({ fraction, seed, part, columns }: SampleSpec, table: Table): Table {
  const random = seededRandom(Math.imul(seed, 0x9e37_79b1) + part);
  const limit = fraction * 0x1_0000_0000;
  const rows = new Uint32Array(table.rows);
  let count = 0;
  for (let row = 0; row < table.rows; row++) if (random.below(0x1_0000_0000) < limit) rows[count++] = row;
  return takeRows(withColumns(table, columns), rows.subarray(0, count));
}
