import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findBuffers, LARGE_BUFFER } from "../../src/codec/buffers.ts";
import type { Shipment } from "../../src/codec/ship.ts";
import { shipValue } from "../../src/codec/ship.ts";
import { cloneable, trickyValues } from "../support/cloneable-values.ts";
import { largeValues, withLargeBuffers } from "../support/large-values.ts";
import { isSameValue } from "../support/same-value.ts";

const takeBuffer = (bytes: number): ArrayBuffer => new Uint8Array(bytes).fill(7).buffer; // as a pool's: not zero
const detach = (buffer: ArrayBuffer): ArrayBuffer => structuredClone(buffer, { transfer: [buffer] });
const receive = ({ value, transfer }: Shipment): unknown => structuredClone(value, { transfer: [...transfer] });
const move = (value: unknown): Shipment => shipValue(value, { mayMove: true, takeBuffer, detach });
const copy = (value: unknown): Shipment => shipValue(value, { mayMove: false, takeBuffer, detach });
const large = (length = LARGE_BUFFER / 8): Float64Array => Float64Array.from({ length }, (_, i) => i + 0.5);
const anything = fc.oneof(cloneable, withLargeBuffers);

describe("shipValue", () => {
  it("gives the receiver what structured clone gives, copied or moved", () => {
    fc.assert(
      fc.property(anything, (value) => {
        const clone = structuredClone(value);
        expect(isSameValue(clone, receive(copy(value)))).to.equal(true);
        expect(isSameValue(clone, receive(move(value)))).to.equal(true);
      }),
    );
  });

  it("leaves the original as it was when it may not move it", () => {
    fc.assert(
      fc.property(anything, (value) => {
        const before = structuredClone(value);
        receive(copy(value));
        expect(isSameValue(before, structuredClone(value))).to.equal(true);
      }),
    );
  });

  it.each(Object.entries({ ...trickyValues, ...largeValues() }))("carries %s", (_, value) => {
    const clone = structuredClone(value);
    expect(isSameValue(clone, receive(copy(value)))).to.equal(true);
    expect(isSameValue(clone, receive(move(value)))).to.equal(true);
  });

  it("moves whole buffers: the value itself is sent, nothing is copied, and the sender's are empty", () => {
    const value = { a: large(), rest: [new DataView(new ArrayBuffer(LARGE_BUFFER)), new Map([["b", large()]])] };
    const shipment = move(value);
    expect(shipment.value).to.equal(value);
    expect(shipment.transfer).to.have.length(3);
    expect(shipment.spent).to.deep.equal(shipment.transfer);
    expect([shipment.moved, shipment.copied]).to.deep.equal([3 * LARGE_BUFFER, 0]);
    receive(shipment);
    expect(value.a.length).to.equal(0);
  });

  it("copies once what may not be moved: only copies are in the transfer list", () => {
    const value = [large(), { b: large() }];
    const shipment = copy(value);
    expect([shipment.moved, shipment.copied]).to.deep.equal([0, 2 * LARGE_BUFFER]);
    expect(shipment.transfer).to.have.length(2);
    expect(shipment.transfer).not.to.include((value[0] as Float64Array).buffer);
  });

  it("never takes away a buffer of which the value shows only a part", () => {
    const whole = large();
    const part = whole.subarray(1);
    const shipment = move({ part, other: large() });
    expect([shipment.moved, shipment.copied]).to.deep.equal([LARGE_BUFFER, LARGE_BUFFER]);
    const { part: received } = receive(shipment) as { part: Float64Array };
    expect(isSameValue(part, received)).to.equal(true);
    expect(received.buffer.byteLength).to.equal(LARGE_BUFFER);
    expect(whole.length).to.equal(LARGE_BUFFER / 8);
  });

  it("moves a buffer of which one view shows a part and another all", () => {
    const whole = large();
    const shipment = move([whole.subarray(1), whole]);
    const [part, all] = receive(shipment) as [Float64Array, Float64Array];
    expect(shipment.moved).to.equal(LARGE_BUFFER);
    expect(part.buffer).to.equal(all.buffer);
    expect(whole.length).to.equal(0);
  });

  it("shares shared memory", () => {
    const memory = new SharedArrayBuffer(LARGE_BUFFER);
    const shipment = copy([new Uint8Array(memory)]);
    expect([shipment.shared, shipment.transfer.length]).to.deep.equal([LARGE_BUFFER, 0]);
    const [view] = receive(shipment) as [Uint8Array];
    view[0] = 5;
    expect(new Uint8Array(memory)[0]).to.equal(5);
  });

  it("leaves memory of WebAssembly where it is", () => {
    const { buffer } = new WebAssembly.Memory({ initial: 1 });
    const received = receive(move([new Uint8Array(buffer), large()])) as [Uint8Array];
    expect(received[0].length).to.equal(65_536);
    expect(buffer.byteLength).to.equal(65_536);
  });

  it("moves buffers as long as pages of WebAssembly, which could be locked", () => {
    const value = { a: new Float64Array(65_536 / 8).fill(3), b: large() };
    const [buffers, clone] = [[value.a.buffer, value.b.buffer], structuredClone(value)];
    const shipment = move(value);
    expect(isSameValue(clone, receive(shipment))).to.equal(true);
    expect([shipment.moved, shipment.copied]).to.deep.equal([65_536 + LARGE_BUFFER, 0]);
    expect(new Set(shipment.spent)).to.deep.equal(new Set(buffers));
    expect(buffers.map(({ byteLength }) => byteLength)).to.deep.equal([0, 0]);
  });

  it("leaves Node's pool of Buffers where it is, and copies a large Buffer as bytes", () => {
    const pooled = Buffer.from("text");
    const beside = Buffer.from("beside");
    receive(move([pooled]));
    expect([String(pooled), String(beside)]).to.deep.equal(["text", "beside"]);
    const received = receive(copy(Buffer.alloc(LARGE_BUFFER, 1)));
    expect(Object.getPrototypeOf(received)).to.equal(Uint8Array.prototype);
  });

  it("keeps buffers resizable, and views that follow them", () => {
    const resizable = () => {
      const buffer: ArrayBuffer = Reflect.construct(ArrayBuffer, [LARGE_BUFFER, { maxByteLength: 2 * LARGE_BUFFER }]);
      return { buffer, view: new Uint8Array(buffer), other: large() };
    };
    for (const shipment of [copy(resizable()), move(resizable())]) {
      const { buffer, view } = receive(shipment) as { buffer: { resize(bytes: number): void }; view: Uint8Array };
      buffer.resize(LARGE_BUFFER + 5);
      expect(view.length).to.equal(LARGE_BUFFER + 5);
    }
  });

  it("leaves what is small, and what is too large to look through, to structured clone", () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => ({ i }));
    for (const value of [5, "text", [new Uint8Array(100)], { rows, b: large() }]) {
      const shipment = move(value);
      expect(shipment.value).to.equal(value);
      expect([shipment.transfer.length, shipment.moved, shipment.copied]).to.deep.equal([0, 0, 0]);
      expect(shipment.cloned).to.be.greaterThan(0);
    }
  });

  it("does not change what structured clone refuses", () => {
    const promise = Promise.resolve();
    for (const odd of [() => 1, Symbol("s"), promise, new WeakMap(), [].values()]) {
      expect(() => receive(copy([large(), odd]))).to.throw();
    }
    const angry = Object.defineProperty({ a: large() }, "b", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    expect(() => receive(copy(angry))).to.throw("no");
  });
});

