// Which columns a part of a frame needs so that its consumers get theirs: what pruning asks.

/** Names of columns, or all of them. */
export type Columns = ReadonlySet<string> | "all";

/** One object is shared by all parts of an operation. */
export interface ColumnUse {
  /** What the part must get from its input number `input` so that it can give `wanted`. */
  readonly needs: (wanted: Columns, input: number) => Columns;
  /** Its literal value when no more than `wanted` is asked of it; absent: the same. */
  readonly narrow?: (value: unknown, wanted: ReadonlySet<string>) => unknown;
  /** Estimated bytes when no more than `wanted` is asked of it. */
  readonly bytes?: (bytes: number, wanted: ReadonlySet<string>) => number;
}

/** Both, each name once. */
export function unionOf(one: Columns | undefined, other: Columns): Columns {
  if (one === undefined) return other;
  if (one === "all" || other === "all") return "all";
  let isMore = false;
  for (const name of other) isMore ||= !one.has(name);
  return isMore ? new Set([...one, ...other]) : one;
}
