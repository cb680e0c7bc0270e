// Parts of an array: every chunk gives what the selection takes of it.
import type { ArrayPlan } from "./array-plan.ts";
import { partAt, planOf, shapeOfPlan } from "./array-plan.ts";
import { blockShape, startsOf } from "./grid.ts";
import type { Shape } from "./shape.ts";
import { nameShape } from "./shape.ts";
import type { SliceSpec } from "./slice-block.ts";
import { slicePart } from "./slice-block.ts";

/** From `start` on, before `stop`, every `step`-th; below 0 counted from the end, as in Python. */
export interface Range {
  readonly start?: number;
  readonly stop?: number;
  readonly step?: number;
}

/**
 * What is taken along one axis: a number (the axis goes), a range, a range as Python writes it ("1:10:2", ":", "::-1"),
 * null for a new axis of length 1, or "..." for all axes that are not mentioned.
 */
export type Selection = number | string | Range | null;

/** @throws {RangeError} if there are too many, an index is outside, or a step is 0; {TypeError} if a text is no range */
export function slice(array: ArrayPlan, selections: readonly Selection[]): ArrayPlan {
  const shape = shapeOfPlan(array);
  const taken: Taken[] = [];
  const made: Made[] = [];
  for (const selection of spellOut(selections, shape)) {
    if (selection === null) {
      made.push({ sizes: [1] });
      continue;
    }
    const axis = taken.length;
    const sizes = array.chunks[axis] as readonly number[];
    if (typeof selection === "number") {
      taken.push({ cuts: [cutAt(sizes, axis, selection)] });
    } else {
      const cuts = cutsOf(sizes, shape[axis] as number, selection);
      taken.push({ cuts });
      made.push({ axis, sizes: cuts.map(({ count }) => count) });
    }
  }
  const chunks = made.map(({ sizes }) => sizes);
  return planOf(array.dtype, chunks, (place, resultShape) => {
    const chosen = taken.map(({ cuts }) => cuts[0] as Cut);
    made.forEach(({ axis }, i) => {
      if (axis !== undefined) chosen[axis] = taken[axis]?.cuts[place[i] as number] as Cut;
    });
    const at = chosen.map(({ chunk }) => chunk);
    const spec: SliceSpec = {
      starts: chosen.map(({ start }) => start),
      steps: chosen.map(({ step }) => step),
      counts: chosen.map(({ count }) => count),
      shape: resultShape,
    };
    return slicePart(partAt(array, at), array.dtype, blockShape(array.chunks, at), spec);
  });
}

/** What is taken of one chunk along one axis. */
interface Cut {
  readonly chunk: number;
  readonly start: number;
  readonly step: number;
  readonly count: number;
}

interface Taken {
  readonly cuts: readonly Cut[];
}

/** An axis of the result, and of which axis it is. */
interface Made {
  readonly axis?: number;
  readonly sizes: readonly number[];
}

/** Selections for all axes, "..." and what is missing at the end written out. */
function spellOut(selections: readonly Selection[], shape: Shape): (number | Range | null)[] {
  const mentioned = selections.filter((selection) => selection !== null && selection !== "...").length;
  const dots = selections.filter((selection) => selection === "...").length;
  if (mentioned > shape.length || dots > 1) {
    const found =
      dots > 1 ? `"..." stands ${dots} times, must stand at most once` : `${mentioned} selections are given`;
    throw new RangeError(
      `Cannot slice shape ${nameShape(shape)}: ${found}, must be at most ${shape.length} for its axes`,
    );
  }
  const rest = Array.from({ length: shape.length - mentioned }, (): Range => ({}));
  const all = selections.flatMap((selection) => (selection === "..." ? rest : [parse(selection)]));
  return dots === 0 ? [...all, ...rest] : all;
}

function parse(selection: Selection): number | Range | null {
  if (typeof selection !== "string") return selection;
  const parts = selection.split(":").map((part) => part.trim());
  const numbers = parts.map((part) => (part === "" ? undefined : Number(part)));
  const isRange = parts.length === 2 || parts.length === 3;
  if (!isRange || numbers.some((number) => number !== undefined && !Number.isInteger(number))) {
    throw new TypeError(`Cannot slice by "${selection}": must be a range such as "1:10", "::2" or ":"`);
  }
  const [start, stop, step] = numbers;
  return {
    ...(start === undefined ? {} : { start }),
    ...(stop === undefined ? {} : { stop }),
    ...(step === undefined ? {} : { step }),
  };
}

function cutAt(sizes: readonly number[], axis: number, index: number): Cut {
  const length = sizes.reduce((sum, size) => sum + size, 0);
  if (!(Number.isInteger(index) && index >= -length && index < length)) {
    const wanted = length === 0 ? "the axis is empty" : `must be from ${-length} to ${length - 1}`;
    throw new RangeError(`Cannot take index ${index} along axis ${axis}: its length is ${length}, ${wanted}`);
  }
  let at = index < 0 ? index + length : index;
  let chunk = 0;
  for (; at >= (sizes[chunk] as number); chunk++) at -= sizes[chunk] as number;
  return { chunk, start: at, step: 1, count: 1 };
}

/** The chunks that a range meets, in its order. One empty cut if it meets none. */
function cutsOf(sizes: readonly number[], length: number, range: Range): Cut[] {
  const { step = 1 } = range;
  if (!(Number.isInteger(step) && step !== 0)) {
    throw new RangeError(`Cannot slice in steps of ${step}: must be whole numbers other than 0`);
  }
  const { first, count } = resolve(range, step, length);
  const last = first + (count - 1) * step;
  const starts = startsOf(sizes);
  const cuts: Cut[] = [];
  for (let i = 0; i < sizes.length && count > 0; i++) {
    const chunk = step > 0 ? i : sizes.length - 1 - i;
    const start = starts[chunk] as number;
    const end = start + (sizes[chunk] as number) - 1;
    const [near, far] = step > 0 ? [start, end] : [end, start];
    const skipped = Math.max(0, Math.ceil((near - first) / step));
    const until = Math.min(count - 1, Math.floor((far - first) / step));
    if (until < skipped || (step > 0 ? last < start : last > end)) continue;
    cuts.push({ chunk, start: first + skipped * step - start, step, count: until - skipped + 1 });
  }
  return cuts.length > 0 ? cuts : [{ chunk: 0, start: 0, step: 1, count: 0 }];
}

function resolve({ start, stop }: Range, step: number, length: number): { first: number; count: number } {
  const [low, high] = step > 0 ? [0, length] : [-1, length - 1];
  const place = (index: number | undefined, otherwise: number): number =>
    index === undefined ? otherwise : Math.min(high, Math.max(low, index < 0 ? index + length : index));
  const first = place(start, step > 0 ? low : high);
  const end = place(stop, step > 0 ? high : low);
  return { first, count: Math.max(0, Math.ceil((end - first) / step)) };
}
