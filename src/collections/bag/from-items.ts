// Bags of items that are here, or that a function makes on the workers.
import { sizeOf } from "../../codec/size.ts";
import type { TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { PartitionChoice } from "../plan/partition-count.ts";
import { partitionCount } from "../plan/partition-count.ts";

/** As many partitions as there are tasks for all cores, whatever the size: what functions do with items is not known. */
const ENOUGH_BYTES = 32 * 2 ** 20;

/** @throws {RangeError} for a number of partitions that makes no sense */
export function fromItems(items: readonly unknown[], choice: PartitionChoice): readonly LazyPart[] {
  const bytes = sizeOf(items);
  const isChosen = choice.partitions !== undefined || choice.partitionBytes !== undefined;
  const usual = Math.max(partitionCount(bytes), Math.min(items.length, partitionCount(ENOUGH_BYTES)));
  const count = isChosen ? partitionCount(bytes, choice) : Math.max(1, usual);
  return Array.from({ length: count }, (_, i) => {
    const own = items.slice(boundary(items.length, count, i), boundary(items.length, count, i + 1));
    return givenPart(own, Math.ceil(bytes / count));
  });
}

/** Where partition `i` of `count` begins: sizes differ by one at most. */
const boundary = (length: number, count: number, i: number): number => Math.floor((i * length) / count);

/** A partition for each list; one that is empty if there is none. */
export function fromLists(lists: readonly (readonly unknown[])[]): readonly LazyPart[] {
  return (lists.length > 0 ? lists : [[]]).map((list) => givenPart(list, sizeOf(list)));
}

const givenPart = (items: readonly unknown[], bytes: number): LazyPart =>
  lazyPart("from items", kernel("givenItems"), [], { value: items, bytes });

/** The kernel of items that travel with their task. */
export const givenItems = (items: readonly unknown[]): readonly unknown[] => items;

/** Calls `fn(i)` for each partition. @throws {RangeError} for a number of partitions that makes no sense */
export function generated(fn: TaskFunction, partitions: number): readonly LazyPart[] {
  const call = applied(kernel("makeItems"), [fn]);
  return Array.from({ length: partitionCount(0, { partitions }) }, (_, i) =>
    lazyPart("generate", call, [], { value: { partition: i } }),
  );
}

type Items = Iterable<unknown>;

export function makeItems(
  fn: (partition: number) => Items | Promise<Items>,
  { partition }: { readonly partition: number },
): readonly unknown[] | Promise<readonly unknown[]> {
  const made = fn(partition);
  return made instanceof Promise ? made.then(listOf) : listOf(made);
}

/** @throws {TypeError} unless `items` can be iterated */
export function listOf(items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items;
  if (typeof items === "object" && items !== null && Symbol.iterator in items) return [...(items as Iterable<unknown>)];
  throw new TypeError(`Cannot make a partition of ${items === null ? "null" : typeof items}: must be a list of items`);
}
