// Numbers about a bag: each partition is summed up, then the sums of partitions are merged.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { mergeTree } from "./merge-tree.ts";

export type StatisticName = "sum" | "mean" | "min" | "max" | "count" | "var" | "std" | "any" | "all";

export interface StatisticSpec {
  readonly name: StatisticName;
  readonly ddof: number;
}

export function statistic(parts: readonly LazyPart[], value: StatisticSpec, splitEvery?: number): LazyPart {
  const { name } = value;
  const own = parts.map((part) => lazyPart(`${name} of partition`, kernel("sumUpItems"), [part], { value }));
  const merged = mergeTree(own, { kind: `merge ${name}`, fn: kernel("mergeSummaries"), value }, splitEvery);
  return lazyPart(name, kernel("finishSummary"), [merged], { value });
}

/** What is known of some items; of the fields only those that the statistic needs mean anything. */
export interface Summary {
  readonly count: number;
  readonly sum: number;
  /** What rounding took from `sum`. */
  readonly lost: number;
  readonly mean: number;
  /** The sum of squared distances from the mean. */
  readonly squares: number;
  /** The least or greatest, or the truth of any or all; undefined of nothing. */
  readonly extreme: unknown;
}

/** @throws {TypeError} for an item that is no number, naming it */
export function sumUpItems({ name }: StatisticSpec, items: readonly unknown[]): Summary {
  const start = { count: items.length, sum: 0, lost: 0, mean: 0, squares: 0, extreme: undefined };
  switch (name) {
    case "count":
      return start;
    case "any":
      return { ...start, extreme: items.some(Boolean) };
    case "all":
      return { ...start, extreme: items.every(Boolean) };
    case "min":
    case "max":
      return { ...start, extreme: extremeOf(name, items) };
    default:
      return { ...start, ...moments(name, items) };
  }
}

/** Numbers, texts or bigints, as `<` compares them; NaN if one is. */
function extremeOf(name: "min" | "max", items: readonly unknown[]): unknown {
  let found = items[0];
  for (const item of items) {
    if (Number.isNaN(found)) return found;
    const isBetter = name === "min" ? (item as number) < (found as number) : (item as number) > (found as number);
    if (isBetter || Number.isNaN(item)) found = item;
  }
  return found;
}

function moments(name: StatisticName, items: readonly unknown[]): Partial<Summary> {
  let total: Total = { sum: 0, lost: 0 };
  items.forEach((item, index) => {
    if (typeof item !== "number") {
      const found = item === null ? "null" : typeof item === "string" ? `"${item}"` : typeof item;
      throw new TypeError(
        `Cannot take the ${name} of items: item ${index} of its partition is ${found}, must be a number`,
      );
    }
    total = add(total, item);
  });
  const mean = items.length === 0 ? 0 : totalOf(total) / items.length;
  let squares = 0;
  for (const item of items) squares += ((item as number) - mean) ** 2;
  return { ...total, mean, squares };
}

type Total = Pick<Summary, "sum" | "lost">;

/** Neumaier's sum: what is rounded off is kept beside it. */
function add({ sum, lost }: Total, value: number): Total {
  const next = sum + value;
  if (!Number.isFinite(next)) return { sum: next, lost: 0 };
  const off = Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
  return { sum: next, lost: lost + off };
}

const totalOf = ({ sum, lost }: Total): number => (Number.isFinite(sum) ? sum + lost : sum);

export function mergeSummaries({ name }: StatisticSpec, ...parts: readonly Summary[]): Summary {
  const [first, ...others] = parts.filter(({ count }) => count > 0);
  if (first === undefined) return parts[0] as Summary;
  return others.reduce((a, b) => {
    const count = a.count + b.count;
    const distance = b.mean - a.mean;
    return {
      count,
      ...add({ sum: a.sum, lost: a.lost + b.lost }, b.sum),
      mean: a.mean + (distance * b.count) / count,
      squares: a.squares + b.squares + (distance * distance * a.count * b.count) / count,
      extreme: mergeExtremes(name, a.extreme, b.extreme),
    };
  }, first);
}

function mergeExtremes(name: StatisticName, a: unknown, b: unknown): unknown {
  if (name === "any") return Boolean(a) || Boolean(b);
  if (name === "all") return Boolean(a) && Boolean(b);
  return name === "min" || name === "max" ? extremeOf(name, [a, b]) : undefined;
}

/** Of nothing: the sum is 0, mean and deviation are NaN. @throws {RangeError} for the least or greatest of nothing */
export function finishSummary({ name, ddof }: StatisticSpec, summary: Summary): unknown {
  const { count, squares, extreme } = summary;
  switch (name) {
    case "count":
      return count;
    case "sum":
      return totalOf(summary);
    case "mean":
      return totalOf(summary) / count;
    case "var":
      return squares / Math.max(0, count - ddof);
    case "std":
      return Math.sqrt(squares / Math.max(0, count - ddof));
    case "any":
    case "all":
      return extreme;
    default:
      if (count > 0) return extreme;
      throw new RangeError(`Cannot take the ${name} of nothing: the bag is empty, must have at least one item`);
  }
}
