// Grouping: `groupby("origin").agg({ delay: col("delay").mean() })`.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { partitionCount } from "../plan/partition-count.ts";
import { treeReduce } from "../plan/tree-reduce.ts";
import type { Aggregation, Aggregations } from "./aggregation.ts";
import { aggregateType } from "./aggregation.ts";
import { columnsOf } from "./expression-node.ts";
import type { FrameParts } from "./frame-parts.ts";
import { usesOnly } from "./frame-parts.ts";
import type { GroupSpec } from "./group-kernels.ts";
import { checkColumns, pickSchema } from "./schema.ts";
import { pieces } from "./shuffle.ts";
import type { ColumnType } from "./table.ts";

export interface GroupOptions {
  /**
   * Partitions of the result. Default 1: partials are merged in a tree, the fastest way up to some 100,000 groups. With
   * more, groups are shuffled by their keys, so that no worker has all of them; partials are merged before, so that
   * a key with very many rows is one row of each partition.
   */
  readonly partitions?: number;
  /** Whether rows with a missing value in their key are left out, as pandas does. Default true. */
  readonly dropMissing?: boolean;
}

/**
 * One row per group, sorted by key (within each partition of the result). No keys: one row for the whole frame.
 * @throws {RangeError} for unknown columns, {TypeError} for columns that do not fit
 */
export function aggregate(
  frame: FrameParts,
  keys: readonly string[],
  aggregations: Aggregations,
  { partitions = 1, dropMissing = true }: GroupOptions = {},
): FrameParts {
  checkColumns(frame.schema, keys, "group");
  const types: Record<string, ColumnType> = { ...pickSchema(frame.schema, keys) };
  for (const [name, aggregation] of Object.entries(aggregations)) {
    if (keys.includes(name))
      throw new RangeError(`Cannot name an aggregate "${name}": it is a key, must be another name`);
    types[name] = aggregateType(aggregation, frame.schema);
  }
  const spec: GroupSpec = { keys, aggregations, dropMissing };
  const use = usesOnly([...keys, ...Object.values(aggregations).flatMap(columnsRead)]);
  const partials = frame.parts.map((part) => lazyPart("group", kernel("groupPartition"), [part], { value: spec, use }));
  const [combine, finish] = [kernel("mergeGroups"), kernel("finishGroups")];
  const targets = keys.length === 0 ? 1 : partitionCount(0, { partitions });
  if (targets === 1) {
    return { schema: types, parts: [treeReduce(partials, { kind: "group", value: spec, combine, finish })] };
  }
  const value = { spec, partitions: targets };
  const splits = partials.map((partial) => lazyPart("split", kernel("splitGroups"), [partial], { value }));
  const parts = pieces(splits, targets, "pickGroups").map((some) =>
    lazyPart("group-finish", finish, some, { value: spec }),
  );
  return { schema: types, parts };
}

const columnsRead = (aggregation: Aggregation): readonly string[] =>
  aggregation.how === "rows" ? [] : [...columnsOf(aggregation.of)];
