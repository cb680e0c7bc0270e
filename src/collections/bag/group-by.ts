// Items with the same key together, and what needs that: distinct items and joins.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { KeyMap, keyed, keyedCall } from "./keys.ts";
import type { Pair } from "./shuffle.ts";
import { shuffle } from "./shuffle.ts";

/** Lists of [key, items], in as many partitions as asked for; items are in the order of the bag. */
export function groupBy(parts: readonly LazyPart[], key: unknown, targets: number): LazyPart[] {
  return shuffle(parts, key, targets).map((lists) => lazyPart("group", kernel("groupPairs"), lists));
}

export function groupPairs(...lists: readonly (readonly Pair[])[]): readonly Pair[] {
  const groups = new KeyMap<unknown[]>();
  const found: [unknown, unknown[]][] = [];
  for (const [key, item] of lists.flat()) {
    const group = groups.get(key);
    if (group !== undefined) {
      group.push(item);
      continue;
    }
    const items = [item];
    groups.set(key, items);
    found.push([key, items]);
  }
  return found;
}

/** The first item of each key. Those that a partition has twice do not travel. */
export function distinct(parts: readonly LazyPart[], key: unknown, targets: number): LazyPart[] {
  const { fn, value } = keyedCall("firstItemsOfKeys", key);
  const own = parts.map((part) => lazyPart("distinct of partition", fn, [part], { value, bytes: part.bytes }));
  return shuffle(own, key, targets).map((lists) => lazyPart("distinct", kernel("firstPairs"), lists));
}

export const firstItemsOfKeys = keyed((keyOf, _: unknown, items: readonly unknown[]) =>
  firstPairs(items.map((item, index): Pair => [keyOf(item, index), item])),
);

export function firstPairs(...lists: readonly (readonly Pair[])[]): readonly unknown[] {
  const seen = new KeyMap<true>();
  return lists.flat().flatMap(([key, item]) => {
    if (seen.get(key) === true) return [];
    seen.set(key, true);
    return [item];
  });
}

export interface JoinKeys {
  readonly left: unknown;
  readonly right: unknown;
}

/** All pairs [left, right] with equal keys, in the order of the left side. */
export function join(
  left: readonly LazyPart[],
  right: readonly LazyPart[],
  keys: JoinKeys,
  targets: number,
): LazyPart[] {
  const others = shuffle(right, keys.right, targets);
  return shuffle(left, keys.left, targets).map((lists, target) =>
    lazyPart("join", kernel("joinPairs"), [...lists, ...(others[target] as LazyPart[])], { value: lists.length }),
  );
}

export function joinPairs(leftLists: number, ...lists: readonly (readonly Pair[])[]): readonly unknown[] {
  const byKey = new KeyMap<unknown[]>();
  for (const [key, item] of lists.slice(leftLists).flat()) {
    const items = byKey.get(key);
    if (items === undefined) byKey.set(key, [item]);
    else items.push(item);
  }
  return lists
    .slice(0, leftLists)
    .flat()
    .flatMap(([key, item]) => (byKey.get(key) ?? []).map((other) => [item, other]));
}
