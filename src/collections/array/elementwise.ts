// Operations value by value: which kind of numbers they give, and which blocks meet.
import { kernel } from "../plan/kernel-functions.ts";
import type { LazyPart } from "../plan/lazy-part.ts";
import { lazyPart } from "../plan/lazy-part.ts";
import type { ArrayPlan } from "./array-plan.ts";
import { blockBytes, partAt, planOf } from "./array-plan.ts";
import type { Dtype, Scalar } from "./dtype.ts";
import { checkFits, floatOf, isFloat, promote, promoteScalar } from "./dtype.ts";
import type { BinaryName, UnaryName } from "./elementwise-blocks.ts";
import type { Chunks } from "./grid.ts";
import { alignChunks } from "./grid.ts";
import { rechunk } from "./rechunk.ts";

/** Operations on two arrays, or on one and a number. */
export type BinaryOperation = Exclude<BinaryName, "multiplyWhole" | "powerWhole">;

const COMPARISONS: ReadonlySet<string> = new Set(["equal", "notEqual", "less", "lessEqual", "greater", "greaterEqual"]);
const FLOAT_ONLY: ReadonlySet<string> = new Set(["divide", "arctan2", "hypot"]);
const WHOLE_ONLY: ReadonlySet<string> = new Set(["and", "or", "xor"]);

/** @throws {RangeError} if shapes do not broadcast or a number does not fit; {TypeError} if the kinds of numbers do not suit it */
export function binary(operation: BinaryOperation, first: ArrayPlan | Scalar, second: ArrayPlan | Scalar): ArrayPlan {
  const arrays = [first, second].filter(isPlan);
  const together = kindOf(first, second);
  if (!COMPARISONS.has(operation)) {
    for (const operand of [first, second]) if (!isPlan(operand)) checkFits(together, operand, operation);
  }
  const { loop, compute, dtype } = kindsOf(operation, together);
  const value = {
    ...{ loop, compute, dtype },
    ...(isPlan(first) ? {} : { first }),
    ...(isPlan(second) ? {} : { second }),
  };
  return blockwise(operation, dtype, arrays, "binaryBlocks", value);
}

/** Calls a kernel on the blocks of `arrays` that meet when they are broadcast. */
export function blockwise(
  kind: string,
  dtype: Dtype,
  arrays: readonly ArrayPlan[],
  name: string,
  value: unknown,
): ArrayPlan {
  const { chunks, aligned } = align(arrays, kind);
  const fn = kernel(name);
  return planOf(dtype, chunks, (place, shape) => {
    const inputs = aligned.map((array) => meetingPart(array, place));
    return lazyPart(kind, fn, inputs, { value, bytes: blockBytes(dtype, shape) });
  });
}

const isPlan = (operand: ArrayPlan | Scalar): operand is ArrayPlan => typeof operand === "object";

function kindOf(first: ArrayPlan | Scalar, second: ArrayPlan | Scalar): Dtype {
  if (isPlan(first)) return isPlan(second) ? promote(first.dtype, second.dtype) : promoteScalar(first.dtype, second);
  if (isPlan(second)) return promoteScalar(second.dtype, first);
  throw new TypeError("Cannot operate on two numbers: at least one operand must be an array");
}

interface Kinds {
  readonly loop: BinaryName;
  readonly compute: Dtype;
  readonly dtype: Dtype;
}

function kindsOf(operation: BinaryOperation, together: Dtype): Kinds {
  if (COMPARISONS.has(operation)) return { loop: operation, compute: together, dtype: "bool" };
  if (FLOAT_ONLY.has(operation)) return { loop: operation, compute: floatOf(together), dtype: floatOf(together) };
  if (WHOLE_ONLY.has(operation) && isFloat(together)) throw noSense(operation, together);
  if (together === "bool") return boolKinds(operation);
  const isWhole = !isFloat(together) && together !== "i64";
  const loop =
    isWhole && operation === "multiply" ? "multiplyWhole" : isWhole && operation === "power" ? "powerWhole" : operation;
  return { loop, compute: together, dtype: together };
}

