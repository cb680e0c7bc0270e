// The greatest items by a key, greatest first.
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { keyed, keyedCall } from "./keys.ts";
import { mergeTree } from "./merge-tree.ts";

export interface TopChoice {
  readonly count: number;
  /** "least": the least, least first. */
  readonly order: "greatest" | "least";
}

/** A list in one partition; of equal ones the first. @throws {RangeError} for a count that makes no sense */
export function topItems(parts: readonly LazyPart[], key: unknown, choice: TopChoice): LazyPart {
  if (!(Number.isInteger(choice.count) && choice.count >= 0)) {
    throw new RangeError(`Cannot take the top ${choice.count}: must be a whole number from 0 up`);
  }
  const { fn, value } = keyedCall("pickTop", key, { ...choice });
  const tops = parts.map((part) => lazyPart("top of partition", fn, [part], { value }));
  return mergeTree(tops, { kind: "top", fn, value });
}

type Keyed = readonly [key: unknown, item: unknown];

/** Keys are compared as `<` does; NaN and what is missing come last. */
export const pickTop = keyed((keyOf, { count, order }: TopChoice, ...lists: readonly (readonly unknown[])[]) => {
  const sign = order === "least" ? 1 : -1;
  const pairs = lists.flat().map((item, index): Keyed => [keyOf(item, index), item]);
  pairs.sort(([a], [b]) => compare(a, b, sign));
  return pairs.slice(0, count).map(([, item]) => item);
});

function compare(a: unknown, b: unknown, sign: number): number {
  const [isLastA, isLastB] = [isNothing(a), isNothing(b)];
  if (isLastA || isLastB) return Number(isLastA) - Number(isLastB);
  if ((a as number) < (b as number)) return -sign;
  return (a as number) > (b as number) ? sign : 0;
}

const isNothing = (key: unknown): boolean => key === undefined || key === null || Number.isNaN(key);
