// Reductions as trees: neighbours are combined, in order, until few enough are left for one task.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { ColumnUse } from "./column-use.ts";
import type { LazyPart } from "./lazy-part.ts";
import { lazyPart } from "./lazy-part.ts";

const FAN_IN = 8;

export interface Reduction {
  readonly kind: string;
  readonly value?: unknown;
  /** `(value, ...some)`: what they are together, in the form in which they came. */
  readonly combine: TaskFunction;
  /** `(value, ...few)`: the result. */
  readonly finish: TaskFunction;
  /** How many a task takes. Default 8. */
  readonly fanIn?: number;
  /** Which columns tables need that are combined. */
  readonly use?: ColumnUse;
  /** Estimated bytes of what is combined. */
  readonly bytes?: number;
}

/** The one part that `finish` gives; also of a single part. */
export function treeReduce(parts: readonly LazyPart[], reduction: Reduction): LazyPart {
  const { kind, value, combine, finish, fanIn = FAN_IN, bytes, use } = reduction;
  const more = { value, bytes, ...(use === undefined ? {} : { use }) };
  let row = parts;
  while (row.length > fanIn) {
    const next: LazyPart[] = [];
    for (let at = 0; at < row.length; at += fanIn) {
      const some = row.slice(at, at + fanIn);
      next.push(some.length === 1 ? (some[0] as LazyPart) : lazyPart(`${kind}-combine`, combine, some, more));
    }
    row = next;
  }
  return lazyPart(`${kind}-finish`, finish, row, more);
}
