// Reductions along axes: every block on its own, then a tree of merges for each block of the result.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { partAt, planOf, shapeOfPlan } from "./array-plan.ts";
import type { Dtype } from "./dtype.ts";
import { bytesOf, floatOf, isFloat } from "./dtype.ts";
import { blockShape, gridOf, startsOf } from "./grid.ts";
import type { FinishSpec, ReduceSpec } from "./reduce-blocks.ts";
import type { ReducerName } from "./reducers.ts";
import type { Shape } from "./shape.ts";
import { checkAxes, forEachPlace, nameShape, sizeOfShape } from "./shape.ts";

export interface ReduceOptions {
  /** Which axes go; those below 0 are counted from the end. Default all. */
  readonly axis?: number | readonly number[] | undefined;
  /** Whether they stay with length 1. Default false. */
  readonly keepDims?: boolean | undefined;
  /** How many results one task merges. Default 8. */
  readonly splitEvery?: number | undefined;
}

export interface SpreadOptions extends ReduceOptions {
  /** What is taken off the number of values: 0 of all there are (default), 1 of a sample. */
  readonly ddof?: number | undefined;
}

const INDEX_REDUCERS: ReadonlySet<string> = new Set(["argmin", "argmax"]);
const NEEDS_VALUES: ReadonlySet<string> = new Set(["min", "max", "argmin", "argmax"]);
const SPLIT_EVERY = 8;

/** @throws {RangeError} if there is no such axis, or the result would be the least or greatest of nothing */
export function reduce(reducer: ReducerName, array: ArrayPlan, options: SpreadOptions = {}): ArrayPlan {
  const { keepDims = false, splitEvery = SPLIT_EVERY, ddof = 0 } = options;
  const shape = shapeOfPlan(array);
  const axes = checkAxes(options.axis, shape.length, `take the ${reducer}`);
  const count = sizeOfShape(axes.map((axis) => shape[axis] as number));
  checkReduction(reducer, { shape, count, splitEvery, axes });
  const isReduced = shape.map((_, axis) => axes.includes(axis));
  const dtype = resultKind(reducer, array.dtype, count);
  const chunks = array.chunks.map((sizes, axis) => (isReduced[axis] ? [1] : sizes));
  const kept = planOf(dtype, chunks, (place, full) => {
    const resultShape = keepDims ? full : full.filter((_, axis) => !isReduced[axis]);
    const finish: FinishSpec = { reducer, dtype, count, ddof, shape: resultShape };
    const bytes = sizeOfShape(full) * BYTES_PER_RESULT;
    return mergeTree(liftParts(reducer, array, axes, place), { finish, splitEvery, bytes });
  });
  return keepDims ? kept : { ...kept, chunks: chunks.filter((_, axis) => !isReduced[axis]) };
}

/** Sums are held as f64, variances in three of them. */
const BYTES_PER_RESULT = 24;

interface Reduction {
  readonly shape: Shape;
  readonly count: number;
  readonly splitEvery: number;
  readonly axes: readonly number[];
}

function checkReduction(reducer: ReducerName, { shape, count, splitEvery, axes }: Reduction): void {
  if (!(Number.isInteger(splitEvery) && splitEvery >= 2)) {
    throw new RangeError(`Cannot take the ${reducer}: splitEvery is ${splitEvery}, must be a whole number from 2 up`);
  }
  if (count === 0 && NEEDS_VALUES.has(reducer)) {
    throw new RangeError(
      `Cannot take the ${reducer} of nothing: shape ${nameShape(shape)} has no values along the axes, must have at least one`,
    );
  }
  if (INDEX_REDUCERS.has(reducer) && axes.length > 1 && axes.length < shape.length) {
    throw new RangeError(`Cannot take the ${reducer} along axes ${nameShape(axes)}: must be one axis or all`);
  }
}

function resultKind(reducer: ReducerName, dtype: Dtype, count: number): Dtype {
  switch (reducer) {
    case "sum":
    case "prod":
      return isFloat(dtype) || dtype === "i64" ? dtype : "f64";
    case "mean":
    case "var":
    case "std":
      return floatOf(dtype);
    case "any":
    case "all":
      return "bool";
    case "argmin":
    case "argmax":
      return count > 2 ** 31 ? "f64" : "i32";
    default:
      return dtype;
  }
}

/** The reduced blocks that one block of the result is made of. */
function liftParts(
  reducer: ReducerName,
  array: ArrayPlan,
  axes: readonly number[],
  place: readonly number[],
): LazyPart[] {
  const shape = shapeOfPlan(array);
  const grid = gridOf(array.chunks);
  const starts = axes.map((axis) => startsOf(array.chunks[axis] as readonly number[]));
  const empty: LazyPart[] = [];
  const parts: LazyPart[] = [];
  const at = [...place];
  forEachPlace(
    axes.map((axis) => grid[axis] as number),
    (choice) => {
      axes.forEach((axis, i) => {
        at[axis] = choice[i] as number;
      });
      const block = blockShape(array.chunks, at);
      const lengths = axes.map((axis) => block[axis] as number);
      const within = {
        starts: choice.map((chunk, i) => starts[i]?.[chunk] as number),
        shape: axes.map((axis) => shape[axis] as number),
      };
      const value: ReduceSpec = { reducer, axes, ...(INDEX_REDUCERS.has(reducer) ? { within } : {}) };
      const results = sizeOfShape(block) / Math.max(1, sizeOfShape(lengths));
      const bytes = results * (NEEDS_VALUES.has(reducer) ? bytesOf(array.dtype) : BYTES_PER_RESULT);
      const part = lazyPart(`${reducer} of block`, kernel("reduceBlock"), [partAt(array, at)], { value, bytes });
      (sizeOfShape(lengths) === 0 ? empty : parts).push(part);
    },
  );
  return parts.length > 0 ? parts : empty.slice(0, 1);
}

interface Merging {
  readonly finish: FinishSpec;
  readonly splitEvery: number;
  readonly bytes: number;
}

function mergeTree(parts: readonly LazyPart[], { finish, splitEvery, bytes }: Merging): LazyPart {
  const { reducer } = finish;
  let level = parts;
  while (level.length > splitEvery) {
    level = Array.from({ length: Math.ceil(level.length / splitEvery) }, (_, i) => {
      const group = level.slice(i * splitEvery, (i + 1) * splitEvery);
      if (group.length === 1) return group[0] as LazyPart;
      return lazyPart(`merge ${reducer}`, kernel("mergeReduced"), group, { value: { reducer }, bytes });
    });
  }
  return lazyPart(reducer, kernel("finishReduced"), level, { value: finish, bytes });
}
