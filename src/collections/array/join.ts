// Arrays one behind the other, or on top of each other.
import type { ArrayPlan } from "./array-plan.ts";
import { partAt, planOf, shapeOfPlan } from "./array-plan.ts";
import type { Dtype } from "./dtype.ts";
import { promote } from "./dtype.ts";
import { astype } from "./elementwise.ts";
import { commonSizes } from "./grid.ts";
import { rechunk } from "./rechunk.ts";
import { checkAxis, isSameShape, nameShape } from "./shape.ts";
import { slice } from "./slice.ts";

/** Along an axis that is there. @throws {RangeError} unless all other lengths agree */
export function concatenate(arrays: readonly ArrayPlan[], axis = 0): ArrayPlan {
  const given = sameKind(arrays, "concatenate");
  const shapes = given.map(shapeOfPlan);
  const [first] = shapes as [readonly number[]];
  const along = checkAxis(axis, first.length, "concatenate");
  for (const shape of shapes) {
    if (shape.length === first.length && shape.every((length, i) => i === along || length === first[i])) continue;
    throw new RangeError(
      `Cannot concatenate shapes ${nameShape(first)} and ${nameShape(shape)} along axis ${axis}: must agree in all others`,
    );
  }
  const shared = first.map((_, i) =>
    commonSizes(given.map(({ chunks }) => chunks[i] as readonly number[]).slice(0, i === along ? 1 : undefined)),
  );
  const aligned = given.map((array) =>
    rechunk(
      array,
      shared.map((sizes, i) => (i === along ? (array.chunks[i] as readonly number[]) : sizes)),
    ),
  );
  const owners = aligned.flatMap((array) =>
    (array.chunks[along] as readonly number[]).map((_, chunk) => ({ array, chunk })),
  );
  const chunks = shared.map((sizes, i) =>
    i === along ? aligned.flatMap((array) => array.chunks[i] as readonly number[]) : sizes,
  );
  return planOf((given[0] as ArrayPlan).dtype, chunks, (place) => {
    const { array, chunk } = owners[place[along] as number] as (typeof owners)[number];
    return partAt(
      array,
      place.map((own, i) => (i === along ? chunk : own)),
    );
  });
}

/** Along a new axis. @throws {RangeError} unless all shapes agree */
export function stack(arrays: readonly ArrayPlan[], axis = 0): ArrayPlan {
  const [first, ...others] = arrays.map(shapeOfPlan);
  for (const shape of others) {
    if (isSameShape(shape, first as readonly number[])) continue;
    throw new RangeError(
      `Cannot stack shapes ${nameShape(first as readonly number[])} and ${nameShape(shape)}: must be equal`,
    );
  }
  const at = checkAxis(axis, (first?.length ?? 0) + 1, "stack");
  return concatenate(
    arrays.map((array) => slice(array, [...Array.from({ length: at }, () => ":"), null])),
    at,
  );
}

function sameKind(arrays: readonly ArrayPlan[], action: string): ArrayPlan[] {
  if (arrays.length === 0) throw new RangeError(`Cannot ${action} nothing: no array is given, must be at least one`);
  const dtype = arrays.map((array) => array.dtype).reduce((a: Dtype, b) => promote(a, b));
  return arrays.map((array) => astype(array, dtype));
}
