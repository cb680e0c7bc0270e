// Functions of single items, and of whole partitions. What they return may be a promise.
import type { TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { listOf } from "./from-items.ts";

export type ItemKernel = "mapItems" | "filterItems" | "flatMapItems";

export function perItem(parts: readonly LazyPart[], kind: string, name: ItemKernel, fn: TaskFunction): LazyPart[] {
  const call = applied(kernel(name), [fn]);
  return parts.map((part) => lazyPart(kind, call, [part]));
}

type ItemFunction = (item: unknown) => unknown;
type Items = readonly unknown[];

/** Calls the function for all items at once, so that promises wait together. */
function results(fn: ItemFunction, items: Items): Items | Promise<Items> {
  const made = items.map((item) => fn(item));
  return made.some((result) => result instanceof Promise) ? Promise.all(made) : made;
}

function then<R>(value: Items | Promise<Items>, go: (items: Items) => R): R | Promise<R> {
  return value instanceof Promise ? value.then(go) : go(value);
}

export const mapItems = (fn: ItemFunction, items: Items): Items | Promise<Items> => results(fn, items);

export const filterItems = (fn: ItemFunction, items: Items): Items | Promise<Items> =>
  then(results(fn, items), (kept) => items.filter((_, i) => Boolean(kept[i])));

export const flatMapItems = (fn: ItemFunction, items: Items): Items | Promise<Items> =>
  then(results(fn, items), (lists) => lists.flatMap((list) => listOf(list)));

export function mapPartitions(parts: readonly LazyPart[], fn: TaskFunction): LazyPart[] {
  const call = applied(kernel("mapItemLists"), [fn]);
  return parts.map((part, partition) => lazyPart("map partitions", call, [part], { value: { partition } }));
}

export function mapItemLists(
  fn: (items: Items, partition: number) => unknown,
  { partition }: { readonly partition: number },
  items: Items,
): Items | Promise<Items> {
  const made = fn(items, partition);
  return made instanceof Promise ? made.then(listOf) : listOf(made);
}
