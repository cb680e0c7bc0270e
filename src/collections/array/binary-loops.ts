// Operations on two numbers, a loop for each: a call per number would cost more than most of them. The lines repeat, so
// that an engine can compile each loop for the arrays it sees.
import type { NumberArray } from "./dtype.ts";

/** `out[at + k] = a[i + k * si] op b[j + k * sj]` for k from 0 to n. */
export interface LoopSpan {
  readonly at: number;
  readonly n: number;
  readonly i: number;
  readonly si: number;
  readonly j: number;
  readonly sj: number;
}

export type BinaryLoop = (out: NumberArray, a: NumberArray, b: NumberArray, span: LoopSpan) => void;

export const BINARY_LOOPS = {
  add(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x + y;
    }
  },
  subtract(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x - y;
    }
  },
  multiply(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x * y;
    }
  },
  multiplyWhole(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = Math.imul(x, y);
    }
  },
  divide(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x / y;
    }
  },
  floorDivide(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = floorQuotient(x, y);
    }
  },
  mod(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = modulo(x, y);
    }
  },
  power(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x ** y;
    }
  },
  powerWhole(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = wholePower(x, y);
    }
  },
  minimum(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x < y || Number.isNaN(x) ? x : y;
    }
  },
  maximum(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x > y || Number.isNaN(x) ? x : y;
    }
  },
  arctan2(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = Math.atan2(x, y);
    }
  },
  hypot(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = Math.hypot(x, y);
    }
  },
  equal(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x === y ? 1 : 0;
    }
  },
  notEqual(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x === y ? 0 : 1;
    }
  },
  less(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x < y ? 1 : 0;
    }
  },
  lessEqual(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x <= y ? 1 : 0;
    }
  },
  greater(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x > y ? 1 : 0;
    }
  },
  greaterEqual(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x >= y ? 1 : 0;
    }
  },
  and(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x & y;
    }
  },
  or(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x | y;
    }
  },
  xor(out, a, b, { at, n, i, si, j, sj }) {
    for (let k = 0; k < n; k++) {
      const x = a[i + k * si] as number;
      const y = b[j + k * sj] as number;
      out[at + k] = x ^ y;
    }
  },
} as const satisfies Readonly<Record<string, BinaryLoop>>;

/** The remainder, of the divisor's sign. */
function modulo(x: number, y: number): number {
  const rest = x % y;
  if (rest === 0) return y < 0 ? -0 : 0;
  return rest < 0 === y < 0 ? rest : rest + y;
}

/** The floor of the true quotient, which that of the rounded one may miss: 1 by 0.1 is 9. Of integers by 0: what an integer array makes 0 of. */
function floorQuotient(x: number, y: number): number {
  if (y === 0) return x / y;
  const rest = x % y;
  const quotient = (x - rest) / y - (rest !== 0 && rest < 0 !== y < 0 ? 1 : 0);
  if (quotient === 0) return x / y < 0 || Object.is(x / y, -0) ? -0 : 0;
  const floor = Math.floor(quotient);
  return quotient - floor > 0.5 ? floor + 1 : floor;
}

/** Of whole numbers of up to 32 bits, where what does not fit is lost. @throws {RangeError} for exponents below 0 */
function wholePower(x: number, y: number): number {
  if (y < 0) {
    throw new RangeError(
      `Cannot raise integers to the power ${y}: it is negative, must be from 0 up or the base a float`,
    );
  }
  let result = 1;
  let square = x;
  for (let left = y; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}

/** The same of bigints, on 64 bits. */
export const BIGINT_OPERATIONS = {
  add: (x, y) => x + y,
  subtract: (x, y) => x - y,
  multiply: (x, y) => x * y,
  floorDivide: (x, y) => (y === 0n ? 0n : x / y - (x % y !== 0n && x < 0n !== y < 0n ? 1n : 0n)),
  mod: (x, y) => (y === 0n ? 0n : ((x % y) + y) % y),
  power: bigPower,
  // biome-ignore lint/complexity/useMathMinMax: it takes no bigints
  minimum: (x, y) => (x < y ? x : y),
  // biome-ignore lint/complexity/useMathMinMax: it takes no bigints
  maximum: (x, y) => (x > y ? x : y),
  equal: (x, y) => (x === y ? 1n : 0n),
  notEqual: (x, y) => (x === y ? 0n : 1n),
  less: (x, y) => (x < y ? 1n : 0n),
  lessEqual: (x, y) => (x <= y ? 1n : 0n),
  greater: (x, y) => (x > y ? 1n : 0n),
  greaterEqual: (x, y) => (x >= y ? 1n : 0n),
  and: (x, y) => x & y,
  or: (x, y) => x | y,
  xor: (x, y) => x ^ y,
} as const satisfies Readonly<Record<string, (x: bigint, y: bigint) => bigint>>;

function bigPower(x: bigint, y: bigint): bigint {
  if (y < 0n) throw new RangeError(`Cannot raise integers to the power ${y}: it is negative, must be from 0 up`);
  let result = 1n;
  let square = x;
  for (let left = y; left > 0n; left >>= 1n) {
    if ((left & 1n) === 1n) result = BigInt.asIntN(64, result * square);
    square = BigInt.asIntN(64, square * square);
  }
  return result;
}
