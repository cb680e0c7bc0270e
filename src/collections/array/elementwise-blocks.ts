// Kernels of operations value by value: blocks are broadcast against each other.

import type { BinaryLoop } from "./binary-loops.ts";
import { BIGINT_OPERATIONS, BINARY_LOOPS } from "./binary-loops.ts";
import type { Block } from "./block.ts";
import { makeBlock } from "./block.ts";
import type { DataArray, Dtype, NumberArray, Scalar } from "./dtype.ts";
import { castData } from "./dtype.ts";
import { forEachRun } from "./runs.ts";
import { broadcastShapes } from "./shape.ts";
import type { UnaryLoop } from "./unary-loops.ts";
import { BIGINT_FUNCTIONS, UNARY_LOOPS } from "./unary-loops.ts";

export type BinaryName = keyof typeof BINARY_LOOPS;
export type UnaryName = keyof typeof UNARY_LOOPS;

export interface BinarySpec {
  readonly loop: BinaryName;
  /** Operands are seen as this kind: i64 as bigints, all others as numbers. */
  readonly compute: Dtype;
  /** Of the result. */
  readonly dtype: Dtype;
  /** A number in the place of an operand. */
  readonly first?: Scalar;
  readonly second?: Scalar;
}

/** With a number only one block is given. */
export function binaryBlocks(spec: BinarySpec, ...blocks: readonly Block[]): Block {
  const a = spec.first === undefined ? (blocks[0] as Block) : scalarBlock(spec.first, spec.compute);
  const b = spec.second === undefined ? (blocks.at(-1) as Block) : scalarBlock(spec.second, spec.compute);
  const result = makeBlock(spec.dtype, broadcastShapes([a.shape, b.shape]));
  const isBig = spec.compute === "i64";
  const [x, y] = [a, b].map((block) => seenAs(block, isBig)) as [DataArray, DataArray];
  const loop = isBig ? bigintLoop(spec.loop as keyof typeof BIGINT_OPERATIONS) : BINARY_LOOPS[spec.loop];
  forEachRun(result.shape, [a.shape, b.shape], ({ at, n, offsets, steps }) => {
    const [i, j] = offsets as [number, number];
    const [si, sj] = steps as [number, number];
    loop(result.data as NumberArray, x as NumberArray, y as NumberArray, { at, n, i, si, j, sj });
  });
  return result;
}

function scalarBlock(value: Scalar, compute: Dtype): Block {
  const isBig = compute === "i64";
  const data = isBig ? BigInt64Array.of(BigInt(value)) : Float64Array.of(Number(value));
  return { dtype: isBig ? "i64" : "f64", shape: [], data };
}

/** Numbers of all sorts are read as they are. */
function seenAs({ data, dtype }: Block, isBig: boolean): DataArray {
  if (isBig) return castData(data, dtype, "i64");
  return dtype === "i64" ? castData(data, dtype, "f64") : data;
}

function bigintLoop(name: keyof typeof BIGINT_OPERATIONS): BinaryLoop {
  const operate = BIGINT_OPERATIONS[name];
  return (out, a, b, { at, n, i, si, j, sj }) => {
    const isBig = (out as DataArray) instanceof BigInt64Array;
    for (let k = 0; k < n; k++) {
      const value = operate(a[i + k * si] as unknown as bigint, b[j + k * sj] as unknown as bigint);
      out[at + k] = (isBig ? value : Number(value)) as number;
    }
  };
}

export interface UnarySpec {
  readonly loop: UnaryName | "cast";
  readonly dtype: Dtype;
}

export function unaryBlock({ loop: name, dtype }: UnarySpec, block: Block): Block {
  const { shape, data } = block;
  if (name === "cast") return { dtype, shape, data: castData(data, block.dtype, dtype) };
  const result = makeBlock(dtype, shape);
  if (dtype === "i64") {
    const operate = BIGINT_FUNCTIONS[name as keyof typeof BIGINT_FUNCTIONS];
    const out = result.data as BigInt64Array;
    for (let k = 0; k < out.length; k++) out[k] = operate((data as BigInt64Array)[k] as bigint);
    return result;
  }
  const loop: UnaryLoop = UNARY_LOOPS[name];
  loop(result.data as NumberArray, seenAs(block, false) as NumberArray);
  return result;
}

export interface WhereSpec {
  readonly dtype: Dtype;
  /** Numbers in the place of operands: [if true, if false]. */
  readonly scalars: readonly [Scalar | null, Scalar | null];
}

export function whereBlocks({ dtype, scalars }: WhereSpec, condition: Block, ...choices: readonly Block[]): Block {
  let used = 0;
  const [yes, no] = scalars.map((scalar) => {
    const block = scalar === null ? (choices[used++] as Block) : scalarBlock(scalar, dtype);
    return { shape: block.shape, data: castData(block.data, block.dtype, dtype) as NumberArray };
  }) as [{ shape: Block["shape"]; data: NumberArray }, { shape: Block["shape"]; data: NumberArray }];
  const truths = castData(condition.data, condition.dtype, "bool");
  const shapes = [condition.shape, yes.shape, no.shape];
  const result = makeBlock(dtype, broadcastShapes(shapes));
  const out = result.data as NumberArray;
  forEachRun(result.shape, shapes, ({ at, n, offsets, steps }) => {
    const [c, i, j] = offsets as [number, number, number];
    const [sc, si, sj] = steps as [number, number, number];
    for (let k = 0; k < n; k++) {
      out[at + k] = (truths[c + k * sc] === 1 ? yes.data[i + k * si] : no.data[j + k * sj]) as number;
    }
  });
  return result;
}
