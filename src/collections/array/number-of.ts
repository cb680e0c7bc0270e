// The value of an array without axes, as a number.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { shapeOfPlan } from "./array-plan.ts";
import type { Block } from "./block.ts";
import { nest } from "./compute.ts";
import { nameShape, sizeOfShape } from "./shape.ts";

/** A part that gives the only value of an array: a number, or a bigint or boolean of such kinds. @throws {RangeError} if there is not one value */
export function numberPart(array: ArrayPlan): LazyPart {
  const shape = shapeOfPlan(array);
  if (sizeOfShape(shape) === 1 && array.parts.length === 1) {
    return lazyPart("number", kernel("numberOf"), array.parts, { bytes: 8 });
  }
  throw new RangeError(
    `Cannot take the number of an array of shape ${nameShape(shape)}: must have one value, in one block`,
  );
}

export const numberOf = ({ dtype, data }: Block): unknown => nest({ dtype, shape: [], data });
