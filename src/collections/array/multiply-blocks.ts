// Kernels of matrix products: floats are multiplied as f64, integers as they wrap.
import type { Block } from "./block.ts";
import { makeBlock } from "./block.ts";
import type { DataArray, Dtype } from "./dtype.ts";
import { castData, isFloat, makeData } from "./dtype.ts";
import { forEachRun } from "./runs.ts";
import type { Shape } from "./shape.ts";
import { broadcastShapes } from "./shape.ts";

export interface MultiplySpec {
  /** Of the result. */
  readonly dtype: Dtype;
}

/** The sum of the products of neighbours: (a, b, a, b ...), each of shape [..., rows, inner] and [..., inner, columns]. */
export function multiplyBlocks({ dtype }: MultiplySpec, ...blocks: readonly Block[]): Block {
  const [a, b] = blocks as readonly [Block, Block];
  const rows = a.shape.at(-2) as number;
  const columns = b.shape.at(-1) as number;
  const lead = broadcastShapes([a.shape.slice(0, -2), b.shape.slice(0, -2)]);
  const shape = [...lead, rows, columns];
  const compute = computeKind(dtype);
  const sum = makeBlock(compute, shape);
  for (let i = 0; i < blocks.length; i += 2) addProducts(sum, blocks[i] as Block, blocks[i + 1] as Block, lead);
  return { dtype, shape, data: castData(sum.data, compute, dtype) };
}

export function addBlocks({ dtype }: MultiplySpec, ...blocks: readonly Block[]): Block {
  const [first] = blocks as readonly [Block];
  const sum = makeData(first.dtype, first.data.length) as Float64Array;
  for (const { data } of blocks) {
    for (let i = 0; i < sum.length; i++) sum[i] = ((sum[i] as number) + (data[i] as number)) as number;
  }
  return { dtype, shape: first.shape, data: castData(sum, first.dtype, dtype) };
}

/** The kind in which products are summed until the end. */
export function computeKind(dtype: Dtype): Dtype {
  if (isFloat(dtype)) return "f64";
  return dtype === "i64" || dtype === "u32" ? dtype : "i32";
}

function addProducts(sum: Block, a: Block, b: Block, lead: Shape): void {
  const compute = sum.dtype;
  const size: Size = {
    rows: a.shape.at(-2) as number,
    inner: a.shape.at(-1) as number,
    columns: b.shape.at(-1) as number,
  };
  const x = castData(a.data, a.dtype, compute);
  const y = castData(b.data, b.dtype, compute);
  const [matrixA, matrixB] = [size.rows * size.inner, size.inner * size.columns];
  const matrix = size.rows * size.columns;
  forEachRun(lead, [a.shape.slice(0, -2), b.shape.slice(0, -2)], ({ at, n, offsets, steps }) => {
    for (let k = 0; k < n; k++) {
      const i = ((offsets[0] as number) + k * (steps[0] as number)) * matrixA;
      const j = ((offsets[1] as number) + k * (steps[1] as number)) * matrixB;
      const views = [
        sum.data.subarray((at + k) * matrix, (at + k + 1) * matrix),
        x.subarray(i, i + matrixA),
        y.subarray(j, j + matrixB),
      ] as const;
      if (compute === "f64") multiplyFloats(views as readonly Float64Array[] as Matrices<Float64Array>, size);
      else if (compute === "i64") multiplyBig(views as readonly DataArray[] as Matrices<BigInt64Array>, size);
      else multiplyWhole(views as readonly DataArray[] as Matrices<Int32Array>, size);
    }
  });
}

interface Size {
  readonly rows: number;
  readonly inner: number;
  readonly columns: number;
}
/** Sum, left and right factor. */
type Matrices<T> = readonly [T, T, T];

/** Rows of the right factor that stay in the cache while all rows of the left one pass. */
const TILE = 64;

/** Four rows of the right factor at a time: the sums are read and written a quarter as often. */
function multiplyFloats([sum, a, b]: Matrices<Float64Array>, { rows, inner, columns }: Size): void {
  for (let top = 0; top < inner; top += TILE) {
    const bottom = Math.min(inner, top + TILE);
    for (let row = 0; row < rows; row++) {
      const out = row * columns;
      let k = top;
      for (; k + 3 < bottom; k += 4) {
        const at = row * inner + k;
        const [a0, a1, a2, a3] = [a[at] as number, a[at + 1] as number, a[at + 2] as number, a[at + 3] as number];
        const b0 = k * columns;
        const b1 = b0 + columns;
        const b2 = b1 + columns;
        const b3 = b2 + columns;
        for (let j = 0; j < columns; j++) {
          sum[out + j] =
            (sum[out + j] as number) +
            (a0 * (b[b0 + j] as number) + a1 * (b[b1 + j] as number)) +
            (a2 * (b[b2 + j] as number) + a3 * (b[b3 + j] as number));
        }
      }
      for (; k < bottom; k++) {
        const factor = a[row * inner + k] as number;
        const start = k * columns;
        for (let j = 0; j < columns; j++) sum[out + j] = (sum[out + j] as number) + factor * (b[start + j] as number);
      }
    }
  }
}

function multiplyWhole([sum, a, b]: Matrices<Int32Array>, { rows, inner, columns }: Size): void {
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < inner; k++) {
      const factor = a[row * inner + k] as number;
      for (let j = 0; j < columns; j++) {
        const at = row * columns + j;
        sum[at] = (sum[at] as number) + Math.imul(factor, b[k * columns + j] as number);
      }
    }
  }
}

function multiplyBig([sum, a, b]: Matrices<BigInt64Array>, { rows, inner, columns }: Size): void {
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < inner; k++) {
      const factor = a[row * inner + k] as bigint;
      for (let j = 0; j < columns; j++) {
        const at = row * columns + j;
        sum[at] = (sum[at] as bigint) + factor * (b[k * columns + j] as bigint);
      }
    }
  }
}
