import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LARGE_BUFFER } from "../../src/codec/buffers.ts";
import { packValue } from "../../src/codec/pack.ts";
import { unpackValue } from "../../src/codec/unpack.ts";
import { cloneable, trickyValues } from "../support/cloneable-values.ts";
import { largeValues, withLargeBuffers } from "../support/large-values.ts";
import { isSameValue } from "../support/same-value.ts";

/** There and back through a store, which gives each part a buffer of its own. */
function carry(value: unknown): unknown {
  const parts = packValue(value);
  if (parts === undefined) throw new Error("cannot be packed");
  return unpackValue(parts.map((part) => part.slice()));
}

const expectSame = (value: unknown): void => {
  expect(isSameValue(structuredClone(value), carry(value))).to.equal(true);
};

describe("packValue and unpackValue", () => {
  it("give back what structured clone gives", () => {
    fc.assert(fc.property(fc.oneof(cloneable, withLargeBuffers), expectSame));
  });

  it("keep every text, number and BigInt", () => {
    const text = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });
    fc.assert(fc.property(fc.array(fc.oneof(text, fc.double(), fc.integer(), fc.bigInt())), expectSame));
    fc.assert(fc.property(fc.array(fc.oneof(fc.double(), fc.integer())), expectSame));
    fc.assert(fc.property(fc.dictionary(text, text), expectSame));
  });

  it.each(
    Object.entries({
      ...trickyValues,
      ...largeValues(),
      "numbers alone": [1, 2.5, -0, Number.NaN, -Infinity, 2 ** 31, -1, 2 ** 53],
      "boxed primitives": [-0, "a\udc00", true, -(2n ** 70n)].map((value) => Object(value) as unknown),
      "a boxed -0 met twice": Array.from({ length: 2 }, () => Object(-0) as unknown),
      "an empty array and one with a name": [
        [],
        Object.assign([], { name: 1 }),
        Object.assign([1, 2], { columns: ["a"] }),
      ],
      "a long array with few items": Object.assign(new Array(4e9), { 7: 1, 3e9: 2 }),
      "rows of several shapes": [{ a: 1 }, { a: 1, b: 2 }, { b: 2, a: 1 }, { a: 5 }, {}],
      "an array of typed arrays": Array.from({ length: 3 }, (_, i) => Uint8Array.of(i)),
      "a pattern with odd flags": [/[/\]]\/\n/dgimsuy, /\ud800/],
      "a Buffer of Node": { text: Buffer.from("pooled"), large: Buffer.alloc(LARGE_BUFFER, 1) },
      "-1 and large integers": [{ a: -1, b: 2 ** 31 - 1, c: 2 ** 31, d: -(2 ** 31) }],
    }),
  )("carry %s", (_, value) => {
    expectSame(value);
  });

  it("keep what an error says, as structured clone does", () => {
    class RowError extends TypeError {
      override readonly name = "RowError";
      readonly row = 5;
    }
    const errors = [
      new RowError("m"),
      new SyntaxError("s", { cause: undefined }),
      new Error(),
      new AggregateError([1]),
    ];
    const facts = (list: unknown) =>
      (list as Error[]).map((error) => [
        Object.getPrototypeOf(error) === Object.getPrototypeOf(structuredClone(error)),
        String(error),
        error.stack,
        Object.keys(error),
        "cause" in error,
      ]);
    expect(facts(carry(errors))).to.deep.equal(facts(structuredClone(errors)));
  });

  it("carry an Error in a circle, which structured clone of V8 does not", () => {
    const error = new RangeError("round");
    error.cause = { error };
    expect(isSameValue([error, error], carry([error, error]))).to.equal(true);
  });

  it("carry parts that come back as Buffers of Node", () => {
    const value = [new Uint8Array(8), new Float64Array(LARGE_BUFFER), "\ud800", [1.5, 2.5]];
    const parts = (packValue(value) as Uint8Array[]).map((part) => Buffer.from(part));
    const back = unpackValue(parts) as [Uint8Array, Float64Array];
    expect(isSameValue(value, back)).to.equal(true);
    expect(back[0].buffer.byteLength).to.equal(8);
  });

  it("carry a list of 200,000 links without overflow", () => {
    let list: { next?: object } = {};
    for (let i = 0; i < 2e5; i++) list = { next: list };
    let length = 0;
    for (let at = carry(list) as { next?: object } | undefined; at; at = at.next as typeof at) length++;
    expect(length).to.equal(2e5 + 1);
  });

  it("pass large buffers on without a copy, in and out", () => {
    const data = new Float64Array(LARGE_BUFFER / 8);
    const parts = packValue({ data, all: new Uint8Array(data.buffer), small: new Uint8Array(8) }) as Uint8Array[];
    expect(parts.slice(1).map((part) => part.buffer)).to.deep.equal([data.buffer]);
    const stored = parts.map((part) => part.slice());
    const value = unpackValue(stored) as { data: Float64Array; all: Uint8Array };
    expect(value.data.buffer).to.equal(stored[1]?.buffer);
    expect(value.all.buffer).to.equal(stored[1]?.buffer);
  });

  it("copy a part that stands in a buffer together with others", () => {
    const parts = packValue([new Uint8Array(LARGE_BUFFER).fill(3)]) as Uint8Array[];
    const slab = new Uint8Array(1e5);
    const placed = parts.map((part, i) => {
      slab.set(part, 1 + i * 4000);
      return slab.subarray(1 + i * 4000, 1 + i * 4000 + part.length);
    });
    const [bytes] = unpackValue(placed) as [Uint8Array];
    expect(bytes.every((byte) => byte === 3) && bytes.buffer.byteLength).to.equal(LARGE_BUFFER);
  });
});

describe("packValue", () => {
  const resizable: ArrayBuffer = Reflect.construct(ArrayBuffer, [8, { maxByteLength: 16 }]);
  class Tagged {
    get [Symbol.toStringTag](): string {
      return "Date";
    }
  }
  it.each<readonly [string, unknown]>([
    ["a Blob", new Blob(["a"])],
    ["shared memory", new Uint8Array(new SharedArrayBuffer(8))],
    ["a resizable buffer", new Uint8Array(resizable)],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
    ["a promise", Promise.resolve()],
    [
      "an object whose getter throws",
      {
        get a(): never {
          throw new Error("no");
        },
      },
    ],
    ["an object that claims to be a date", new Tagged()],
  ])("gives undefined for %s, wherever it stands", (_, odd) => {
    expect(packValue(odd)).to.equal(undefined);
    expect(packValue([1, new Map([[{ a: odd }, 2]])])).to.equal(undefined);
  });
});

describe("unpackValue", () => {
  it("throws when a part is missing", () => {
    const parts = packValue(new Uint8Array(LARGE_BUFFER)) as Uint8Array[];
    expect(() => unpackValue(parts.slice(0, 1))).to.throw("Cannot unpack a value: part 1 is missing");
  });
});
