// How several arrays are walked at once where some are broadcast: in runs along one axis, as long as can be.
import type { Shape } from "./shape.ts";
import { sizeOfShape, stridesOf } from "./shape.ts";

/** One run: results `at` to `at + n`, and for each operand where it begins and in what steps it goes on. Used again. */
export interface Run {
  at: number;
  readonly n: number;
  readonly offsets: number[];
  readonly steps: readonly number[];
}

/** Strides of an operand of `own` shape in a result of `shape`: 0 along axes where it is broadcast. */
export function broadcastStrides(own: Shape, shape: Shape): number[] {
  const strides = stridesOf(own);
  return shape.map((_, axis) => {
    const at = axis - shape.length + own.length;
    return at < 0 || own[at] === 1 ? 0 : (strides[at] as number);
  });
}

export function forEachRun(shape: Shape, operands: readonly Shape[], visit: (run: Run) => void): void {
  if (sizeOfShape(shape) === 0) return;
  const { lengths, strides } = mergeAxes(
    shape,
    operands.map((own) => broadcastStrides(own, shape)),
  );
  const last = lengths.length - 1;
  const run: Run = {
    at: 0,
    n: lengths[last] as number,
    offsets: operands.map(() => 0),
    steps: strides.map((own) => own[last] as number),
  };
  const place = lengths.map(() => 0);
  for (;;) {
    visit(run);
    run.at += run.n;
    let axis = last - 1;
    for (; axis >= 0; axis--) {
      const next = (place[axis] as number) + 1;
      const isInside = next < (lengths[axis] as number);
      place[axis] = isInside ? next : 0;
      for (let i = 0; i < strides.length; i++) {
        const stride = strides[i]?.[axis] as number;
        run.offsets[i] = (run.offsets[i] as number) + (isInside ? stride : stride * (1 - next));
      }
      if (isInside) break;
    }
    if (axis < 0) return;
  }
}

/** Makes one axis of neighbours that all operands walk as one; at least one is left. */
function mergeAxes(shape: Shape, strides: readonly number[][]): { lengths: number[]; strides: number[][] } {
  const lengths: number[] = [];
  const merged: number[][] = strides.map(() => []);
  for (let axis = 0; axis < shape.length; axis++) {
    const length = shape[axis] as number;
    if (length === 1) continue;
    const before = lengths.length - 1;
    const isOne = before >= 0 && strides.every((own, i) => merged[i]?.[before] === (own[axis] as number) * length);
    if (isOne) lengths[before] = (lengths[before] as number) * length;
    else lengths.push(length);
    for (let i = 0; i < strides.length; i++) {
      (merged[i] as number[])[isOne ? before : before + 1] = strides[i]?.[axis] as number;
    }
  }
  if (lengths.length > 0) return { lengths, strides: merged };
  return { lengths: [1], strides: strides.map(() => [0]) };
}
