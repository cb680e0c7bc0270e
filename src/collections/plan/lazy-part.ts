// A part of a lazy collection: a call of a kernel that is written down and not made. Collections are lists of parts;
// plans (`plan.ts`) make task graphs of them.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { ColumnUse } from "./column-use.ts";

export interface LazyPart {
  /** `kernel(name)`, `ioKernel(name)` or `applied(kernel, [user's functions])`. */
  readonly fn: TaskFunction;
  readonly inputs: readonly LazyPart[];
  /**
   * The call is `fn(value, ...inputs)`, or `fn(...inputs)` where there is no value. It travels with each part: what many
   * parts share and is large should be a part of its own.
   */
  readonly value?: unknown;
  /** What `explain` calls it: the operation's name. */
  readonly kind: string;
  /** Estimated bytes of the result, if anything is known about it. */
  readonly bytes?: number | undefined;
  /** Which columns it needs; absent: all of its inputs, and it gives all of its own. */
  readonly use?: ColumnUse;
  /** Results of a persisted collection: a future, and no call is made. */
  readonly future?: object;
}

/** A part of an operation over `inputs`. */
export function lazyPart(
  kind: string,
  fn: TaskFunction,
  inputs: readonly LazyPart[],
  more: Pick<LazyPart, "value" | "bytes" | "use"> = {},
): LazyPart {
  return { kind, fn, inputs, ...more };
}
