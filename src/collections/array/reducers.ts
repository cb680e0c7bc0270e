// What can be reduced: each reducer makes fields of data, merges fields of neighbours, and makes results of the last.
import type { DataArray, Dtype, NumberArray } from "./dtype.ts";
import { castData, makeData } from "./dtype.ts";
import type { Along } from "./sums.ts";
import { foldAlong, sumAlong } from "./sums.ts";

/** Arrays of equal length, a place for each result. */
export type Fields = readonly DataArray[];

/** What the last step knows. */
export interface Finish {
  /** Of the result. */
  readonly dtype: Dtype;
  /** How many values each result is made of. */
  readonly count: number;
  /** What is taken off the count for variances. */
  readonly ddof: number;
}

export interface Reducer {
  /** `n` is at least 1, but for reducers that have a result of nothing. */
  lift(data: DataArray, dtype: Dtype, along: Along): Fields;
  merge(fields: Fields, along: Along): Fields;
  finish(fields: Fields, finish: Finish): DataArray;
}

const asResult = ([field]: Fields, { dtype }: Finish): DataArray => {
  const data = field as DataArray;
  return castData(data, data instanceof BigInt64Array ? "i64" : data instanceof Float64Array ? "f64" : dtype, dtype);
};

/** i64 stays whole, all others are summed as f64. */
function sums(data: DataArray, along: Along): Fields {
  if (!(data instanceof BigInt64Array)) return [sumAlong(data, along)];
  return [foldAlong(data, along, new BigInt64Array(along.outer * along.inner), (a, b) => a + b)];
}

function products(data: DataArray, along: Along): Fields {
  const size = along.outer * along.inner;
  if (data instanceof BigInt64Array) {
    return [foldAlong(data, along, new BigInt64Array(size).fill(1n), (a, b) => BigInt.asIntN(64, a * b))];
  }
  return [foldAlong(data as Float64Array, along, new Float64Array(size).fill(1), (a, b) => a * b)];
}

const simple = (reduce: (data: DataArray, along: Along) => Fields): Reducer => ({
  lift: (data, _, along) => reduce(data, along),
  merge: ([field], along) => reduce(field as DataArray, along),
  finish: asResult,
});

/** The least or greatest; the first NaN wins. Kinds are compared as they are, bigints too. */
const extreme = (isBetter: (a: number, b: number) => boolean): Reducer =>
  simple((data, { outer, n, inner }) => {
    const values = data as Float64Array;
    const best = values.slice(0, outer * inner);
    for (let o = 0; o < outer; o++) {
      for (let i = 0; i < inner; i++) {
        const start = o * n * inner + i;
        let found = values[start] as number;
        for (let row = 1; row < n; row++) {
          const value = values[start + row * inner] as number;
          // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and bigints have no Number.isNaN
          if (found === found && (isBetter(value, found) || value !== value)) found = value;
        }
        best[o * inner + i] = found;
      }
    }
    return [best];
  });

/** Where the extreme is: the first of equals. Fields: the value, the index. */
const extremeAt = (isBetter: (a: number, b: number) => boolean): Reducer => ({
  lift(data, _, { outer, n, inner }) {
    const values = data as Float64Array;
    const best = values.slice(0, outer * inner);
    const at = new Float64Array(outer * inner);
    for (let o = 0; o < outer; o++) {
      for (let i = 0; i < inner; i++) {
        const start = o * n * inner + i;
        let found = values[start] as number;
        let row = 0;
        for (let k = 1; k < n; k++) {
          const value = values[start + k * inner] as number;
          // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and bigints have no Number.isNaN
          if (!isBetter(value, found) && (value === value || found !== found)) continue;
          found = value;
          row = k;
        }
        best[o * inner + i] = found;
        at[o * inner + i] = row;
      }
    }
    return [best, at];
  },
  merge([field, places], { outer, n, inner }) {
    const values = field as Float64Array;
    const indices = places as Float64Array;
    const best = values.slice(0, outer * inner);
    const at = new Float64Array(outer * inner);
    for (let o = 0; o < outer; o++) {
      for (let i = 0; i < inner; i++) {
        let found = o * n * inner + i;
        for (let row = 1; row < n; row++) {
          const other = (o * n + row) * inner + i;
          if (isAhead(values, indices, other, found, isBetter)) found = other;
        }
        best[o * inner + i] = values[found] as number;
        at[o * inner + i] = indices[found] as number;
      }
    }
    return [best, at];
  },
  finish: ([, at], { dtype }) => castData(at as Float64Array, "f64", dtype),
});

