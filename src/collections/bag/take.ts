// The first items.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";

/** In one partition. @throws {RangeError} for a count that makes no sense */
export function take(parts: readonly LazyPart[], count: number): LazyPart {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new RangeError(`Cannot take ${count} items: must be a whole number from 0 up`);
  }
  const fn = kernel("headItems");
  const heads = parts.map((part) => lazyPart("head of partition", fn, [part], { value: count }));
  return lazyPart("take", fn, heads, { value: count });
}

export const headItems = (count: number, ...lists: readonly (readonly unknown[])[]): readonly unknown[] =>
  lists.flat().slice(0, count);
