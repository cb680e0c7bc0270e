// Random items, decided by the seed and their places in the whole bag, however that is cut into partitions.
import { FractionPairs } from "../array/philox.ts";
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";

/** About a part of all items, or so many exactly (all, if there are fewer). */
export type SampleChoice = { readonly seed: number } & ({ readonly fraction: number } | { readonly count: number });

/** @throws {RangeError} for a seed, a fraction or a count that makes no sense */
export function sample(parts: readonly LazyPart[], choice: SampleChoice): LazyPart[] {
  check(choice);
  let before: LazyPart | undefined;
  const own = parts.map((part, i) => {
    const inputs = before === undefined ? [part] : [part, before];
    if (i < parts.length - 1) before = lazyPart("count", kernel("addLength"), inputs);
    return lazyPart("sample", kernel("sampleItems"), inputs, { value: choice });
  });
  if ("fraction" in choice) return own;
  const chosen = lazyPart("choose", kernel("chooseItems"), own, { value: { count: choice.count } });
  return [chosen];
}

function check(choice: SampleChoice): void {
  const { seed } = choice;
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new RangeError(`Cannot sample items: the seed is ${seed}, must be a whole number from 0 up`);
  }
  if ("fraction" in choice) {
    if (choice.fraction >= 0 && choice.fraction <= 1) return;
    throw new RangeError(`Cannot sample items: the fraction is ${choice.fraction}, must be from 0 to 1`);
  }
  if (Number.isInteger(choice.count) && choice.count >= 0) return;
  throw new RangeError(`Cannot sample items: the count is ${choice.count}, must be a whole number from 0 up`);
}

/** How many items there are up to the end of a partition. */
export const addLength = (items: readonly unknown[], before = 0): number => before + items.length;

/** By fraction: items. By count: the best of the partition as [random number, index, item]. */
export function sampleItems(choice: SampleChoice, items: readonly unknown[], before = 0): readonly unknown[] {
  const pairs = new FractionPairs(choice.seed);
  const drawn = items.map((item, i): Drawn => {
    pairs.go(before + i);
    return [pairs.first, before + i, item];
  });
  if ("count" in choice) return best(drawn, choice.count);
  return drawn.filter(([chance]) => chance < choice.fraction).map(([, , item]) => item);
}

type Drawn = readonly [chance: number, index: number, item: unknown];

const best = (drawn: readonly Drawn[], count: number): readonly Drawn[] =>
  [...drawn].sort(([a, i], [b, j]) => a - b || i - j).slice(0, count);

/** In the order of the bag. */
export const chooseItems = (
  { count }: { readonly count: number },
  ...lists: readonly (readonly Drawn[])[]
): unknown[] => [...best(lists.flat(), count)].sort(([, i], [, j]) => i - j).map(([, , item]) => item);
