// xarray: air temperature on a grid; of each week the mean over time is taken away, and all is summed.
import type { AddTask } from "../drawing.ts";
import { Drawing } from "../drawing.ts";
import type { PaperGraph } from "../paper-graph.ts";

const TIMES = 2920;
const GRID = { latitudes: 25, longitudes: 53 };
const WEEKS = 52;
const FLOAT_BYTES = 4;
const NUMBER_BYTES = 8;
/** Per block, and per place of its grid. */
const OPEN_MS = { block: 6.3, place: 0.07 };
const MEAN_MS = { block: 0.32, place: 0.0011 };
const SUBTRACT_MS = { block: 0.25, place: 0.021 };

/** Blocks are at most `chunk` x `chunk` places; time is in one. */
export function drawXarray(name: string, chunk: number): PaperGraph {
  const drawing = new Drawing();
  const open = drawing.kind("open", { milliseconds: 6.3, bytes: NUMBER_BYTES });
  const openBlock = drawing.kind("open-block", { milliseconds: 0, bytes: 0 });
  const block = drawing.alias("alias-block");
  const weekMean = drawing.kind("week-mean", { milliseconds: 0, bytes: 0 });
  const mean = drawing.alias("alias-mean");
  const subtract = drawing.kind("subtract-sum", { milliseconds: 0, bytes: 0 });
  const latitudes = pieces(GRID.latitudes, chunk);
  const longitudes = pieces(GRID.longitudes, chunk);

  const file = open([]);
  const sums: number[] = [];
  for (const height of latitudes) {
    for (const width of longitudes) {
      const places = height * width;
      const time = (ms: typeof OPEN_MS): number => ms.block + ms.place * places;
      const opened = openBlock([file], { milliseconds: time(OPEN_MS), bytes: TIMES * places * FLOAT_BYTES });
      const values = block(opened);
      for (let week = 0; week < WEEKS; week++) {
        const average = mean(weekMean([opened], { milliseconds: time(MEAN_MS), bytes: places * FLOAT_BYTES }));
        sums.push(subtract([values, average], { milliseconds: time(SUBTRACT_MS), bytes: NUMBER_BYTES }));
      }
    }
  }
  const partial = drawing.kind("sum-partial", { milliseconds: 0.25, bytes: NUMBER_BYTES });
  const last = drawing.kind("sum-aggregate", { milliseconds: 0.25, bytes: NUMBER_BYTES });
  reduceAxes(sums, [latitudes.length, longitudes.length, WEEKS], partial, last);
  return drawing.done(name);
}

type Shape = readonly [number, number, number];

/** Halves every axis, step by step, until one item is left: a task takes up to 2 x 2 x 2 of them. */
function reduceAxes(items: readonly number[], shape: Shape, partial: AddTask, last: AddTask): void {
  const halved = shape.map((length) => Math.ceil(length / 2)) as unknown as Shape;
  const isLast = halved.every((length) => length === 1);
  const next: number[] = [];
  for (let a = 0; a < halved[0]; a++) {
    for (let b = 0; b < halved[1]; b++) {
      for (let c = 0; c < halved[2]; c++) {
        const box = boxAt(items, shape, [a, b, c]);
        if (isLast) last(box);
        else next.push(box.length === 1 ? (box[0] as number) : partial(box));
      }
    }
  }
  if (!isLast) reduceAxes(next, halved, partial, last);
}

function boxAt(items: readonly number[], shape: Shape, [a, b, c]: Shape): number[] {
  const box: number[] = [];
  for (let i = 2 * a; i < Math.min(2 * a + 2, shape[0]); i++) {
    for (let j = 2 * b; j < Math.min(2 * b + 2, shape[1]); j++) {
      for (let k = 2 * c; k < Math.min(2 * c + 2, shape[2]); k++) {
        box.push(items[(i * shape[1] + j) * shape[2] + k] as number);
      }
    }
  }
  return box;
}

/** The lengths of the pieces that an axis is cut into. */
function pieces(length: number, most: number): number[] {
  const lengths: number[] = [];
  for (let at = 0; at < length; at += most) lengths.push(Math.min(most, length - at));
  return lengths;
}
