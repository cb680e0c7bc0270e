// numpy: x is a random matrix in square chunks; x + its transpose, half of it sliced out, means of rows, summed.
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";
import { drawEach, reduceTree } from "../reduce-tree.ts";

/** Per number of a chunk, and per chunk: about 78 % of all time makes random numbers, 21 % adds. */
export const RANDOM_MS = { number: 1.47e-5, chunk: 0.9 };
export const ADD_MS = { number: 5.9e-6, chunk: 0.4 };

/** `size` x `size` numbers in `chunks` x `chunks` chunks. Chunks that the slice does not reach are not made. */
export function drawNumpy(name: string, size: number, chunks: number): PaperGraph {
  const drawing = new Drawing();
  const side = size / chunks;
  const numbers = side ** 2;
  const means = 8 * side + 300;
  const random = drawing.kind("random", {
    milliseconds: RANDOM_MS.chunk + RANDOM_MS.number * numbers,
    bytes: 8 * numbers,
  });
  const add = drawing.kind("add-slice-mean", {
    milliseconds: ADD_MS.chunk + ADD_MS.number * numbers,
    bytes: means,
  });
  const meanPart = drawing.alias("alias-mean-part");
  const combine = drawing.kind("mean-combine", { milliseconds: 0.1, bytes: means });
  const meanSum = drawing.kind("mean-aggregate-sum", { milliseconds: 0.1, bytes: 96 });
  const rowSum = drawing.alias("alias-sum");
  const sumPart = drawing.kind("sum-partial", { milliseconds: 0.05, bytes: 96 });
  const sum = drawing.kind("sum-aggregate", { milliseconds: 0.05, bytes: 96 });

  const half = Math.floor(chunks / 2);
  const matrix = drawEach(chunks ** 2, (at) => {
    const isNeeded = Math.floor(at / chunks) >= half || at % chunks >= half;
    return isNeeded ? random([]) : -1;
  });
  const chunkAt = (row: number, column: number): number => matrix[row * chunks + column] as number;
  const rows = drawEach(chunks, (row) => {
    const means = drawEach(chunks - half, (i) => {
      const column = half + i;
      const inputs = row === column ? [chunkAt(row, row)] : [chunkAt(row, column), chunkAt(column, row)];
      return meanPart(add(inputs));
    });
    return rowSum(reduceTree(means, 4, combine, meanSum));
  });
  reduceTree(rows, 4, sumPart, sum);
  return drawing.done(name);
}
