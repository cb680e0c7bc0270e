// numpy: x is random, y = x + its transpose; the means of every other row of the right half of y, summed.
import { drawNumpy } from "../graphs/families/numpy.ts";
import { alias, realGraph, sumOf } from "./real-graph.ts";
import type { Workload } from "./workload.ts";
import { checkWhole, FRACTION_TOLERANCE } from "./workload.ts";

export interface NumpyOptions {
  /** Rows and columns of the matrix. */
  readonly size: number;
  /** Chunks per row and column: even, and `size` a multiple of it. */
  readonly chunks: number;
  readonly seed?: number;
}

export function numpy({ size, chunks, seed = 0 }: NumpyOptions): Workload {
  checkWhole("half the number of chunks", chunks / 2);
  const side = size / chunks;
  checkWhole("size / chunks", side);
  const chunk = (n: number) => ({ side, seed: seed + n });
  const graph = realGraph(drawNumpy("numpy", size, chunks), {
    random: { fn: randomChunk, argument: chunk },
    "add-slice-mean": {
      fn: addTransposed,
      inputs: "list",
      argument: (n) => ({ side, firstRow: (Math.floor(n / (chunks / 2)) * side) % 2 }),
    },
    "alias-mean-part": { fn: alias },
    "mean-combine": { fn: addRows, inputs: "list" },
    "mean-aggregate-sum": { fn: sumOfMeans, inputs: "list", argument: () => size / 2 },
    "alias-sum": { fn: alias },
    "sum-partial": { fn: sumOf, inputs: "list" },
    "sum-aggregate": { fn: sumOf, inputs: "list" },
  });
  const expected = (): number => sumSequentially(wholeMatrix(size, chunks, chunk), size);
  return { graph, expected, tolerance: FRACTION_TOLERANCE };
}

interface ChunkSpec {
  readonly side: number;
  readonly seed: number;
}

function randomChunk({ side, seed }: ChunkSpec): Float64Array {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0;
  return new Float64Array(side * side).map(() => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  });
}

/** Sums of the rows of a chunk of x + its transpose, of rows with an even number only. On the diagonal the chunk is both. */
function addTransposed(
  [chunk, mirrored = chunk]: readonly [Float64Array, Float64Array?],
  { side, firstRow }: { readonly side: number; readonly firstRow: number },
): Float64Array {
  const rows = new Float64Array(Math.ceil((side - firstRow) / 2));
  for (let i = 0; i < rows.length; i++) {
    const row = firstRow + 2 * i;
    let sum = 0;
    for (let column = 0; column < side; column++) {
      sum += (chunk[row * side + column] as number) + (mirrored[column * side + row] as number);
    }
    rows[i] = sum;
  }
  return rows;
}

function addRows(parts: readonly Float64Array[]): Float64Array {
  return (parts[0] as Float64Array).map((_, row) => {
    let sum = 0;
    for (const part of parts) sum += part[row] as number;
    return sum;
  });
}

function sumOfMeans(parts: readonly Float64Array[], columns: number): number {
  let sum = 0;
  for (const part of parts) for (const row of part) sum += row / columns;
  return sum;
}

/** The matrix row by row; where the graph makes no chunk, since nothing of it is needed, it is 0. */
function wholeMatrix(size: number, chunks: number, chunk: (n: number) => ChunkSpec): Float64Array {
  const side = size / chunks;
  const matrix = new Float64Array(size * size);
  let made = 0;
  for (let i = 0; i < chunks; i++) {
    for (let j = 0; j < chunks; j++) {
      if (i < chunks / 2 && j < chunks / 2) continue;
      const values = randomChunk(chunk(made++));
      for (let row = 0; row < side; row++) {
        matrix.set(values.subarray(row * side, (row + 1) * side), (i * side + row) * size + j * side);
      }
    }
  }
  return matrix;
}

function sumSequentially(matrix: Float64Array, size: number): number {
  let total = 0;
  for (let row = 0; row < size; row += 2) {
    let sum = 0;
    for (let column = size / 2; column < size; column++) {
      sum += (matrix[row * size + column] as number) + (matrix[column * size + row] as number);
    }
    total += sum / (size / 2);
  }
  return total;
}
