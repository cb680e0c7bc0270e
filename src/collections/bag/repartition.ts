// The same items in the same order, in more or fewer partitions.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { partitionCount } from "../plan/partition-count.ts";

/** Neighbours are joined, or each partition is cut evenly. @throws {RangeError} for a number that makes no sense */
export function repartition(parts: readonly LazyPart[], partitions: number): readonly LazyPart[] {
  const count = partitionCount(0, { partitions });
  if (count === parts.length) return parts;
  if (count < parts.length) {
    return Array.from({ length: count }, (_, i) => {
      const group = parts.slice(...boundaries(parts.length, count, i));
      return group.length === 1 ? (group[0] as LazyPart) : lazyPart("join", kernel("joinItems"), group);
    });
  }
  return parts.flatMap((part, i) => {
    const [from, to] = boundaries(count, parts.length, i);
    const of = to - from;
    if (of === 1) return [part];
    return Array.from({ length: of }, (_, piece) =>
      lazyPart("cut", kernel("cutItems"), [part], { value: { piece, of } }),
    );
  });
}

const boundaries = (length: number, count: number, i: number): [number, number] => [
  Math.floor((i * length) / count),
  Math.floor(((i + 1) * length) / count),
];

export const joinItems = (...lists: readonly (readonly unknown[])[]): readonly unknown[] => lists.flat();

export const cutItems = (
  { piece, of }: { readonly piece: number; readonly of: number },
  items: readonly unknown[],
): readonly unknown[] => items.slice(...boundaries(items.length, of, piece));
