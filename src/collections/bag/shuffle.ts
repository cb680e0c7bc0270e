// Shuffles: each partition is split by keys into lists, one for each target, and each list goes where its target is.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { hashOf, keyed, keyedCall } from "./keys.ts";

export type Pair = readonly [key: unknown, item: unknown];

/** For each target the lists of [key, item] that go to it, in the order of partitions. */
export function shuffle(parts: readonly LazyPart[], key: unknown, targets: number): LazyPart[][] {
  const { fn, value } = keyedCall("splitPairs", key, { targets });
  const splits = parts.map((part) => lazyPart("split", fn, [part], { value, bytes: part.bytes }));
  return Array.from({ length: targets }, (_, target) =>
    splits.map((split) => lazyPart("pick", kernel("pickPairs"), [split], { value: target })),
  );
}

export const splitPairs = keyed((keyOf, { targets }: { readonly targets: number }, items: readonly unknown[]) => {
  const lists: Pair[][] = Array.from({ length: targets }, () => []);
  items.forEach((item, index) => {
    const key = keyOf(item, index);
    (lists[hashOf(key) % targets] as Pair[]).push([key, item]);
  });
  return lists;
});

export const pickPairs = (target: number, lists: readonly (readonly Pair[])[]): readonly Pair[] =>
  lists[target] as readonly Pair[];
