// Functions of one number, a loop for each, as in binary-loops.ts.
import type { NumberArray } from "./dtype.ts";

export type UnaryLoop = (out: NumberArray, a: NumberArray) => void;

export const UNARY_LOOPS = {
  negative(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = -x;
    }
  },
  abs(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.abs(x);
    }
  },
  sign(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = x === 0 ? 0 : Math.sign(x);
    }
  },
  square(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = x * x;
    }
  },
  squareWhole(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.imul(x, x);
    }
  },
  reciprocal(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = 1 / x;
    }
  },
  sqrt(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.sqrt(x);
    }
  },
  cbrt(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.cbrt(x);
    }
  },
  exp(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.exp(x);
    }
  },
  expm1(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.expm1(x);
    }
  },
  log(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.log(x);
    }
  },
  log1p(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.log1p(x);
    }
  },
  log2(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.log2(x);
    }
  },
  log10(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.log10(x);
    }
  },
  sin(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.sin(x);
    }
  },
  cos(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.cos(x);
    }
  },
  tan(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.tan(x);
    }
  },
  arcsin(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.asin(x);
    }
  },
  arccos(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.acos(x);
    }
  },
  arctan(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.atan(x);
    }
  },
  sinh(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.sinh(x);
    }
  },
  cosh(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.cosh(x);
    }
  },
  tanh(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.tanh(x);
    }
  },
  floor(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.floor(x);
    }
  },
  ceil(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.ceil(x);
    }
  },
  trunc(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Math.trunc(x);
    }
  },
  round(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = roundEven(x);
    }
  },
  isNaN(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = Number.isNaN(x) ? 1 : 0;
    }
  },
  isFinite(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = x - x === 0 ? 1 : 0;
    }
  },
  not(out, a) {
    for (let k = 0; k < out.length; k++) {
      const x = a[k] as number;
      out[k] = x === 0 ? 1 : 0;
    }
  },
} as const satisfies Readonly<Record<string, UnaryLoop>>;

/** To the nearest whole number, halves to the even one. */
function roundEven(x: number): number {
  const floor = Math.floor(x);
  const rest = x - floor;
  if (rest < 0.5) return floor;
  if (rest > 0.5 || floor % 2 !== 0) return floor === -1 ? -0 : floor + 1;
  return floor;
}

/** Of bigints: the functions that keep them whole. */
export const BIGINT_FUNCTIONS = {
  negative: (x) => -x,
  abs: (x) => (x < 0n ? -x : x),
  sign: (x) => (x < 0n ? -1n : x > 0n ? 1n : 0n),
  square: (x) => x * x,
} as const satisfies Readonly<Record<string, (x: bigint) => bigint>>;