function isAhead(
  values: Float64Array,
  indices: Float64Array,
  a: number,
  b: number,
  isBetter: (a: number, b: number) => boolean,
): boolean {
  const x = values[a] as number;
  const y = values[b] as number;
  if (isBetter(x, y)) return true;
  if (isBetter(y, x)) return false;
  // biome-ignore lint/suspicious/noSelfCompare: only NaN differs from itself, and bigints have no Number.isNaN
  const isNaNs = [x !== x, y !== y];
  if (isNaNs[0] !== isNaNs[1]) return isNaNs[0] as boolean;
  return (indices[a] as number) < (indices[b] as number);
}

const isLess = (a: number, b: number): boolean => a < b;
const isGreater = (a: number, b: number): boolean => a > b;

/** Booleans: whether any, or all, are not 0. */
const truth = (start: 0 | 1): Reducer => {
  const reduce = (data: DataArray, { outer, n, inner }: Along): Fields => {
    const zero = data instanceof BigInt64Array ? 0n : 0;
    const out = new Uint8Array(outer * inner).fill(start);
    for (let o = 0; o < outer; o++) {
      for (let i = 0; i < inner; i++) {
        const begin = o * n * inner + i;
        let row = 0;
        while (row < n && (data[begin + row * inner] === zero) === (start === 0)) row++;
        if (row < n) out[o * inner + i] = 1 - start;
      }
    }
    return [out];
  };
  return {
    lift: (data, _, along) => reduce(data, along),
    merge: ([field], along) => reduce(field as DataArray, along),
    finish: ([field]) => field as DataArray,
  };
};

/** Fields: mean, sum of squared distances from it, count. Merged as Chan, Golub and LeVeque do. */
const spread = (last: (variance: number) => number): Reducer => ({
  lift(data, dtype, along) {
    const values = (dtype === "i64" ? castData(data, dtype, "f64") : data) as NumberArray;
    const { outer, n, inner } = along;
    const means = sumAlong(values, along).map((sum) => (n === 0 ? 0 : sum / n));
    const squares = new Float64Array(values.length);
    for (let at = 0, o = 0; o < outer; o++) {
      for (let row = 0; row < n; row++) {
        for (let i = 0; i < inner; i++, at++) {
          const distance = (values[at] as number) - (means[o * inner + i] as number);
          squares[at] = distance * distance;
        }
      }
    }
    return [means, sumAlong(squares, along), new Float64Array(outer * inner).fill(n)];
  },
  merge(fields, { outer, n, inner }) {
    const [means, squares, counts] = fields as readonly [Float64Array, Float64Array, Float64Array];
    const merged = [0, 1, 2].map(() => new Float64Array(outer * inner)) as [Float64Array, Float64Array, Float64Array];
    for (let o = 0; o < outer; o++) {
      for (let i = 0; i < inner; i++) {
        let [mean, square, count] = [0, 0, 0];
        for (let row = 0; row < n; row++) {
          const at = (o * n + row) * inner + i;
          const more = counts[at] as number;
          if (more === 0) continue;
          const distance = (means[at] as number) - mean;
          const total = count + more;
          square += (squares[at] as number) + (count === 0 ? 0 : distance * distance * ((count * more) / total));
          mean = count === 0 ? (means[at] as number) : mean + (distance * more) / total;
          count = total;
        }
        const at = o * inner + i;
        merged[0][at] = mean;
        merged[1][at] = square;
        merged[2][at] = count;
      }
    }
    return merged;
  },
  finish: ([, squares], { dtype, count, ddof }) => {
    const out = makeData(dtype, (squares as Float64Array).length) as NumberArray;
    for (let i = 0; i < out.length; i++) {
      out[i] = last(((squares as Float64Array)[i] as number) / Math.max(0, count - ddof));
    }
    return out;
  },
});

export const REDUCERS = {
  sum: simple(sums),
  prod: simple(products),
  mean: {
    lift: (data, dtype, along) => sums(dtype === "i64" ? castData(data, dtype, "f64") : data, along),
    merge: ([field], along) => sums(field as DataArray, along),
    finish: ([total], { dtype, count }) =>
      castData(
        (total as Float64Array).map((sum) => sum / count),
        "f64",
        dtype,
      ),
  },
  min: extreme(isLess),
  max: extreme(isGreater),
  argmin: extremeAt(isLess),
  argmax: extremeAt(isGreater),
  any: truth(0),
  all: truth(1),
  var: spread((variance) => variance),
  std: spread(Math.sqrt),
} as const satisfies Readonly<Record<string, Reducer>>;

export type ReducerName = keyof typeof REDUCERS;
