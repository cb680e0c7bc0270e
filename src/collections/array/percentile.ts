// Exact percentiles, of all values or along an axis.
import { kernel } from "../plan/kernel-functions.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { partAt, planOf, shapeOfPlan } from "./array-plan.ts";
import { floatOf } from "./dtype.ts";
import { blockShape } from "./grid.ts";
import { rechunk } from "./rechunk.ts";
import { checkAxis, nameShape, sizeOfShape } from "./shape.ts";

export interface PercentileOptions {
  /** Default all values. */
  readonly axis?: number | undefined;
}

/**
 * What `percents` of the values are below, between two values by the distance from both; NaN if a value is NaN. A list of
 * percents is the first axis of the result. @throws {RangeError} for percents outside 0 to 100, an axis that is not there, or no values
 */
export function percentile(
  array: ArrayPlan,
  percents: number | readonly number[],
  { axis }: PercentileOptions,
): ArrayPlan {
  const list = typeof percents === "number" ? [percents] : percents;
  for (const percent of list) {
    if (percent >= 0 && percent <= 100) continue;
    throw new RangeError(`Cannot take the percentile ${percent}: must be from 0 to 100`);
  }
  const lead = typeof percents === "number" ? [] : [list.length];
  const shape = shapeOfPlan(array);
  const along = axis === undefined ? undefined : checkAxis(axis, shape.length, "take percentiles");
  if (sizeOfShape(along === undefined ? shape : [shape[along] as number]) === 0) {
    throw new RangeError(
      `Cannot take percentiles of nothing: shape ${nameShape(shape)} has no values along the axes, must have at least one`,
    );
  }
  return along === undefined ? ofAll(array, list, lead) : alongAxis(array, list, { lead, axis: along });
}

function ofAll(array: ArrayPlan, percents: readonly number[], shape: readonly number[]): ArrayPlan {
  const dtype = floatOf(array.dtype);
  const sorted = array.parts.map((part) => lazyPart("sort block", kernel("sortBlock"), [part], { bytes: part.bytes }));
  const samples = sorted.map((part) => lazyPart("sample", kernel("sampleSorted"), [part]));
  const bounds = lazyPart("bound ranks", kernel("boundRanks"), samples, { value: percents });
  const picked = sorted.map((part) => lazyPart("pick ranks", kernel("pickRanks"), [part, bounds]));
  const value = { dtype, shape };
  const last = lazyPart("percentile", kernel("finishPercentiles"), [bounds, ...picked], { value });
  return { dtype, chunks: shape.map((length) => [length]), parts: [last] };
}

function alongAxis(
  array: ArrayPlan,
  percents: readonly number[],
  { lead, axis }: { readonly lead: readonly number[]; readonly axis: number },
): ArrayPlan {
  const dtype = floatOf(array.dtype);
  const length = shapeOfPlan(array)[axis] as number;
  const whole = rechunk(
    array,
    array.chunks.map((sizes, i) => (i === axis ? [length] : sizes)),
  );
  const rest = array.chunks.filter((_, i) => i !== axis);
  return planOf(dtype, [...lead.map((count) => [count]), ...rest], (place) => {
    const at = [...place.slice(lead.length)];
    at.splice(axis, 0, 0);
    const block = blockShape(whole.chunks, at);
    const shape = [...lead, ...block.filter((_, i) => i !== axis)];
    const value = { dtype, percents, axis, shape };
    return lazyPart("percentile", kernel("percentilesAlong"), [partAt(whole, at)], {
      value,
      bytes: sizeOfShape(shape) * 8,
    });
  });
}
