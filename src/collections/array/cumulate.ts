// Running sums and products along an axis: totals of blocks first, then each block goes on from those before it.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, partAt, planOf } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { makeBlock } from "./block.ts";
import type { Dtype } from "./dtype.ts";
import { castData, isFloat } from "./dtype.ts";
import { blockShape } from "./grid.ts";
import { checkAxis, sizeOfShape } from "./shape.ts";

/** @throws {RangeError} if there is no such axis */
export function cumulate(operation: "sum" | "prod", array: ArrayPlan, axis: number): ArrayPlan {
  const along = checkAxis(axis, array.chunks.length, `cumulate the ${operation}`);
  const dtype = isFloat(array.dtype) || array.dtype === "i64" ? array.dtype : "f64";
  const before = new Map<string, LazyPart>();
  return planOf(dtype, array.chunks, (place, shape) => {
    const line = place.filter((_, i) => i !== along).join();
    const part = partAt(array, place);
    const offset = before.get(line);
    const isLast = (place[along] as number) + 1 === (array.chunks[along] as readonly number[]).length;
    const edge = blockShape(array.chunks, place).map((length, i) => (i === along ? 1 : length));
    if (!isLast) before.set(line, totalUpTo({ operation, along, dtype, edge }, part, offset));
    const inputs = offset === undefined ? [part] : [part, offset];
    const value: CumulateSpec = { operation, axis: along, dtype };
    return lazyPart(`cumulate ${operation}`, kernel("cumulateBlock"), inputs, {
      value,
      bytes: blockBytes(dtype, shape),
    });
  });
}

interface Totals {
  readonly operation: "sum" | "prod";
  readonly along: number;
  readonly dtype: Dtype;
  /** The shape of what is carried from block to block. */
  readonly edge: readonly number[];
}

function totalUpTo({ operation, along, dtype, edge }: Totals, part: LazyPart, offset: LazyPart | undefined): LazyPart {
  const bytes = blockBytes(dtype, edge);
  const kind = `total ${operation}`;
  const value = { reducer: operation, axes: [along] };
  const reduced = lazyPart(kind, kernel("reduceBlock"), [part], { value, bytes });
  const finish = { reducer: operation, shape: edge, dtype, count: 0, ddof: 0 };
  const total = lazyPart(kind, kernel("finishReduced"), [reduced], { value: finish, bytes });
  if (offset === undefined) return total;
  const loop = operation === "sum" ? "add" : "multiply";
  return lazyPart(kind, kernel("binaryBlocks"), [offset, total], { value: { loop, compute: dtype, dtype }, bytes });
}

export interface CumulateSpec {
  readonly operation: "sum" | "prod";
  readonly axis: number;
  /** Of the result. */
  readonly dtype: Dtype;
}

export function cumulateBlock({ operation, axis, dtype }: CumulateSpec, block: Block, before?: Block): Block {
  const result = makeBlock(dtype, block.shape);
  const data = castData(block.data, block.dtype, dtype) as Float64Array;
  const out = result.data as Float64Array;
  const n = block.shape[axis] as number;
  const inner = sizeOfShape(block.shape.slice(axis + 1));
  const step = operation === "sum" ? (a: number, b: number) => a + b : (a: number, b: number) => a * b;
  for (let at = 0; at < data.length; at++) {
    const row = Math.floor(at / inner) % n;
    const value = data[at] as number;
    const edge = Math.floor(at / (n * inner)) * inner + (at % inner);
    const last = row > 0 ? out[at - inner] : (before?.data[edge] as number | undefined);
    out[at] = last === undefined ? value : step(last, value);
  }
  return result;
}
