// The computations that array-golden.json names: the name's first word is the operation, the others what it takes.

import { BINARY_LOOPS } from "../../../src/collections/array/binary-loops.ts";
import type { Dtype } from "../../../src/collections/array/dtype.ts";
import type { BinaryOperation, UnaryOperation } from "../../../src/collections/array/elementwise.ts";
import { nd } from "../../../src/collections/array/nd.ts";
import type { NdArray } from "../../../src/collections/array/nd-array.ts";
import type { ReducerName } from "../../../src/collections/array/reducers.ts";
import { REDUCERS } from "../../../src/collections/array/reducers.ts";
import type { Selection } from "../../../src/collections/array/slice.ts";
import { UNARY_LOOPS } from "../../../src/collections/array/unary-loops.ts";

export type Inputs = (name: string) => NdArray;

/** The array that a case computes. */
export function golden(name: string, input: Inputs, chunks: number | undefined): NdArray {
  const [operation, ...words] = name.split(" ") as [string, ...string[]];
  const special = SPECIAL[operation];
  if (special !== undefined) return special(words, input, chunks);
  if (Object.hasOwn(BINARY_LOOPS, operation)) return binary(operation as BinaryOperation, words, input);
  if (Object.hasOwn(UNARY_LOOPS, operation)) return input(words[0] as string).apply(operation as UnaryOperation);
  if (Object.hasOwn(REDUCERS, operation)) return reduce(operation as ReducerName, words, input);
  throw new Error(`No computation is known for "${name}"`);
}

const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?$/.test(word);
const numbers = (word: string): number[] => (word === "" ? [] : word.split(",").map(Number));

function binary(operation: BinaryOperation, [x, y]: readonly string[], input: Inputs): NdArray {
  const [first, second] = [x, y] as [string, string];
  if (isNumber(first)) return input(second).negative().operate("add", Number(first));
  const array = operation === "power" && !isNumber(second) ? input(first).abs() : input(first);
  return array.operate(operation, isNumber(second) ? Number(second) : input(second));
}

function reduce(reducer: ReducerName, [x, axes, word]: readonly string[], input: Inputs): NdArray {
  const array = input(x as string);
  if (axes === "ddof") return array.reduce(reducer, { ddof: 1 });
  const axis = axes === undefined ? undefined : axes.includes(",") ? numbers(axes) : Number(axes);
  return array.reduce(reducer, { axis, keepDims: word === "keep", splitEvery: 2 });
}

type Special = (words: readonly string[], input: Inputs, chunks: number | undefined) => NdArray;

const options = (chunks: number | undefined) => (chunks === undefined ? {} : { chunks });

const SPECIAL: Readonly<Record<string, Special>> = {
  slice: ([x, ...words], input) => {
    const selections = words.map((word): Selection => (word === "null" ? null : isNumber(word) ? Number(word) : word));
    return input(x as string).slice(...selections);
  },
  transpose: ([x, axes], input) => input(x as string).transpose(axes === undefined ? undefined : numbers(axes)),
  reshape: ([x, shape], input) => input(x as string).reshape(numbers(shape ?? "")),
  concatenate: ([x, y, axis], input) => nd.concatenate([input(x as string), input(y as string)], Number(axis)),
  stack: ([x, y, axis], input) => nd.stack([input(x as string), input(y as string)], Number(axis)),
  matmul: ([x, y], input) => {
    const [first, second] = [x, y] as [string, string];
    if (first === "none")
      return input("none")
        .transpose()
        .matmul(nd.zeros([0, 2]));
    const left = first.endsWith("T") ? input(first.slice(0, -1)).transpose() : input(first);
    return left.matmul(input(second));
  },
  where: ([condition, yes, no], input) => {
    const [a, b] = [yes, no].map((word) => (isNumber(word as string) ? Number(word) : input(word as string)));
    return nd.where(input(condition as string), a as number, b as number);
  },
  clip: ([x], input) => input(x as string).clip(-1, 1),
  percentile: ([x, percents, , axis], input) => {
    const list = numbers(percents as string);
    return input(x as string).percentile(
      list.length === 1 ? (list[0] as number) : list,
      axis === undefined ? {} : { axis: Number(axis) },
    );
  },
  median: ([x], input) => input(x as string).median(),
  histogram: ([x, bins], input) => histogramOf(x as string, bins as string, input).counts,
  edges: ([x, bins], input) => histogramOf(x as string, bins as string, input).edges,
  covariance: ([x], input) => input(x as string).covariance(),
  correlation: ([x], input) => input(x as string).correlation(),
  cumsum: ([x, axis], input) => input(x as string).cumsum(Number(axis)),
  cumprod: ([x, axis], input) => input(x as string).cumprod(Number(axis)),
  astype: ([x, dtype], input) => input(x as string).astype(dtype as Dtype),
  arange: ([start, stop, step], _, chunks) => nd.arange(Number(start), Number(stop), Number(step), options(chunks)),
  linspace: ([start, stop, count, open], _, chunks) =>
    nd.linspace(Number(start), Number(stop), Number(count), { endpoint: open === undefined, ...options(chunks) }),
};

function histogramOf(x: string, bins: string, input: Inputs): { readonly counts: NdArray; readonly edges: NdArray } {
  if (bins === "edges") return input(x).histogram({ bins: [-100, -10, 0, 5, 100] });
  return input(x).histogram({ bins: Number(bins), range: x === "a" ? [-2, 2] : undefined });
}
