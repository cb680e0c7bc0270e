// The same rows in another number of partitions.
import type { ColumnUse } from "../plan/column-use.ts";
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { PartitionChoice } from "../plan/partition-count.ts";
import { partitionCount } from "../plan/partition-count.ts";
import { concatTables } from "./concat.ts";
import type { FrameParts } from "./frame-parts.ts";
import { frameBytes } from "./frame-parts.ts";
import type { Table } from "./table.ts";
import { sliceRows, withColumns } from "./take.ts";

/**
 * As many partitions as chosen, or of about `partitionBytes` as far as bytes are known; rows stay in their order.
 * Neighbours are put together, or each partition is cut into equal pieces.
 * @throws {RangeError} for a choice that cannot be, or bytes where nothing is known of them
 */
export function repartitioned(frame: FrameParts, choice: PartitionChoice): FrameParts {
  const bytes = frameBytes(frame);
  if (choice.partitions === undefined && bytes === undefined) {
    throw new RangeError(
      "Cannot make partitions by their bytes: nothing is known of the frame's, must be a number of partitions",
    );
  }
  const count = partitionCount(bytes ?? 0, choice);
  const { parts, schema } = frame;
  if (count === parts.length) return frame;
  if (parts.length === 0) return { schema, parts };
  return { schema, parts: count < parts.length ? merged(parts, count) : cut(parts, count) };
}

const USE: ColumnUse = { needs: (wanted) => wanted };

function merged(parts: readonly LazyPart[], count: number): LazyPart[] {
  return Array.from({ length: count }, (_, i) => {
    const some = parts.slice(Math.floor((i * parts.length) / count), Math.floor(((i + 1) * parts.length) / count));
    const bytes = frameBytes({ parts: some, schema: {} });
    return some.length === 1
      ? (some[0] as LazyPart)
      : lazyPart("concat", kernel("concatParts"), some, { use: USE, bytes });
  });
}

const CUT: ColumnUse = {
  needs: (wanted) => wanted,
  narrow: (value, wanted) => ({ ...(value as CutSpec), columns: [...wanted] }),
};

interface CutSpec {
  /** The piece `piece` of `pieces`. */
  readonly piece: number;
  readonly pieces: number;
  readonly columns?: readonly string[];
}

function cut(parts: readonly LazyPart[], count: number): LazyPart[] {
  return parts.flatMap((part, i) => {
    const pieces = Math.floor(((i + 1) * count) / parts.length) - Math.floor((i * count) / parts.length);
    if (pieces === 1) return [part];
    const bytes = part.bytes === undefined ? undefined : Math.ceil(part.bytes / pieces);
    return Array.from({ length: pieces }, (_, piece) =>
      lazyPart("cut", kernel("cutPart"), [part], { value: { piece, pieces }, use: CUT, bytes }),
    );
  });
}

/** Kernel. */
export const concatParts = (...tables: readonly Table[]): Table => concatTables(tables);

/** Kernel. */
export function cutPart({ piece, pieces, columns }: CutSpec, table: Table): Table {
  const at = (i: number): number => Math.floor((i * table.rows) / pieces);
  return sliceRows(withColumns(table, columns), at(piece), at(piece + 1));
}
