// Folds: each partition on its own from the initial value, then what came of them.
import type { TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { KeyMap, keyed, keyedCall } from "./keys.ts";
import { mergeTree } from "./merge-tree.ts";

export interface FoldChoice {
  readonly step: TaskFunction;
  readonly combine: TaskFunction;
  readonly initial: unknown;
  readonly splitEvery?: number | undefined;
}

export function fold(parts: readonly LazyPart[], { step, combine, initial, splitEvery }: FoldChoice): LazyPart {
  const call = applied(kernel("foldItems"), [step]);
  const folded = parts.map((part) => lazyPart("fold", call, [part], { value: { initial } }));
  const fn = applied(kernel("combineFolds"), [combine]);
  return mergeTree(folded, { kind: "combine", fn, value: undefined }, splitEvery);
}

type Step = (total: unknown, item: unknown) => unknown;

export function foldItems(step: Step, { initial }: { readonly initial: unknown }, items: readonly unknown[]): unknown {
  let total = initial;
  for (const item of items) total = step(total, item);
  return total;
}

export function combineFolds(combine: Step, ...totals: readonly unknown[]): unknown {
  return totals.reduce((total, next) => combine(total, next));
}

/** The same for each key: a list of [key, total] in one partition, keys in the order in which they come. */
export function foldBy(parts: readonly LazyPart[], key: unknown, choice: FoldChoice): LazyPart {
  const { step, combine, initial, splitEvery } = choice;
  const { fn: keyFn, value } = keyedCall("pairWithKeys", key);
  const pairs = parts.map((part) => lazyPart("key", keyFn, [part], { value }));
  const call = applied(kernel("foldPairs"), [step]);
  const folded = pairs.map((part) => lazyPart("fold by key", call, [part], { value: { initial } }));
  const fn = applied(kernel("combinePairs"), [combine]);
  return mergeTree(folded, { kind: "combine by key", fn, value: undefined }, splitEvery);
}

type Pair = readonly [key: unknown, value: unknown];

export const pairWithKeys = keyed((keyOf, _: unknown, items: readonly unknown[]): readonly Pair[] =>
  items.map((item, index) => [keyOf(item, index), item]),
);

/** The initial value is each key's own: steps may change theirs. */
export function foldPairs(
  step: Step,
  { initial }: { readonly initial: unknown },
  pairs: readonly Pair[],
): readonly Pair[] {
  const totals = new KeyMap<{ value: unknown }>();
  const found: { key: unknown; total: { value: unknown } }[] = [];
  for (const [key, item] of pairs) {
    let total = totals.get(key);
    if (total === undefined) {
      total = { value: structuredClone(initial) };
      totals.set(key, total);
      found.push({ key, total });
    }
    total.value = step(total.value, item);
  }
  return found.map(({ key, total }) => [key, total.value]);
}

export function combinePairs(combine: Step, ...lists: readonly (readonly Pair[])[]): readonly Pair[] {
  const totals = new KeyMap<{ value: unknown }>();
  const found: { key: unknown; total: { value: unknown } }[] = [];
  for (const [key, value] of lists.flat()) {
    const total = totals.get(key);
    if (total !== undefined) {
      total.value = combine(total.value, value);
      continue;
    }
    const first = { value };
    totals.set(key, first);
    found.push({ key, total: first });
  }
  return found.map(({ key, total }) => [key, total.value]);
}
