// Axes in another order.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, partAt, planOf } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { copyBox, makeBlock } from "./block.ts";
import type { DataArray } from "./dtype.ts";
import { checkAxis, nameShape, stridesOf } from "./shape.ts";

/** Axis `axes[i]` becomes axis i; by default all are turned round. @throws {RangeError} unless each axis is named once */
export function transpose(array: ArrayPlan, axes?: readonly number[]): ArrayPlan {
  const count = array.chunks.length;
  const order = axes?.map((axis) => checkAxis(axis, count, "transpose")) ?? array.chunks.map((_, i) => count - 1 - i);
  if (order.length !== count || new Set(order).size !== count) {
    throw new RangeError(`Cannot transpose to axes ${nameShape(order)}: must name each of the ${count} axes once`);
  }
  if (order.every((axis, i) => axis === i)) return array;
  const chunks = order.map((axis) => array.chunks[axis] as readonly number[]);
  const fn = kernel("transposeBlock");
  return planOf(array.dtype, chunks, (place, shape) => {
    const from = new Array<number>(count);
    order.forEach((axis, i) => {
      from[axis] = place[i] as number;
    });
    return lazyPart("transpose", fn, [partAt(array, from)], { value: order, bytes: blockBytes(array.dtype, shape) });
  });
}

export function transposeBlock(order: readonly number[], block: Block): Block {
  const shape = order.map((axis) => block.shape[axis] as number);
  const result = makeBlock(block.dtype, shape);
  const own = stridesOf(block.shape);
  if (order.length === 2) {
    turn(block.data, result.data, shape as [number, number]);
    return result;
  }
  const strides = order.map((axis) => own[axis] as number);
  copyBox(shape, block.data, { offset: 0, strides }, result.data, { offset: 0, strides: stridesOf(shape) });
  return result;
}

/** In squares that stay in the cache, whichever way they are walked. */
function turn(from: DataArray, to: DataArray, [rows, columns]: readonly [number, number]): void {
  for (let top = 0; top < rows; top += TILE) {
    for (let left = 0; left < columns; left += TILE) {
      const bottom = Math.min(rows, top + TILE);
      const right = Math.min(columns, left + TILE);
      for (let row = top; row < bottom; row++) {
        for (let column = left; column < right; column++) {
          to[row * columns + column] = from[column * rows + row] as never;
        }
      }
    }
  }
}

const TILE = 32;
