// Arrays that are made of nothing or of the caller's data.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, planOf } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { boxAt, copyBox, makeBlock } from "./block.ts";
import type { DataArray, Dtype, Scalar } from "./dtype.ts";
import { checkDtype, checkFits, dtypeOf } from "./dtype.ts";
import type { ChunkChoice } from "./grid.ts";
import { chooseChunks, startsOf } from "./grid.ts";
import type { Shape } from "./shape.ts";
import { checkShape, nameShape, sizeOfShape } from "./shape.ts";

export interface ArrayOptions {
  /** Default f64, or the kind of the data. */
  readonly dtype?: Dtype;
  /** How it is cut. Default by its size and the number of cores. */
  readonly chunks?: ChunkChoice;
}

/** An array of numbers that are here; they are copied. @throws {RangeError} if `shape` does not have as many */
export function fromData(data: DataArray, shape: Shape, { dtype, chunks: choice }: ArrayOptions): ArrayPlan {
  const own = dtypeOf(data);
  const kind = dtype === undefined ? own : checkDtype(dtype);
  if (kind !== own && !(kind === "bool" && own === "u8")) {
    throw new TypeError(
      `Cannot make an array of kind ${kind}: its data is of kind ${own}, must be the same; see astype`,
    );
  }
  if (sizeOfShape(shape) !== data.length) {
    throw new RangeError(
      `Cannot make an array of shape ${nameShape(shape)}: there are ${data.length} values, must be ${sizeOfShape(shape)}`,
    );
  }
  const chunks = chooseChunks(shape, kind, choice);
  const starts = chunks.map(startsOf);
  return planOf(kind, chunks, (place, size) => {
    const at = place.map((chunk, axis) => starts[axis]?.[chunk] as number);
    const block = makeBlock(kind, size);
    copyBox(
      size,
      data,
      boxAt(shape, at),
      block.data,
      boxAt(
        size,
        at.map(() => 0),
      ),
    );
    return lazyPart("from data", kernel("givenBlock"), [], { value: block, bytes: block.data.byteLength });
  });
}

/** The kernel of data that travels with its task. */
export const givenBlock = (block: Block): Block => block;

/** @throws {RangeError} if the value does not fit into the kind */
export function full(shape: Shape, value: Scalar, { dtype = "f64", chunks: choice }: ArrayOptions): ArrayPlan {
  checkDtype(dtype);
  checkFits(dtype, value, "fill an array");
  return planOf(dtype, chooseChunks(checkShape(shape), dtype, choice), (_, size) =>
    lazyPart("full", kernel("fullBlock"), [], {
      value: { dtype, shape: size, value },
      bytes: blockBytes(dtype, size),
    }),
  );
}

export interface FullSpec {
  readonly dtype: Dtype;
  readonly shape: Shape;
  readonly value: Scalar;
}

export function fullBlock({ dtype, shape, value }: FullSpec): Block {
  const block = makeBlock(dtype, shape);
  if (dtype === "i64") (block.data as BigInt64Array).fill(BigInt(value));
  else if (value !== 0 || Object.is(value, -0)) (block.data as Float64Array).fill(Number(value));
  return block;
}

/** start, start + step ... as many as lie before `stop`. @throws {RangeError} for a step of 0 */
export function arange(start: number, stop: number, step: number, options: ArrayOptions): ArrayPlan {
  if (!(Number.isFinite(step) && step !== 0)) {
    throw new RangeError(`Cannot count from ${start} to ${stop}: the step is ${step}, must be a number other than 0`);
  }
  return sequence("arange", Math.max(0, Math.ceil((stop - start) / step)), start, step, options);
}

/** `count` numbers at equal distances, `stop` the last of them, or what would follow if it is left out. */
export function linspace(
  start: number,
  stop: number,
  count: number,
  { endpoint = true, ...options }: ArrayOptions & { readonly endpoint?: boolean },
): ArrayPlan {
  const gaps = endpoint ? count - 1 : count;
  const array = sequence(
    "linspace",
    count,
    start,
    gaps > 0 ? (stop - start) / gaps : 0,
    options,
    endpoint ? stop : undefined,
  );
  return array;
}

function sequence(
  kind: string,
  count: number,
  start: number,
  step: number,
  { dtype = "f64", chunks: choice }: ArrayOptions,
  last?: number,
): ArrayPlan {
  const chunks = chooseChunks(checkShape(count), checkDtype(dtype), choice);
  const starts = startsOf(chunks[0] as readonly number[]);
  return planOf(dtype, chunks, ([place], [length]) => {
    const from = starts[place as number] as number;
    const isLast = last !== undefined && count > 1 && from + (length as number) === count;
    const value: SequenceSpec = { dtype, from, count: length as number, start, step, ...(isLast ? { last } : {}) };
    return lazyPart(kind, kernel("sequenceBlock"), [], { value, bytes: blockBytes(dtype, [length as number]) });
  });
}

export interface SequenceSpec {
  readonly dtype: Dtype;
  /** Index of the first. */
  readonly from: number;
  readonly count: number;
  readonly start: number;
  readonly step: number;
  /** What the last one is, whatever rounding would make of it. */
  readonly last?: number;
}

export function sequenceBlock({ dtype, from, count, start, step, last }: SequenceSpec): Block {
  const block = makeBlock(dtype, [count]);
  const put = (i: number, value: number): void => {
    if (dtype === "i64") (block.data as BigInt64Array)[i] = BigInt(Math.trunc(value));
    else (block.data as Float64Array)[i] = value;
  };
  for (let i = 0; i < count; i++) put(i, start + (from + i) * step);
  if (last !== undefined && count > 0) put(count - 1, last);
  return block;
}
