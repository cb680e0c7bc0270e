// The same array in other chunks.
import type { LazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { partAt, planOf } from "./array-plan.ts";
import { assemble } from "./assemble.ts";
import type { Chunks } from "./grid.ts";
import { blockShape, startsOf } from "./grid.ts";
import { forEachPlace } from "./shape.ts";
import { slicePart } from "./slice-block.ts";

/** Where a new chunk takes what from an old one, along one axis. */
interface Overlap {
  readonly chunk: number;
  /** First index in the old chunk. */
  readonly from: number;
  /** First index in the new chunk. */
  readonly to: number;
  readonly count: number;
}

export function rechunk(array: ArrayPlan, chunks: Chunks): ArrayPlan {
  if (isSameChunks(array.chunks, chunks)) return array;
  const overlaps = chunks.map((sizes, axis) => overlapsOf(array.chunks[axis] as readonly number[], sizes));
  return planOf(array.dtype, chunks, (place, shape) => {
    const along = place.map((chunk, axis) => overlaps[axis]?.[chunk] as readonly Overlap[]);
    const pieces: LazyPart[] = [];
    const starts: number[][] = [];
    forEachPlace(
      along.map(({ length }) => length),
      (choice) => {
        const chosen = choice.map((i, axis) => along[axis]?.[i] as Overlap);
        const old = chosen.map(({ chunk }) => chunk);
        const counts = chosen.map(({ count }) => count);
        const spec = { starts: chosen.map(({ from }) => from), steps: counts.map(() => 1), counts, shape: counts };
        pieces.push(slicePart(partAt(array, old), array.dtype, blockShape(array.chunks, old), spec));
        starts.push(chosen.map(({ to }) => to));
      },
    );
    return assemble("rechunk", { dtype: array.dtype, shape, starts }, pieces);
  });
}

const isSameChunks = (a: Chunks, b: Chunks): boolean =>
  a.every((sizes, axis) => sizes.length === b[axis]?.length && sizes.every((size, i) => size === b[axis]?.[i]));

/** For each new chunk what it takes; an empty one takes nothing of one old chunk. */
function overlapsOf(old: readonly number[], sizes: readonly number[]): Overlap[][] {
  const oldStarts = startsOf(old);
  const starts = startsOf(sizes);
  let first = 0;
  return sizes.map((size, i) => {
    const start = starts[i] as number;
    const end = start + size;
    if (size === 0) return [{ chunk: 0, from: 0, to: 0, count: 0 }];
    while ((oldStarts[first] as number) + (old[first] as number) <= start) first++;
    const found: Overlap[] = [];
    for (let chunk = first; chunk < old.length && (oldStarts[chunk] as number) < end; chunk++) {
      const oldStart = oldStarts[chunk] as number;
      const from = Math.max(start, oldStart);
      const count = Math.min(end, oldStart + (old[chunk] as number)) - from;
      if (count > 0) found.push({ chunk, from: from - oldStart, to: from - start, count });
    }
    return found;
  });
}
