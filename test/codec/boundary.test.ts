// What docs/boundary.md says of values: the platform's doing, so that a platform which does otherwise shows.
import { describe, expect, it } from "vitest";
import { findUncloneable } from "../../src/codec/uncloneable.ts";

describe("structured clone", () => {
  const loop: unknown[] = [];
  loop.push(loop);
  it.each<readonly [string, unknown]>([
    ["primitives", [Number.NaN, -0, "text", true, 5n, null, undefined]],
    ["arrays, objects, Maps and Sets", { a: [1, { b: new Map([[{ k: 1 }, new Set([1])]]) }] }],
    ["dates, patterns and boxed primitives", [new Date(5), /a/gi, Object(5), Object("a")]],
    ["binary data", [new Float64Array(2), new DataView(new ArrayBuffer(3)), new ArrayBuffer(4)]],
    ["cycles", loop],
  ])("keeps %s", (_, value) => {
    expect(findUncloneable(value)).to.equal(undefined);
    expect(structuredClone(value)).to.deep.equal(value);
  });

  it("keeps shared parts shared, and SharedArrayBuffers the same memory", () => {
    const part = {};
    const [first, second] = structuredClone([part, part]);
    expect(first).to.equal(second);
    const memory = new SharedArrayBuffer(1);
    new Uint8Array(structuredClone(memory))[0] = 7;
    expect(new Uint8Array(memory)[0]).to.equal(7);
  });

  it("drops symbol keys, hidden properties and frozenness, and calls getters", () => {
    const value = Object.freeze({
      [Symbol("s")]: 1,
      get late() {
        return 5;
      },
    });
    const clone = structuredClone(value);
    expect(Object.getOwnPropertyDescriptors(clone)).to.deep.equal({
      late: { value: 5, writable: true, enumerable: true, configurable: true },
    });
    expect(structuredClone(Object.defineProperty({}, "hidden", { value: 1 }))).to.deep.equal({});
  });

  it("drops properties put on Maps, Sets, Dates and patterns", () => {
    for (const value of [new Map(), new Set(), new Date(5), /a/]) {
      expect(Object.keys(structuredClone(Object.assign(value, { extra: 1 })))).to.deep.equal([]);
    }
    const pattern = /a/g;
    pattern.lastIndex = 1;
    expect(structuredClone(pattern).lastIndex).to.equal(0);
  });

  it("copies the whole buffer behind a view", () => {
    expect(structuredClone(new Uint8Array(1000).subarray(10, 20)).buffer.byteLength).to.equal(1000);
  });

  it("makes a plain object of an instance", () => {
    class Point {
      #hidden = 1;
      x = 2;
      get sum() {
        return this.#hidden + this.x;
      }
    }
    const clone = structuredClone(new Point());
    expect(Object.getPrototypeOf(clone)).to.equal(Object.prototype);
    expect(Object.keys(clone)).to.deep.equal(["x"]);
  });

  it("keeps message, stack and cause of an error, the name when it is the language's, and nothing else", () => {
    const error = Object.assign(new TypeError("e", { cause: 5 }), { extra: 1 });
    const clone = structuredClone(error);
    expect(clone).to.be.instanceOf(TypeError);
    expect([clone.message, clone.stack, clone.cause, clone.extra]).to.deep.equal(["e", error.stack, 5, undefined]);
    expect(structuredClone(Object.assign(new Error("e"), { name: "RowError" })).name).to.equal("Error");
  });
});
