// What arrays are made of: data that is here, numbers that follow a rule, chance, other arrays.

import type { Nested } from "./compute.ts";
import { flatten, shapeOfNested } from "./compute.ts";
import type { ArrayOptions } from "./create.ts";
import { arange, fromData, full, linspace } from "./create.ts";
import type { DataArray, Dtype, Scalar } from "./dtype.ts";
import { checkDtype, makeData } from "./dtype.ts";
import { where } from "./elementwise.ts";
import { concatenate, stack } from "./join.ts";
import type { Operand } from "./nd-array.ts";
import { NdArray } from "./nd-array.ts";
import type { RandomOptions } from "./random.ts";
import { random } from "./random.ts";
import type { Shape } from "./shape.ts";

/** Makes arrays. Everywhere `chunks` says how they are cut: by default by their size and the number of cores. */
export const nd = {
  /** Of a typed array, in one axis or in `shape`; it is copied. @throws {RangeError} if the shape does not fit */
  fromTypedArray(data: DataArray, options: ArrayOptions & { readonly shape?: Shape } = {}): NdArray {
    return new NdArray(fromData(data, options.shape ?? [data.length], options));
  },

  /** Of numbers in lists of lists: bools of booleans, i64 of bigints, else f64, unless `dtype` says otherwise. @throws {RangeError} if lists differ in length */
  of(nested: Nested, { dtype, ...options }: ArrayOptions = {}): NdArray {
    const shape = shapeOfNested(nested);
    const values = flatten(nested);
    const kind = checkDtype(dtype ?? kindOfValues(values));
    const data = makeData(kind, values.length);
    values.forEach((value, i) => {
      data[i] = (kind === "i64" ? BigInt(value) : kind === "bool" ? Number(Boolean(value)) : Number(value)) as never;
    });
    return new NdArray(fromData(data, shape, { dtype: kind, ...options }));
  },

  zeros(shape: Shape, options: ArrayOptions = {}): NdArray {
    return new NdArray(full(shape, 0, options));
  },

  ones(shape: Shape, options: ArrayOptions = {}): NdArray {
    return new NdArray(full(shape, 1, options));
  },

  full(shape: Shape, value: Scalar, options: ArrayOptions = {}): NdArray {
    return new NdArray(full(shape, value, options));
  },

  /** start, start + step ... before `stop`. */
  arange(start: number, stop: number, step = 1, options: ArrayOptions = {}): NdArray {
    return new NdArray(arange(start, stop, step, options));
  },

  /** `count` numbers at equal distances from `start` to `stop`, which is among them unless `endpoint` is false. */
  linspace(
    start: number,
    stop: number,
    count = 50,
    options: ArrayOptions & { readonly endpoint?: boolean } = {},
  ): NdArray {
    return new NdArray(linspace(start, stop, count, options));
  },

  /** Random numbers from `low` (default 0) up to but not `high` (default 1), decided by the seed and their place, whatever the chunks. */
  uniform(shape: Shape, options: RandomOptions & { readonly low?: number; readonly high?: number }): NdArray {
    return new NdArray(random("uniform", shape, [options.low ?? 0, options.high ?? 1], options));
  },

  /** Random numbers of the normal distribution, by default of mean 0 and deviation 1. */
  normal(shape: Shape, options: RandomOptions & { readonly mean?: number; readonly deviation?: number }): NdArray {
    return new NdArray(random("normal", shape, [options.mean ?? 0, options.deviation ?? 1], options));
  },

  /** Random whole numbers from `low` (default 0) up to but not `high`. */
  integers(shape: Shape, options: RandomOptions & { readonly low?: number; readonly high: number }): NdArray {
    return new NdArray(random("whole", shape, [options.low ?? 0, options.high], options));
  },

  /** Arrays one behind the other along an axis that they have. @throws {RangeError} unless they agree in all others */
  concatenate(arrays: readonly NdArray[], axis = 0): NdArray {
    return new NdArray(
      concatenate(
        arrays.map(({ plan }) => plan),
        axis,
      ),
    );
  },

  /** Arrays of one shape on top of each other along a new axis. @throws {RangeError} unless shapes agree */
  stack(arrays: readonly NdArray[], axis = 0): NdArray {
    return new NdArray(
      stack(
        arrays.map(({ plan }) => plan),
        axis,
      ),
    );
  },

  /** Values of `yes` where `condition` is not 0, else of `no`. @throws {RangeError} if shapes do not broadcast */
  where(condition: NdArray, yes: Operand, no: Operand): NdArray {
    return new NdArray(where(condition.plan, planOrScalar(yes), planOrScalar(no)));
  },
} as const;

const planOrScalar = (operand: Operand) => (operand instanceof NdArray ? operand.plan : operand);

function kindOfValues(values: readonly (number | bigint | boolean)[]): Dtype {
  if (values.length === 0 || values.some((value) => typeof value === "number")) return "f64";
  return values.every((value) => typeof value === "boolean") ? "bool" : "i64";
}
