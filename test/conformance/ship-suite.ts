// What every engine must keep when values are shipped: engines differ in what can be transferred and how they say so.
import { expect } from "chai";
import { LARGE_BUFFER } from "../../src/codec/buffers.ts";
import { shipValue } from "../../src/codec/ship.ts";
import { largeValues } from "../support/large-values.ts";
import type { Runner } from "../support/runner.ts";
import { isSameValue } from "../support/same-value.ts";

const PAGE = 65_536;
const detach = (buffer: ArrayBuffer): ArrayBuffer => structuredClone(buffer, { transfer: [buffer] });
const takeBuffer = (bytes: number): ArrayBuffer => new ArrayBuffer(bytes);
const receive = (value: unknown, mayMove: boolean): unknown => {
  const shipment = shipValue(value, { mayMove, takeBuffer, detach });
  return structuredClone(shipment.value, { transfer: [...shipment.transfer] });
};

export function describeShipping({ describe, it }: Runner): void {
  describe("shipValue in this engine", () => {
    for (const name of Object.keys(largeValues())) {
      it(`carries ${name}, copied and moved`, () => {
        const value = largeValues()[name];
        const clone = structuredClone(value);
        expect(isSameValue(clone, receive(value, false))).to.equal(true);
        expect(isSameValue(clone, receive(value, true))).to.equal(true);
      });
    }

    it("moves pages of memory with all their views, and leaves memory of WebAssembly where it is", () => {
      const { buffer } = new WebAssembly.Memory({ initial: 1 });
      const whole = new Float64Array(PAGE / 8).fill(3);
      const views = [whole, new DataView(whole.buffer, 8, 16), new Uint8Array(whole.buffer, 3, 5)];
      const value = { views, locked: new Uint8Array(buffer), small: new Uint8Array(LARGE_BUFFER + 1) };
      const clone = structuredClone(value);
      const shipment = shipValue(value, { mayMove: true, takeBuffer, detach });
      const received = structuredClone(shipment.value, { transfer: [...shipment.transfer] });
      expect(isSameValue(clone, received)).to.equal(true);
      expect([whole.length, value.small.length, buffer.byteLength]).to.deep.equal([0, 0, PAGE]);
      expect(shipment.spent).to.include(whole.buffer);
    });
  });
}
