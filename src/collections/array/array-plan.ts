// What an array is before it is computed: its kind, its chunks, and for each chunk the call that will make it.
import type { LazyPart } from "../plan/lazy-part.ts";
import type { Dtype } from "./dtype.ts";
import { bytesOf } from "./dtype.ts";
import type { Chunks } from "./grid.ts";
import { blockShape, gridOf, shapeOf } from "./grid.ts";
import type { Shape } from "./shape.ts";
import { forEachPlace, indexOfPlace, sizeOfShape } from "./shape.ts";

export interface ArrayPlan {
  readonly dtype: Dtype;
  readonly chunks: Chunks;
  /** By place in the grid of chunks, the last axis fastest; each gives a `Block`. */
  readonly parts: readonly LazyPart[];
}

export const shapeOfPlan = (array: ArrayPlan): Shape => shapeOf(array.chunks);

/** A plan whose part at each place of the grid `make` returns. */
export function planOf(
  dtype: Dtype,
  chunks: Chunks,
  make: (place: readonly number[], shape: Shape) => LazyPart,
): ArrayPlan {
  const parts: LazyPart[] = [];
  forEachPlace(gridOf(chunks), (place) => parts.push(make(place, blockShape(chunks, place))));
  return { dtype, chunks, parts };
}

/** The part at a place of the grid. */
export const partAt = (array: ArrayPlan, place: readonly number[]): LazyPart =>
  array.parts[indexOfPlace(place, gridOf(array.chunks))] as LazyPart;

/** Estimated bytes of a block. */
export const blockBytes = (dtype: Dtype, shape: Shape): number => sizeOfShape(shape) * bytesOf(dtype);
