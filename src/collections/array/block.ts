// A block: the values of one chunk of an array, as tasks take and return it. Plain, so that it can be cloned and moved.
import type { DataArray, Dtype } from "./dtype.ts";
import { makeData } from "./dtype.ts";
import type { Shape } from "./shape.ts";
import { sizeOfShape, stridesOf } from "./shape.ts";

export interface Block {
  readonly dtype: Dtype;
  readonly shape: Shape;
  /** Row by row, without gaps. */
  readonly data: DataArray;
}

export const makeBlock = (dtype: Dtype, shape: Shape): Block => ({
  dtype,
  shape,
  data: makeData(dtype, sizeOfShape(shape)),
});

/** A box of values: where it begins, how far apart its values are by axis. */
export interface Box {
  readonly offset: number;
  readonly strides: readonly number[];
}

/** Copies a box of `counts` values from one array into another of the same kind. */
export function copyBox(counts: Shape, from: DataArray, source: Box, to: DataArray, target: Box): void {
  if (sizeOfShape(counts) === 0) return;
  const axes = counts.length;
  if (axes === 0) {
    to[target.offset] = from[source.offset] as never;
    return;
  }
  const last = axes - 1;
  const n = counts[last] as number;
  const step = source.strides[last] as number;
  const stride = target.strides[last] as number;
  const place = new Array<number>(axes).fill(0);
  let at = source.offset;
  let out = target.offset;
  for (;;) {
    if (step === 1 && stride === 1 && n > SHORT)
      (to as Float64Array).set((from as Float64Array).subarray(at, at + n), out);
    else for (let i = 0; i < n; i++) to[out + i * stride] = from[at + i * step] as never;
    let axis = last - 1;
    for (; axis >= 0; axis--) {
      const next = (place[axis] as number) + 1;
      at += source.strides[axis] as number;
      out += target.strides[axis] as number;
      if (next < (counts[axis] as number)) {
        place[axis] = next;
        break;
      }
      at -= next * (source.strides[axis] as number);
      out -= next * (target.strides[axis] as number);
      place[axis] = 0;
    }
    if (axis < 0) return;
  }
}

/** Up to here a loop is faster than `set`. */
const SHORT = 16;

/** The box of a whole block from `starts` on. */
export function boxAt(shape: Shape, starts: readonly number[]): Box {
  const strides = stridesOf(shape);
  let offset = 0;
  for (let axis = 0; axis < shape.length; axis++) offset += (strides[axis] as number) * (starts[axis] as number);
  return { offset, strides };
}
