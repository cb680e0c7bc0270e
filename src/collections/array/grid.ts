// How an array is cut into chunks: sizes along each axis, and the rules that choose and reconcile them.
import { partitionCount } from "../plan/partition-count.ts";
import type { Dtype } from "./dtype.ts";
import { bytesOf } from "./dtype.ts";
import type { Shape } from "./shape.ts";
import { broadcastShapes, nameShape, sizeOfShape } from "./shape.ts";

/** For each axis the sizes of its chunks, which add up to its length. At least one chunk, which may be empty. */
export type Chunks = readonly (readonly number[])[];

/**
 * How to cut: the length of chunks along all axes, or for each axis its length (-1: in one piece) or the list of all
 * lengths. Left out: chosen by size and cores.
 */
export type ChunkChoice = number | readonly (number | readonly number[])[];

export const shapeOf = (chunks: Chunks): number[] =>
  chunks.map((sizes) => {
    let length = 0;
    for (const size of sizes) length += size;
    return length;
  });

/** How many chunks there are along each axis. */
export const gridOf = (chunks: Chunks): number[] => chunks.map(({ length }) => length);

/** Where each chunk begins along its axis. */
export function startsOf(sizes: readonly number[]): number[] {
  let at = 0;
  return sizes.map((size) => {
    const start = at;
    at += size;
    return start;
  });
}

/** The shape of the block at a place of the grid. */
export const blockShape = (chunks: Chunks, place: readonly number[]): number[] =>
  chunks.map((sizes, axis) => sizes[place[axis] as number] as number);

/** The sizes that cut `shape` as the caller chose, or as suits their size. @throws {RangeError} if they do not fit it */
export function chooseChunks(shape: Shape, dtype: Dtype, choice?: ChunkChoice): Chunks {
  if (choice === undefined) return defaultChunks(shape, dtype);
  if (typeof choice === "number") return shape.map((length, axis) => cutEvenly(length, choice, axis));
  if (choice.length !== shape.length) {
    const axes = `${choice.length} axes`;
    throw new RangeError(`Cannot cut shape ${nameShape(shape)}: chunks are given for ${axes}, must be for all`);
  }
  return shape.map((length, axis) => {
    const own = choice[axis] as number | readonly number[];
    return typeof own === "number" ? cutEvenly(length, own, axis) : checkSizes(length, own, axis);
  });
}

function cutEvenly(length: number, size: number, axis: number): readonly number[] {
  if (size === -1 || length === 0) return [length];
  if (!(Number.isInteger(size) && size > 0)) {
    throw new RangeError(`Cannot cut axis ${axis}: chunks are of size ${size}, must be whole numbers from 1 up, or -1`);
  }
  const sizes = new Array<number>(Math.ceil(length / size)).fill(size);
  sizes[sizes.length - 1] = length - size * (sizes.length - 1);
  return sizes;
}

function checkSizes(length: number, sizes: readonly number[], axis: number): readonly number[] {
  const isWhole = sizes.length > 0 && sizes.every((size) => Number.isInteger(size) && size >= 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (isWhole && total === length) return sizes;
  throw new RangeError(
    `Cannot cut axis ${axis}: chunks are ${sizes.join(", ")}, must be sizes that add up to ${length}`,
  );
}

/** As many chunks as data of that size gets (`partitionCount`), as square as can be. */
function defaultChunks(shape: Shape, dtype: Dtype): Chunks {
  const bytes = sizeOfShape(shape) * bytesOf(dtype);
  const wanted = bytes / partitionCount(bytes);
  const block = [...shape];
  while (sizeOfShape(block) * bytesOf(dtype) > wanted) {
    const longest = block.indexOf(Math.max(...block));
    if ((block[longest] as number) <= 1) break;
    block[longest] = Math.ceil((block[longest] as number) / 2);
  }
  return shape.map((length, axis) => cutEvenly(length, Math.max(1, block[axis] as number), axis));
}

/** The cuts of all lists together: the coarsest sizes that each of them can be cut into. All add up to the same length. */
export function commonSizes(lists: readonly (readonly number[])[]): readonly number[] {
  const first = lists[0] as readonly number[];
  if (lists.every((sizes) => sizes.length === first.length && sizes.every((size, i) => size === first[i])))
    return first;
  const cuts = new Set<number>();
  for (const sizes of lists) for (const start of startsOf(sizes)) cuts.add(start);
  const length = first.reduce((sum, size) => sum + size, 0);
  const sorted = [...cuts.add(0)].filter((cut) => cut < length).sort((a, b) => a - b);
  if (sorted.length === 0) return [0];
  return sorted.map((cut, i) => (sorted[i + 1] ?? length) - cut);
}

/** The cuts of a result of broadcasting, and those that each operand must have so that blocks meet. @throws {RangeError} if shapes do not broadcast */
export function alignChunks(all: readonly Chunks[], action: string): { chunks: Chunks; own: readonly Chunks[] } {
  const shapes = all.map(shapeOf);
  const shape = broadcastShapes(shapes, action);
  const chunks = shape.map((length, axis) => {
    const lists = all.flatMap((each, i) => {
      const at = axis - shape.length + each.length;
      return at >= 0 && shapes[i]?.[at] === length ? [each[at] as readonly number[]] : [];
    });
    return commonSizes(lists);
  });
  const own = shapes.map((lengths) =>
    lengths.map((length, axis) => {
      const at = axis + shape.length - lengths.length;
      return length === shape[at] ? (chunks[at] as readonly number[]) : [length];
    }),
  );
  return { chunks, own };
}

/** Chunks of blocks that lie one behind the other in the whole array's row-by-row order, of at most about `size` values. */
export function flatChunks(shape: Shape, size: number): Chunks {
  let after = sizeOfShape(shape);
  let axis = 0;
  for (; axis < shape.length; axis++) {
    after = sizeOfShape(shape.slice(axis + 1));
    if (after <= 2 * size || axis === shape.length - 1) break;
  }
  return shape.map((length, i) => {
    if (i > axis) return [length];
    return cutEvenly(length, i < axis ? 1 : Math.max(1, Math.floor(size / Math.max(1, after))), i);
  });
}