/** Sums of booleans are "or", products "and"; what gives other numbers is of kind i8. */
function boolKinds(operation: BinaryOperation): Kinds {
  if (operation === "subtract") throw noSense(operation, "bool");
  const loop = operation === "add" ? "or" : operation === "multiply" ? "and" : operation;
  const isNumber = operation === "floorDivide" || operation === "mod" || operation === "power";
  const dtype = isNumber ? "i8" : "bool";
  return { loop: operation === "power" ? "powerWhole" : loop, compute: dtype, dtype };
}

const noSense = (operation: string, dtype: Dtype): TypeError =>
  new TypeError(`Cannot ${operation} numbers of kind ${dtype}: must be of another kind, see astype`);

/** Gives arrays the same cuts along all axes that they share. */
function align(arrays: readonly ArrayPlan[], action: string): { chunks: Chunks; aligned: readonly ArrayPlan[] } {
  const { chunks, own } = alignChunks(
    arrays.map((array) => array.chunks),
    action,
  );
  return { chunks, aligned: arrays.map((array, i) => rechunk(array, own[i] as Chunks)) };
}

/** Along axes where the array is broadcast it has one chunk. */
function meetingPart(array: ArrayPlan, place: readonly number[]): LazyPart {
  const skipped = place.length - array.chunks.length;
  return partAt(
    array,
    array.chunks.map(({ length }, axis) => (length === 1 ? 0 : (place[axis + skipped] as number))),
  );
}

/** Functions of each value. */
export type UnaryOperation = Exclude<UnaryName, "squareWhole">;

const KEEPS_WHOLE: ReadonlySet<string> = new Set(["negative", "abs", "sign", "square"]);
const ROUNDS: ReadonlySet<string> = new Set(["floor", "ceil", "trunc", "round"]);
const ASKS: ReadonlySet<string> = new Set(["isNaN", "isFinite", "not"]);

/** @throws {TypeError} if the kind of numbers does not suit it */
export function unary(operation: UnaryOperation, array: ArrayPlan): ArrayPlan {
  const { dtype } = array;
  if (ROUNDS.has(operation) && !isFloat(dtype)) return array;
  if (operation === "negative" && dtype === "bool") throw noSense(operation, dtype);
  const result = ASKS.has(operation) ? "bool" : KEEPS_WHOLE.has(operation) ? dtype : floatOf(dtype);
  const isWhole = operation === "square" && !isFloat(dtype) && dtype !== "i64";
  const loop: UnaryName = isWhole ? "squareWhole" : operation;
  return blockwise(operation, result, [array], "unaryBlock", { loop, dtype: result });
}

/** The same values in another kind; fractions are cut off for integers, and what does not fit loses its upper bits. */
export function astype(array: ArrayPlan, dtype: Dtype): ArrayPlan {
  if (array.dtype === dtype) return array;
  return blockwise("astype", dtype, [array], "unaryBlock", { loop: "cast", dtype });
}

/** Values of `yes` where `condition` is not 0, else of `no`. @throws {RangeError} if shapes do not broadcast */
export function where(condition: ArrayPlan, yes: ArrayPlan | Scalar, no: ArrayPlan | Scalar): ArrayPlan {
  const choices = [yes, no];
  const dtype = choices.some(isPlan) ? kindOf(yes, no) : kindOfScalars(yes as Scalar, no as Scalar);
  const scalars = choices.map((choice) => {
    if (isPlan(choice)) return null;
    checkFits(dtype, choice, "choose");
    return choice;
  });
  return blockwise("where", dtype, [condition, ...choices.filter(isPlan)], "whereBlocks", { dtype, scalars });
}

function kindOfScalars(yes: Scalar, no: Scalar): Dtype {
  if (typeof yes === "boolean" && typeof no === "boolean") return "bool";
  return typeof yes === "bigint" && typeof no === "bigint" ? "i64" : "f64";
}
