// Arithmetic and comparisons, a loop per operation.
import { bothValid } from "./evaluate-truth.ts";
import type { Arithmetic, Comparison, NumberFunction } from "./expression-node.ts";
import type { Column } from "./table.ts";
import { withValid } from "./take.ts";

/** The values as `f64`; the column's own array if they are. */
export function toFloats({ values }: Column): Float64Array {
  if (values instanceof Float64Array) return values;
  if (values instanceof BigInt64Array) return Float64Array.from(values, Number);
  return new Float64Array(values); // not `from`, which goes value by value
}

export function arithmetic(op: Arithmetic, a: Column, b: Column): Column {
  const valid = bothValid(a, b);
  if (a.type === "i64" && b.type === "i64" && op !== "div") {
    return bigArithmetic(op, a.values as BigInt64Array, b.values as BigInt64Array, valid);
  }
  const [x, y] = [toFloats(a), toFloats(b)];
  const values = new Float64Array(x.length);
  LOOPS[op](x, y, values);
  const isTime = a.type === "timestamp" && b.type !== "timestamp";
  return withValid({ type: isTime ? "timestamp" : "f64", values }, valid);
}

type Loop = (a: Float64Array, b: Float64Array, out: Float64Array) => void;

const LOOPS: Readonly<Record<Arithmetic, Loop>> = {
  add(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) + (b[i] as number);
  },
  sub(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) - (b[i] as number);
  },
  mul(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) * (b[i] as number);
  },
  div(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) / (b[i] as number);
  },
  mod(a, b, out) {
    for (let i = 0; i < out.length; i++) {
      const divisor = b[i] as number;
      const rest = (a[i] as number) % divisor;
      out[i] = rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest;
    }
  },
  floorDiv(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = Math.floor((a[i] as number) / (b[i] as number));
  },
};

/** Wraps at 64 bits; a division by 0 is missing. */
function bigArithmetic(op: Arithmetic, a: BigInt64Array, b: BigInt64Array, valid: Uint8Array | undefined): Column {
  const values = new BigInt64Array(a.length);
  let checked = valid;
  for (let i = 0; i < values.length; i++) {
    const [x, y] = [a[i] as bigint, b[i] as bigint];
    if (y === 0n && (op === "mod" || op === "floorDiv")) {
      if (checked === valid) checked = valid?.slice() ?? new Uint8Array(a.length).fill(1);
      (checked as Uint8Array)[i] = 0;
    } else values[i] = bigOf(op, x, y);
  }
  return withValid({ type: "i64", values }, checked);
}

function bigOf(op: Arithmetic, x: bigint, y: bigint): bigint {
  if (op === "add") return x + y;
  if (op === "sub") return x - y;
  if (op === "mul") return x * y;
  const rest = x % y;
  const isBelow = rest !== 0n && rest < 0n !== y < 0n;
  return op === "mod" ? (isBelow ? rest + y : rest) : x / y - (isBelow ? 1n : 0n);
}

export function compareNumbers(op: Comparison, a: Column, b: Column): Column {
  const values = new Uint8Array(a.values.length);
  if (a.type === "i64" || b.type === "i64") compareMixed(op, a, b, values);
  else COMPARE_LOOPS[op](toFloats(a), toFloats(b), values);
  return withValid({ type: "bool", values }, bothValid(a, b));
}

type CompareLoop = (a: Float64Array, b: Float64Array, out: Uint8Array) => void;

const COMPARE_LOOPS: Readonly<Record<Comparison, CompareLoop>> = {
  eq(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = a[i] === b[i] ? 1 : 0;
  },
  ne(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = a[i] === b[i] ? 0 : 1;
  },
  lt(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) < (b[i] as number) ? 1 : 0;
  },
  le(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) <= (b[i] as number) ? 1 : 0;
  },
  gt(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) > (b[i] as number) ? 1 : 0;
  },
  ge(a, b, out) {
    for (let i = 0; i < out.length; i++) out[i] = (a[i] as number) >= (b[i] as number) ? 1 : 0;
  },
};

/** 64-bit integers beside one another or beside numbers: JavaScript orders them exactly. */
function compareMixed(op: Comparison, a: Column, b: Column, out: Uint8Array): void {
  for (let i = 0; i < out.length; i++) {
    const [x, y] = [a.values[i] as number | bigint, b.values[i] as number | bigint];
    const isLess = x < y;
    const isMore = x > y;
    const isEqual = x <= y && x >= y;
    const holds = { eq: isEqual, ne: !isEqual, lt: isLess, le: isLess || isEqual, gt: isMore, ge: isMore || isEqual };
    out[i] = holds[op] ? 1 : 0;
  }
}

export function numberFunction(op: NumberFunction, column: Column): Column {
  if (column.type === "i64" && (op === "neg" || op === "abs")) {
    const values = (column.values as BigInt64Array).map((value) => (op === "neg" || value < 0n ? -value : value));
    return withValid({ type: "i64", values }, column.valid);
  }
  const fn = FUNCTIONS[op];
  const from = toFloats(column);
  const values = new Float64Array(from.length);
  for (let row = 0; row < values.length; row++) values[row] = fn(from[row] as number);
  return withValid({ type: "f64", values }, column.valid);
}

const FUNCTIONS: Readonly<Record<NumberFunction, (value: number) => number>> = {
  neg: (value) => -value,
  abs: Math.abs,
  floor: Math.floor,
  ceil: Math.ceil,
  round: roundEven,
  sqrt: Math.sqrt,
  log: Math.log,
  exp: Math.exp,
};

function roundEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
