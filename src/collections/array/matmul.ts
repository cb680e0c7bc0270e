// Matrix products in blocks: some pairs of blocks per task, then a tree of sums for each block of the result.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, partAt, planOf, shapeOfPlan } from "./array-plan.ts";
import { promote } from "./dtype.ts";
import type { Chunks } from "./grid.ts";
import { alignChunks, commonSizes } from "./grid.ts";
import { computeKind } from "./multiply-blocks.ts";
import { rechunk } from "./rechunk.ts";
import { nameShape } from "./shape.ts";
import type { Selection } from "./slice.ts";
import { slice } from "./slice.ts";

/** How many pairs of blocks one task multiplies, and how many sums one task adds. */
const PAIRS = 4;

/**
 * Of the last two axes; those before are broadcast. A vector is a row on the left and a column on the right, and that
 * axis goes again. @throws {RangeError} if the inner lengths differ
 */
export function matmul(first: ArrayPlan, second: ArrayPlan): ArrayPlan {
  const [isRow, isColumn] = [first.chunks.length === 1, second.chunks.length === 1];
  check(first, second);
  const a = isRow ? slice(first, [null, ":"]) : first;
  const b = isColumn ? slice(second, [":", null]) : second;
  const product = multiply(a, b);
  if (!isRow && !isColumn) return product;
  const ends: Selection[] = ["...", ...(isRow ? [0] : [":"]), ...(isColumn ? [0] : [":"])];
  return slice(product, ends);
}

function check(first: ArrayPlan, second: ArrayPlan): void {
  const [a, b] = [shapeOfPlan(first), shapeOfPlan(second)];
  const names = `Cannot multiply matrices of shapes ${nameShape(a)} and ${nameShape(b)}`;
  if (a.length === 0 || b.length === 0)
    throw new RangeError(`${names}: a number is no matrix, must have an axis at least`);
  const [left, right] = [a.at(-1), b.at(-2) ?? b[0]];
  if (left !== right) throw new RangeError(`${names}: inner lengths ${left} and ${right} differ, must be equal`);
}

function multiply(first: ArrayPlan, second: ArrayPlan): ArrayPlan {
  const lead = alignChunks([first.chunks.slice(0, -2), second.chunks.slice(0, -2)], "multiply matrices of");
  const inner = commonSizes([first.chunks.at(-1) as readonly number[], second.chunks.at(-2) as readonly number[]]);
  const a = rechunk(first, [...(lead.own[0] as Chunks), first.chunks.at(-2) as readonly number[], inner]);
  const b = rechunk(second, [...(lead.own[1] as Chunks), inner, second.chunks.at(-1) as readonly number[]]);
  const dtype = promote(first.dtype, second.dtype);
  const chunks = [...lead.chunks, a.chunks.at(-2) as readonly number[], b.chunks.at(-1) as readonly number[]];
  return planOf(dtype, chunks, (place, shape) => {
    const [row, column] = place.slice(-2) as [number, number];
    const before = place.slice(0, -2);
    const factors = inner.map((_, k): readonly LazyPart[] => [
      leadPart(a, before, [row, k]),
      leadPart(b, before, [k, column]),
    ]);
    return sumOfProducts(factors, { dtype, bytes: blockBytes(computeKind(dtype), shape) });
  });
}

/** Along axes before the last two, an array that is broadcast has one chunk. */
function leadPart(array: ArrayPlan, before: readonly number[], ends: readonly [number, number]): LazyPart {
  const lead = array.chunks.slice(0, -2);
  const skipped = before.length - lead.length;
  const at = lead.map(({ length }, axis) => (length === 1 ? 0 : (before[axis + skipped] as number)));
  return partAt(array, [...at, ...ends]);
}

function sumOfProducts(
  factors: readonly (readonly LazyPart[])[],
  { dtype, bytes }: { readonly dtype: ArrayPlan["dtype"]; readonly bytes: number },
): LazyPart {
  const isOne = factors.length <= PAIRS;
  let level = groups(factors).map((group) =>
    lazyPart("matmul", kernel("multiplyBlocks"), group.flat(), {
      value: { dtype: isOne ? dtype : computeKind(dtype) },
      bytes,
    }),
  );
  while (level.length > 1) {
    const isLast = level.length <= PAIRS;
    const value = { dtype: isLast ? dtype : computeKind(dtype) };
    level = groups(level).map((group) => lazyPart("matmul sum", kernel("addBlocks"), group, { value, bytes }));
  }
  return level[0] as LazyPart;
}

const groups = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(items.length / PAIRS) }, (_, i) => items.slice(i * PAIRS, (i + 1) * PAIRS));