describe("findBuffers", () => {
  it("names each large buffer once, and says whether all of it is shown", () => {
    const [a, b] = [large(), large()];
    const found = findBuffers({ a: [a, a.subarray(1)], b: new Set([b.subarray(0, 4)]), c: new Uint8Array(8) });
    expect([...found.buffers].sort(([, x], [, y]) => Number(x) - Number(y))).to.deep.equal([
      [b.buffer, false],
      [a.buffer, true],
    ]);
  });

  it("finds buffers in the keys of Maps, in instances, and in the cause of an Error", () => {
    class Matrix {
      readonly data = large();
    }
    for (const value of [new Map([[large(), 1]]), new Matrix(), new Error("e", { cause: { data: large() } })]) {
      expect(findBuffers(value).buffers.size).to.equal(1);
    }
  });

  it("gives up within its limits, and where a getter throws", () => {
    const limits = { objects: 10, slots: 100 };
    expect(
      findBuffers(
        Array.from({ length: 11 }, () => ({})),
        limits,
      ).isComplete,
    ).to.equal(false);
    expect(findBuffers(new Array(4e9), limits).isComplete).to.equal(false);
    expect(
      findBuffers(
        Array.from({ length: 9 }, () => ({})),
        limits,
      ).isComplete,
    ).to.equal(true);
    const angry = {
      get a(): never {
        throw new Error("no");
      },
    };
    expect(findBuffers(angry).isComplete).to.equal(false);
  });
});
