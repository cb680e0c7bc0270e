// Kernels of reductions: a block is reduced, what came of several blocks is merged, and the last makes a block of it.
import type { Block } from "./block.ts";
import type { DataArray, Dtype } from "./dtype.ts";
import type { Fields, Finish, Reducer, ReducerName } from "./reducers.ts";
import { REDUCERS } from "./reducers.ts";
import type { Shape } from "./shape.ts";
import { sizeOfShape, stridesOf } from "./shape.ts";

export interface ReduceSpec {
  readonly reducer: ReducerName;
  /** In order. */
  readonly axes: readonly number[];
  /** For indices: where the block begins and what shape the array has along the reduced axes. */
  readonly within?: { readonly starts: readonly number[]; readonly shape: Shape };
}

export interface Reduced {
  readonly fields: Fields;
}

export function reduceBlock({ reducer: name, axes, within }: ReduceSpec, block: Block): Reduced {
  const reducer: Reducer = REDUCERS[name];
  const shape = [...block.shape];
  let fields: Fields | undefined;
  for (const { first, last } of groupsOf(axes).reverse()) {
    const along = {
      outer: sizeOfShape(shape.slice(0, first)),
      n: sizeOfShape(shape.slice(first, last + 1)),
      inner: sizeOfShape(shape.slice(last + 1)),
    };
    fields = fields === undefined ? reducer.lift(block.data, block.dtype, along) : reducer.merge(fields, along);
    for (let axis = first; axis <= last; axis++) shape[axis] = 1;
  }
  fields ??= reducer.lift(block.data, block.dtype, { outer: sizeOfShape(shape), n: 1, inner: 1 });
  if (within === undefined) return { fields };
  const lengths = axes.map((axis) => block.shape[axis] as number);
  return { fields: [fields[0] as DataArray, globalIndices(fields[1] as Float64Array, lengths, within)] };
}

/** Neighbouring axes are reduced as one. */
function groupsOf(axes: readonly number[]): { first: number; last: number }[] {
  const groups: { first: number; last: number }[] = [];
  for (const axis of axes) {
    const group = groups.at(-1);
    if (group !== undefined && group.last === axis - 1) group.last = axis;
    else groups.push({ first: axis, last: axis });
  }
  return groups;
}

/** Indices in the block's reduced axes as indices in the array's. */
function globalIndices(
  indices: Float64Array,
  lengths: Shape,
  { starts, shape }: NonNullable<ReduceSpec["within"]>,
): Float64Array {
  const own = stridesOf(lengths);
  const strides = stridesOf(shape);
  return indices.map((index) => {
    let rest = index;
    let at = 0;
    for (let axis = 0; axis < lengths.length; axis++) {
      const place = Math.floor(rest / (own[axis] as number));
      rest -= place * (own[axis] as number);
      at += (place + (starts[axis] as number)) * (strides[axis] as number);
    }
    return at;
  });
}

export function mergeReduced({ reducer }: Pick<ReduceSpec, "reducer">, ...parts: readonly Reduced[]): Reduced {
  const [first] = parts as readonly [Reduced];
  if (parts.length === 1) return first;
  const inner = (first.fields[0] as DataArray).length;
  const stacked = first.fields.map((field, i) => {
    const all = new (field.constructor as new (length: number) => DataArray)(inner * parts.length);
    parts.forEach((part, row) => {
      (all as Float64Array).set(part.fields[i] as Float64Array, row * inner);
    });
    return all;
  });
  return { fields: (REDUCERS[reducer] as Reducer).merge(stacked, { outer: 1, n: parts.length, inner }) };
}

export interface FinishSpec extends Finish {
  readonly reducer: ReducerName;
  readonly shape: Shape;
  readonly dtype: Dtype;
}

export function finishReduced(spec: FinishSpec, ...parts: readonly Reduced[]): Block {
  const { fields } = mergeReduced(spec, ...parts);
  return { dtype: spec.dtype, shape: spec.shape, data: (REDUCERS[spec.reducer] as Reducer).finish(fields, spec) };
}
