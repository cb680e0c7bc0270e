// Items of two bags together: each with each, or those at the same place.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";

/** Every partition with every other: as many partitions as the product of both numbers. */
export function product(left: readonly LazyPart[], right: readonly LazyPart[]): LazyPart[] {
  const fn = kernel("pairItems");
  return left.flatMap((a) => right.map((b) => lazyPart("product", fn, a === b ? [a] : [a, b])));
}

/** A partition with itself comes once. */
export const pairItems = (left: readonly unknown[], right: readonly unknown[] = left): readonly unknown[] =>
  left.flatMap((a) => right.map((b) => [a, b]));

/** @throws {RangeError} unless there are as many partitions */
export function zip(left: readonly LazyPart[], right: readonly LazyPart[]): LazyPart[] {
  if (left.length !== right.length) {
    const counts = `they have ${left.length} and ${right.length} partitions`;
    throw new RangeError(`Cannot zip bags: ${counts}, must be as many, with as many items in each`);
  }
  return left.map((a, i) => {
    const b = right[i] as LazyPart;
    return lazyPart("zip", kernel("zipItems"), a === b ? [a] : [a, b], { value: i });
  });
}

export function zipItems(partition: number, left: readonly unknown[], right = left): readonly unknown[] {
  if (left.length === right.length) return left.map((item, i) => [item, right[i]]);
  const counts = `partition ${partition} has ${left.length} items on one side and ${right.length} on the other`;
  throw new RangeError(`Cannot zip bags: ${counts}, must be as many`);
}
