// A box cut out of one block.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import { blockBytes } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { boxAt, copyBox, makeBlock } from "./block.ts";
import type { Dtype } from "./dtype.ts";
import type { Shape } from "./shape.ts";
import { stridesOf } from "./shape.ts";

export interface SliceSpec {
  /** By axis of the block: the first index, the step (also below 0) and how many. */
  readonly starts: readonly number[];
  readonly steps: readonly number[];
  readonly counts: readonly number[];
  /** Of the result: as many values, in the same order; axes of length 1 may come and go. */
  readonly shape: Shape;
}

/** The part itself where all of its block is wanted as it is. */
export function slicePart(part: LazyPart, dtype: Dtype, block: Shape, spec: SliceSpec): LazyPart {
  const isWhole =
    spec.shape.length === block.length &&
    block.every(
      (length, axis) => spec.counts[axis] === length && spec.shape[axis] === length && spec.steps[axis] === 1,
    );
  if (isWhole) return part;
  return lazyPart("slice", kernel("sliceBlock"), [part], { value: spec, bytes: blockBytes(dtype, spec.shape) });
}

export function sliceBlock({ starts, steps, counts, shape }: SliceSpec, block: Block): Block {
  const result = makeBlock(block.dtype, shape);
  const { offset, strides } = boxAt(block.shape, starts);
  const source = { offset, strides: strides.map((stride, axis) => stride * (steps[axis] as number)) };
  copyBox(counts, block.data, source, result.data, { offset: 0, strides: stridesOf(counts) });
  return result;
}
