// The caller's own function, block by block.
import type { TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, partAt, planOf } from "./array-plan.ts";
import type { Block } from "./block.ts";
import type { DataArray, Dtype } from "./dtype.ts";
import { checkDtype, dtypeOf as kindOf } from "./dtype.ts";
import type { Chunks } from "./grid.ts";
import { blockShape, gridOf, startsOf } from "./grid.ts";
import { isSameShape, nameShape, sizeOfShape } from "./shape.ts";

/** Where a block stands. */
export interface BlockPlace {
  /** In the grid of chunks. */
  readonly place: readonly number[];
  /** The index of its first value along each axis. */
  readonly starts: readonly number[];
}

/** Gets a block and returns another, or its data alone if the shape is the same. It must not change what it gets. */
export type BlockFunction = (block: Block, at: BlockPlace) => Block | DataArray | Promise<Block | DataArray>;

export interface MapBlocksOptions {
  /** Of the results. Default the array's. */
  readonly dtype?: Dtype;
  /** The sizes of the results: as many along each axis as now. Default the array's. */
  readonly chunks?: Chunks;
}

/** @throws {RangeError} if `chunks` are not as many; a task fails with {TypeError} if a block is not what was announced */
export function mapBlocks(array: ArrayPlan, fn: TaskFunction, options: MapBlocksOptions = {}): ArrayPlan {
  const dtype = checkDtype(options.dtype ?? array.dtype);
  const chunks = options.chunks ?? array.chunks;
  if (!isSameShape(gridOf(chunks), gridOf(array.chunks))) {
    const counts = `${nameShape(gridOf(chunks))} chunks are announced`;
    throw new RangeError(`Cannot map blocks: ${counts}, must be ${nameShape(gridOf(array.chunks))} as the array has`);
  }
  const starts = array.chunks.map(startsOf);
  const call = applied(kernel("mapBlock"), [fn]);
  return planOf(dtype, chunks, (place) => {
    const shape = blockShape(chunks, place);
    const value: MapSpec = {
      ...{ dtype, shape, place: [...place] },
      starts: place.map((chunk, axis) => starts[axis]?.[chunk] as number),
    };
    return lazyPart("map blocks", call, [partAt(array, place)], { value, bytes: blockBytes(dtype, shape) });
  });
}

export interface MapSpec extends BlockPlace {
  readonly dtype: Dtype;
  readonly shape: readonly number[];
}

export function mapBlock(fn: BlockFunction, spec: MapSpec, block: Block): Block | Promise<Block> {
  const { place, starts } = spec;
  const result = fn(block, { place, starts });
  return result instanceof Promise ? result.then((settled) => check(settled, spec)) : check(result, spec);
}

function check(result: Block | DataArray, { dtype, shape, place }: MapSpec): Block {
  const block = ArrayBuffer.isView(result) ? { dtype: dtypeOf(result, dtype), shape, data: result } : result;
  const data: unknown = block?.data;
  const isData = ArrayBuffer.isView(data) && dtypeOf(data as DataArray, dtype) === block.dtype;
  if (isData && block.dtype === dtype && isSameShape(block.shape, shape) && block.data.length === sizeOfShape(shape)) {
    return block;
  }
  const found = isData
    ? `${block.data.length} values of kind ${block.dtype}, shape ${nameShape(block.shape)}`
    : "no block";
  throw new TypeError(
    `Cannot use what the function made of block ${nameShape(place)}: ${found}, must be of kind ${dtype}, shape ${nameShape(shape)}`,
  );
}

/** Bytes may be booleans. */
const dtypeOf = (data: DataArray, wanted: Dtype): Dtype => {
  const own = kindOf(data);
  return own === "u8" && wanted === "bool" ? "bool" : own;
};
