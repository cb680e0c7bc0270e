// Trees: results of partitions are merged a few at a time until one is left.
import type { TaskFunction } from "../../graph/task-graph.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";

/** How many results one task merges. */
export const SPLIT_EVERY = 8;

export interface Merge {
  readonly kind: string;
  readonly fn: TaskFunction;
  readonly value: unknown;
}

/** One part of many; at least one merge is made, also of one part. */
export function mergeTree(parts: readonly LazyPart[], { kind, fn, value }: Merge, splitEvery = SPLIT_EVERY): LazyPart {
  if (!(Number.isInteger(splitEvery) && splitEvery >= 2)) {
    throw new RangeError(`Cannot merge partitions: splitEvery is ${splitEvery}, must be a whole number from 2 up`);
  }
  let level = parts;
  do {
    level = Array.from({ length: Math.ceil(level.length / splitEvery) }, (_, i) =>
      lazyPart(kind, fn, level.slice(i * splitEvery, (i + 1) * splitEvery), { value }),
    );
  } while (level.length > 1);
  return level[0] as LazyPart;
}
