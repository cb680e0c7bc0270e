// Values that structured clone carries, drawn at random; and the ones that clones are known to get wrong.
import * as fc from "fast-check";

/** Anything that can be sent between threads. */
export const cloneable: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    maxDepth: 3,
  }),
  fc.record({ error: fc.string().map((text) => new RangeError(text)), at: fc.date() }),
);

/** By name, so that a failure says which. */
export const trickyValues: Readonly<Record<string, unknown>> = {
  undefined: undefined,
  null: null,
  "minus zero": -0,
  NaN: Number.NaN,
  "a BigInt": 2n ** 70n,
  "a lone surrogate": "\ud800",
  "a sparse array": sparse(),
  "an array of undefined": [undefined],
  "a cycle": cycle(),
  "a shared part": sharedPart(),
  "a Map with object keys": new Map<unknown, unknown>([[{ a: 1 }, new Set([Number.NaN, -0, "x"])]]),
  "an invalid Date": new Date(Number.NaN),
  "a RegExp": /a+b/giu,
  "an Error with a cause": new TypeError("outer", { cause: new RangeError("inner") }),
  "a view into a buffer": new Int16Array(new Int16Array([1, 2, 3, 4]).buffer, 2, 2),
  "a DataView": new DataView(new Uint8Array([1, 2, 3]).buffer, 1),
  "an empty buffer": new ArrayBuffer(0),
  "a BigInt array": new BigInt64Array([-1n, 2n]),
  "an object with odd keys": { "": 1, "a b": 2, 7: 3, constructor: 4 },
};

function sparse(): unknown[] {
  const list: unknown[] = [];
  list[0] = 1;
  list[4] = undefined;
  list.length = 7;
  return list;
}

function cycle(): object {
  const loop: { self?: object; list: unknown[] } = { list: [] };
  loop.self = loop;
  loop.list.push(loop, new Map([[loop, loop]]));
  return loop;
}

function sharedPart(): object {
  const part = [1];
  return { a: part, b: part };
}
