// How often each item is there.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { KeyMap } from "./keys.ts";
import { mergeTree } from "./merge-tree.ts";

/** A list of [item, count] in one partition, in the order in which items come first. */
export function frequencies(parts: readonly LazyPart[], splitEvery?: number): LazyPart {
  const counted = parts.map((part) => lazyPart("count items", kernel("countItems"), [part]));
  return mergeTree(counted, { kind: "frequencies", fn: kernel("addCounts"), value: undefined }, splitEvery);
}

type Counts = readonly (readonly [item: unknown, count: number])[];

export const countItems = (items: readonly unknown[]): Counts => addUp(items.map((item) => [item, 1]));

export const addCounts = (...lists: readonly Counts[]): Counts => addUp(lists.flat());

function addUp(counts: Counts): Counts {
  const places = new KeyMap<number>();
  const found: [unknown, number][] = [];
  for (const [item, count] of counts) {
    const place = places.get(item);
    if (place === undefined) places.set(item, found.push([item, count]) - 1);
    else (found[place] as [unknown, number])[1] += count;
  }
  return found;
}
