// How variables (rows) vary together over observations (columns).
import type { ArrayPlan } from "./array-plan.ts";
import { shapeOfPlan } from "./array-plan.ts";
import { astype, binary, unary } from "./elementwise.ts";
import { matmul } from "./matmul.ts";
import { reduce } from "./reduce.ts";
import { nameShape } from "./shape.ts";
import { slice } from "./slice.ts";
import { transpose } from "./transpose.ts";

/** Divided by the number of observations less `ddof`. @throws {RangeError} unless there are two axes */
export function covariance(array: ArrayPlan, ddof = 1): ArrayPlan {
  const shape = shapeOfPlan(array);
  if (shape.length !== 2) {
    throw new RangeError(
      `Cannot take covariances of shape ${nameShape(shape)}: must have two axes, variables and observations`,
    );
  }
  const values = astype(array, "f64");
  const centred = binary("subtract", values, reduce("mean", values, { axis: 1, keepDims: true }));
  return binary("divide", matmul(centred, transpose(centred)), Math.max(0, (shape[1] as number) - ddof));
}

/** Covariances over the product of both deviations: from -1 to 1. @throws {RangeError} unless there are two axes */
export function correlation(array: ArrayPlan): ArrayPlan {
  const together = covariance(array, 0);
  const deviation = unary("sqrt", reduce("var", astype(array, "f64"), { axis: 1 }));
  const rows = slice(deviation, [":", null]);
  return binary("divide", binary("divide", together, rows), deviation);
}
