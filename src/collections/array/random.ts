// Random arrays: each value is decided by the seed and its place in the whole array, however that is cut into chunks.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, planOf } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { makeBlock } from "./block.ts";
import type { Dtype } from "./dtype.ts";
import { checkDtype, isFloat } from "./dtype.ts";
import type { ChunkChoice } from "./grid.ts";
import { chooseChunks, startsOf } from "./grid.ts";
import { FractionPairs } from "./philox.ts";
import type { Shape } from "./shape.ts";
import { checkShape, forEachPlace, stridesOf } from "./shape.ts";

export interface RandomOptions {
  /** A whole number from 0 up; the same seed gives the same array. */
  readonly seed: number;
  /** Default f64 (i32 for whole numbers). */
  readonly dtype?: Dtype;
  readonly chunks?: ChunkChoice;
}

/** uniform: from `low` up to but not `high`; whole: the same, whole numbers; normal: mean `low`, standard deviation `high`. */
export type Distribution = "uniform" | "normal" | "whole";

/** @throws {RangeError} for a seed, a shape or limits that make no sense; {TypeError} if the kind does not suit it */
export function random(
  distribution: Distribution,
  shape: Shape,
  limits: readonly [number, number],
  { seed, dtype = distribution === "whole" ? "i32" : "f64", chunks: choice }: RandomOptions,
): ArrayPlan {
  checkChoices(distribution, limits, seed, checkDtype(dtype));
  const chunks = chooseChunks(checkShape(shape), dtype, choice);
  const starts = chunks.map(startsOf);
  return planOf(dtype, chunks, (place, block) => {
    const value: RandomSpec = {
      ...{ distribution, dtype, shape: block, seed, whole: shape },
      starts: place.map((chunk, axis) => starts[axis]?.[chunk] as number),
      ...{ low: limits[0], high: limits[1] },
    };
    return lazyPart(`random ${distribution}`, kernel("randomBlock"), [], { value, bytes: blockBytes(dtype, block) });
  });
}

function checkChoices(distribution: Distribution, limits: readonly [number, number], seed: number, dtype: Dtype): void {
  if (!(Number.isSafeInteger(seed) && seed >= 0)) {
    throw new RangeError(`Cannot make random numbers: the seed is ${seed}, must be a whole number from 0 up`);
  }
  if (isFloat(dtype) !== (distribution !== "whole") || dtype === "i64") {
    throw new TypeError(
      `Cannot make ${distribution} random numbers of kind ${dtype}: must be ${distribution === "whole" ? "of at most 32 bits" : "f64 or f32"}`,
    );
  }
  const [low, high] = limits;
  const isRight = distribution === "normal" ? high >= 0 : distribution === "whole" ? low < high : low <= high;
  if (Number.isFinite(low) && Number.isFinite(high) && isRight) return;
  const names = distribution === "normal" ? "mean and deviation" : "limits";
  throw new RangeError(
    `Cannot make ${distribution} random numbers: ${names} are ${low} and ${high}, must be finite and in order`,
  );
}

export interface RandomSpec {
  readonly distribution: Distribution;
  readonly dtype: Dtype;
  /** Of the block. */
  readonly shape: Shape;
  /** Of the array, and where the block begins in it. */
  readonly whole: Shape;
  readonly starts: readonly number[];
  readonly seed: number;
  readonly low: number;
  readonly high: number;
}

export function randomBlock(spec: RandomSpec): Block {
  const { dtype, shape, whole, starts } = spec;
  const block = makeBlock(dtype, shape);
  const data = block.data as Float64Array;
  const draw = drawer(spec);
  const length = shape.at(-1) ?? 1;
  const strides = stridesOf(whole);
  let at = 0;
  forEachPlace(shape.slice(0, -1), (place) => {
    let index = starts.at(-1) ?? 0;
    for (let axis = 0; axis < place.length; axis++) {
      index += ((place[axis] as number) + (starts[axis] as number)) * (strides[axis] as number);
    }
    for (let i = 0; i < length; i++) data[at++] = draw(index + i);
  });
  return block;
}

/** Makes the number at an index of the whole order; neighbours share a pair. */
function drawer({ distribution, dtype, seed, low, high }: RandomSpec): (index: number) => number {
  const pairs = new FractionPairs(seed);
  let pair = -1;
  const go = (index: number): boolean => {
    const wanted = Math.floor(index / 2);
    if (wanted !== pair) pairs.go((pair = wanted));
    return index % 2 === 0;
  };
  if (distribution === "normal") {
    return (index) => {
      const isFirst = go(index);
      const radius = Math.sqrt(-2 * Math.log(1 - pairs.first)) * high;
      const angle = 2 * Math.PI * pairs.second;
      return low + radius * (isFirst ? Math.cos(angle) : Math.sin(angle));
    };
  }
  const fraction = (index: number): number => (go(index) ? pairs.first : pairs.second);
  if (distribution === "whole") return (index) => low + Math.floor(fraction(index) * (high - low));
  if (dtype === "f32") return (index) => low + (Math.floor(fraction(index) * 2 ** 24) / 2 ** 24) * (high - low);
  return (index) => low + fraction(index) * (high - low);
}
