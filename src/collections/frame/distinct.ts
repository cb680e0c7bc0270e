// Rows without those that say what an earlier one has said.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { partitionCount } from "../plan/partition-count.ts";
import { treeReduce } from "../plan/tree-reduce.ts";
import { concatTables } from "./concat.ts";
import type { FrameParts } from "./frame-parts.ts";
import { passesOn } from "./frame-parts.ts";
import { keyCodes } from "./key-codes.ts";
import { checkColumns } from "./schema.ts";
import { pieces, splitsByKeys } from "./shuffle.ts";
import type { Column, Table } from "./table.ts";
import { takeRows } from "./take.ts";

export interface DistinctOptions {
  /** Partitions of the result. Default 1, made in a tree; with more, rows are shuffled, for many different ones. */
  readonly partitions?: number;
}

/**
 * The first row of each key, in the order in which they were (within each partition of the result). Missing values are
 * equal to one another.
 */
export function distinctRows(frame: FrameParts, keys: readonly string[], options: DistinctOptions = {}): FrameParts {
  checkColumns(frame.schema, keys, "find distinct rows");
  const use = passesOn(keys);
  const first = kernel("firstOfKeys");
  const value = { keys };
  const parts = frame.parts.map((part) => lazyPart("distinct", first, [part], { value, use, bytes: part.bytes }));
  const targets = partitionCount(0, { partitions: options.partitions ?? 1 });
  if (targets === 1) {
    return {
      schema: frame.schema,
      parts: [treeReduce(parts, { kind: "distinct", value, use, combine: first, finish: first })],
    };
  }
  const some = pieces(splitsByKeys(parts, keys, targets), targets);
  return {
    schema: frame.schema,
    parts: some.map((inputs) => lazyPart("distinct-finish", first, inputs, { value, use })),
  };
}

/** Kernel. */
export function firstOfKeys({ keys }: { keys: readonly string[] }, ...tables: readonly Table[]): Table {
  const table = concatTables(tables);
  const { first } = keyCodes(
    keys.map((name) => table.columns[name] as Column),
    table.rows,
    false,
  );
  return first.length === table.rows ? table : takeRows(table, first);
}
