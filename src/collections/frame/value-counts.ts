// How often each value is there.
import { rowCount } from "./expression.ts";
import type { FrameParts } from "./frame-parts.ts";
import type { GroupOptions } from "./group-by.ts";
import { aggregate } from "./group-by.ts";
import { sortRows } from "./sort.ts";

/** Columns of the values and `count`, the most frequent first, equally frequent ones in the order of their values; missing values are not counted unless `dropMissing` is false. */
export function countValues(frame: FrameParts, columns: readonly string[], options: GroupOptions = {}): FrameParts {
  const counts = aggregate(frame, columns, { count: rowCount() }, options);
  return sortRows(counts, ["count", ...columns], { descending: [true, ...columns.map(() => false)] });
}
