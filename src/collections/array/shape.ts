// Shapes: sizes by axis, row by row (the last axis runs fastest), and NumPy's rules for them.

export type Shape = readonly number[];

export function sizeOfShape(shape: Shape): number {
  let size = 1;
  for (const length of shape) size *= length;
  return size;
}

/** How far apart neighbours along each axis are. */
export function stridesOf(shape: Shape): number[] {
  const strides = new Array<number>(shape.length);
  let stride = 1;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    strides[axis] = stride;
    stride *= shape[axis] as number;
  }
  return strides;
}

/** "(2, 3)", as messages have it. */
export const nameShape = (shape: Shape): string => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** @throws {RangeError} unless all sizes are whole numbers from 0 up */
export function checkShape(shape: number | Shape): Shape {
  const sizes = typeof shape === "number" ? [shape] : shape;
  if (sizes.every((length) => Number.isSafeInteger(length) && length >= 0)) return sizes;
  throw new RangeError(`Cannot make an array of shape ${nameShape(sizes)}: sizes must be whole numbers from 0 up`);
}

export const isSameShape = (a: Shape, b: Shape): boolean => a.length === b.length && a.every((n, i) => n === b[i]);

/** The shape that operands have together: sizes agree or are 1, from the last axis on. @throws {RangeError} naming the shapes */
export function broadcastShapes(shapes: readonly Shape[], action = "broadcast"): Shape {
  const axes = Math.max(0, ...shapes.map(({ length }) => length));
  return Array.from({ length: axes }, (_, axis) => {
    let size = 1;
    for (const shape of shapes) {
      const own = shape[axis - axes + shape.length] ?? 1;
      if (own === 1 || own === size) continue;
      if (size !== 1) {
        const names = shapes.map(nameShape).join(" and ");
        const last = axes - axis;
        throw new RangeError(
          `Cannot ${action} shapes ${names}: sizes ${size} and ${own} of axis ${-last} differ, must be equal or 1`,
        );
      }
      size = own;
    }
    return size;
  });
}

/** An axis counted from the front. @throws {RangeError} if there is no such axis */
export function checkAxis(axis: number, axes: number, action: string): number {
  if (Number.isInteger(axis) && axis >= -axes && axis < axes) return axis < 0 ? axis + axes : axis;
  const wanted = axes === 0 ? "the array has no axes" : `must be from ${-axes} to ${axes - 1}`;
  throw new RangeError(`Cannot ${action} along axis ${axis}: the array has ${axes} axes, ${wanted}`);
}

/** All axes, or those given, each once and in order. @throws {RangeError} */
export function checkAxes(axis: number | readonly number[] | undefined, axes: number, action: string): number[] {
  if (axis === undefined) return Array.from({ length: axes }, (_, i) => i);
  const given = (typeof axis === "number" ? [axis] : axis).map((each) => checkAxis(each, axes, action));
  const sorted = [...new Set(given)].sort((a, b) => a - b);
  if (sorted.length === given.length) return sorted;
  throw new RangeError(`Cannot ${action} along axes ${nameShape(given)}: an axis is named twice, must be named once`);
}

/** Calls back for every place of a grid, the last axis fastest. The list is used again. */
export function forEachPlace(shape: Shape, visit: (place: readonly number[], index: number) => void): void {
  const size = sizeOfShape(shape);
  const place = shape.map(() => 0);
  for (let index = 0; index < size; index++) {
    visit(place, index);
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const next = (place[axis] as number) + 1;
      place[axis] = next < (shape[axis] as number) ? next : 0;
      if (next < (shape[axis] as number)) break;
    }
  }
}

/** The index of a place of a grid. */
export function indexOfPlace(place: readonly number[], shape: Shape): number {
  let index = 0;
  for (let axis = 0; axis < shape.length; axis++) index = index * (shape[axis] as number) + (place[axis] as number);
  return index;
}
