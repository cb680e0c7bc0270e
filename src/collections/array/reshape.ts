// The same values in the same order in another shape.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, planOf, shapeOfPlan } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { makeBlock } from "./block.ts";
import type { Dtype } from "./dtype.ts";
import type { ChunkChoice } from "./grid.ts";
import { chooseChunks, flatChunks, gridOf, startsOf } from "./grid.ts";
import { rechunk } from "./rechunk.ts";
import type { Shape } from "./shape.ts";
import { isSameShape, nameShape, sizeOfShape } from "./shape.ts";

/**
 * Blocks are first cut so that each holds neighbours of the whole order, then joined anew. A length of -1 is found by the
 * number of values. @throws {RangeError} if the shape does not hold as many values
 */
export function reshape(array: ArrayPlan, shape: Shape, choice?: ChunkChoice): ArrayPlan {
  const own = shapeOfPlan(array);
  const wanted = resolveShape(own, shape);
  const { dtype } = array;
  const cut = (result: ArrayPlan): ArrayPlan =>
    choice === undefined ? result : rechunk(result, chooseChunks(wanted, dtype, choice));
  if (isSameShape(own, wanted)) return cut(array);
  const largest = array.chunks.reduce((product, sizes) => product * Math.max(1, ...sizes), 1);
  const flat = isFlat(array) ? array : rechunk(array, flatChunks(own, largest));
  const chunks = flatChunks(wanted, largest);
  const sizes = blockSizes(flat);
  const starts = startsOf(sizes);
  let at = 0;
  const reshaped = planOf(dtype, chunks, (_, block) => {
    const size = sizeOfShape(block);
    const value = { dtype, shape: block, ...piecesOf(sizes, starts, at, size) };
    at += size;
    const inputs = value.pieces.map(({ block: index }) => flat.parts[index] as LazyPart);
    const bytes = blockBytes(dtype, block);
    return lazyPart("reshape", kernel("reshapeBlocks"), inputs, { value, bytes });
  });
  return cut(reshaped);
}

function resolveShape(own: Shape, shape: Shape): Shape {
  const size = sizeOfShape(own);
  const known = shape.filter((length) => length !== -1);
  const isFound = known.length === shape.length - 1;
  const wanted = isFound ? shape.map((length) => (length === -1 ? size / sizeOfShape(known) : length)) : shape;
  const isWhole = wanted.every((length) => Number.isInteger(length) && length >= 0);
  if (isWhole && sizeOfShape(wanted) === size) return wanted;
  throw new RangeError(
    `Cannot reshape ${nameShape(own)} to ${nameShape(shape)}: there are ${size} values, must be as many in both`,
  );
}

/** Whether blocks lie one behind the other in the whole order: cut along one axis, in single rows before, in full after. */
function isFlat({ chunks }: ArrayPlan): boolean {
  const axis = chunks.findIndex((sizes) => sizes.some((size) => size !== 1));
  return chunks.every((sizes, i) => axis === -1 || i <= axis || sizes.length === 1);
}

function blockSizes(array: ArrayPlan): number[] {
  let sizes = [1];
  for (let axis = 0; axis < gridOf(array.chunks).length; axis++) {
    sizes = sizes.flatMap((size) => (array.chunks[axis] as readonly number[]).map((length) => size * length));
  }
  return sizes;
}

interface Piece {
  readonly block: number;
  readonly from: number;
  readonly count: number;
}

function piecesOf(sizes: readonly number[], starts: readonly number[], at: number, size: number): { pieces: Piece[] } {
  const pieces: Piece[] = [];
  for (let block = 0; block < sizes.length && size > 0; block++) {
    const start = starts[block] as number;
    const from = Math.max(0, at - start);
    const count = Math.min(sizes[block] as number, at + size - start) - from;
    if (count > 0) pieces.push({ block, from, count });
  }
  return { pieces };
}

export interface ReshapeSpec {
  readonly dtype: Dtype;
  readonly shape: Shape;
  /** What is taken of each block, in order. */
  readonly pieces: readonly Piece[];
}

export function reshapeBlocks({ dtype, shape, pieces }: ReshapeSpec, ...blocks: readonly Block[]): Block {
  const result = makeBlock(dtype, shape);
  let at = 0;
  pieces.forEach(({ from, count }, i) => {
    const data = (blocks[i] as Block).data as Float64Array;
    (result.data as Float64Array).set(data.subarray(from, from + count), at);
    at += count;
  });
  return result;
}
