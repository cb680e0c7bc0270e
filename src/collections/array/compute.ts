// From parts to results: blocks are put where they belong in one array.
import type { ComputingCluster } from "../plan/run.ts";
import { computeParts, partsOneByOne } from "../plan/run.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { shapeOfPlan } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { boxAt, copyBox, makeBlock } from "./block.ts";
import { gridOf, startsOf } from "./grid.ts";
import type { BlockPlace } from "./map-blocks.ts";
import { forEachPlace } from "./shape.ts";

/** The whole array as one block. */
export async function computeArray(array: ArrayPlan, cluster: ComputingCluster): Promise<Block> {
  const blocks = (await computeParts(cluster, array.parts)) as readonly Block[];
  const shape = shapeOfPlan(array);
  if (blocks.length === 1) return { ...(blocks[0] as Block), shape };
  const whole = makeBlock(array.dtype, shape);
  const starts = array.chunks.map(startsOf);
  forEachPlace(gridOf(array.chunks), (place, index) => {
    const block = blocks[index] as Block;
    const at = place.map((chunk, axis) => starts[axis]?.[chunk] as number);
    copyBox(
      block.shape,
      block.data,
      boxAt(
        block.shape,
        at.map(() => 0),
      ),
      whole.data,
      boxAt(shape, at),
    );
  });
  return whole;
}

/** A block and where it stands. */
export type PlacedBlock = Block & BlockPlace;

/** The blocks in order, the last axis fastest. */
export async function* blocksOf(array: ArrayPlan, cluster: ComputingCluster): AsyncGenerator<PlacedBlock, void> {
  const starts = array.chunks.map(startsOf);
  const places: (readonly number[])[] = [];
  forEachPlace(gridOf(array.chunks), (place) => places.push([...place]));
  let index = 0;
  for await (const block of partsOneByOne(cluster, array.parts)) {
    const place = places[index++] as readonly number[];
    yield { ...(block as Block), place, starts: place.map((chunk, axis) => starts[axis]?.[chunk] as number) };
  }
}

/** A number, or lists of lists of numbers, as deep as there are axes. */
export type Nested = number | bigint | boolean | readonly Nested[];

export function nest({ dtype, shape, data }: Block): Nested {
  let at = 0;
  const take = (axis: number): Nested => {
    if (axis === shape.length) {
      const value = data[at++] as number | bigint;
      return dtype === "bool" ? value !== 0 : value;
    }
    return Array.from({ length: shape[axis] as number }, () => take(axis + 1));
  };
  return take(0);
}

/** The other way. @throws {RangeError} if lists beside each other differ in length */
export function shapeOfNested(nested: Nested): number[] {
  if (!isList(nested)) return [];
  const shapes = nested.map(shapeOfNested);
  const [first = []] = shapes;
  for (const shape of shapes) {
    if (shape.length === first.length && shape.every((length, i) => length === first[i])) continue;
    throw new RangeError(
      "Cannot make an array of nested lists: lists beside each other differ in length, must be equal",
    );
  }
  return [nested.length, ...first];
}

export const flatten = (nested: Nested): (number | bigint | boolean)[] =>
  isList(nested) ? nested.flatMap(flatten) : [nested];

const isList = (nested: Nested): nested is readonly Nested[] => Array.isArray(nested);
