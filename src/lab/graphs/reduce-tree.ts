// Reductions in steps, as Dask draws them.
import type { AddTask } from "./drawing.ts";

/**
 * While there are more than `fanIn` items, `partial` takes each run of `fanIn` of them; an item that is left alone goes
 * on as it is. One task of `last` takes what remains, be it a single item.
 */
export function reduceTree(items: readonly number[], fanIn: number, partial: AddTask, last: AddTask): number {
  let level = items;
  while (level.length > fanIn) {
    const next: number[] = [];
    for (let at = 0; at < level.length; at += fanIn) {
      const run = level.slice(at, at + fanIn);
      next.push(run.length === 1 ? (run[0] as number) : partial(run));
    }
    level = next;
  }
  return last(level);
}

/** Task for task: what `make` returns for each of 0, 1, ... `count` - 1. */
export function drawEach(count: number, make: (i: number) => number): number[] {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push(make(i));
  return ids;
}
