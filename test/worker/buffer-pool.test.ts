import { describe, expect, it } from "vitest";
import { LARGE_BUFFER } from "../../src/codec/buffers.ts";
import { BufferPool } from "../../src/worker/buffer-pool.ts";

const detach = (buffer: ArrayBuffer): ArrayBuffer => structuredClone(buffer, { transfer: [buffer] });
const poolOf = (buffers: number): BufferPool => new BufferPool({ limit: buffers * LARGE_BUFFER, detach });
const marked = (mark: number, bytes = LARGE_BUFFER): ArrayBuffer => new Uint8Array(bytes).fill(mark).buffer;
const markOf = (buffer: ArrayBuffer): number => new Uint8Array(buffer)[0] as number;

describe("BufferPool", () => {
  it("gives a buffer out again under its exact length, the newest first", () => {
    const pool = poolOf(4);
    for (const mark of [1, 2]) pool.give(marked(mark));
    expect(pool.bytes).to.equal(2 * LARGE_BUFFER);
    expect(markOf(pool.take(LARGE_BUFFER + 8))).to.equal(0);
    expect([2, 1, 0]).to.deep.equal([1, 2, 3].map(() => markOf(pool.take(LARGE_BUFFER))));
    expect(pool.bytes).to.equal(0);
  });

  it("empties a buffer that comes in for whoever still holds it", () => {
    const pool = poolOf(1);
    const kept = new Uint8Array(marked(1));
    pool.give(kept.buffer);
    new Uint8Array(pool.take(LARGE_BUFFER)).fill(9);
    expect(kept.length).to.equal(0);
  });

  it("zeroes what `allocate` gives out", () => {
    const pool = poolOf(1);
    pool.give(marked(1));
    const buffer = pool.allocate(LARGE_BUFFER);
    expect([buffer.byteLength, pool.bytes]).to.deep.equal([LARGE_BUFFER, 0]);
    expect(new Uint8Array(buffer).every((byte) => byte === 0)).to.equal(true);
  });

  it("keeps no more than its limit, and lets go of the oldest first", () => {
    const pool = poolOf(2);
    for (const mark of [1, 2, 3]) pool.give(marked(mark));
    expect(pool.bytes).to.equal(2 * LARGE_BUFFER);
    expect([1, 2, 3].map(() => markOf(pool.take(LARGE_BUFFER)))).to.deep.equal([3, 2, 0]);
  });

  it("lets go of the oldest when it is to shrink", () => {
    const pool = poolOf(3);
    for (const mark of [1, 2, 3]) pool.give(marked(mark));
    pool.shrink(LARGE_BUFFER);
    expect(pool.bytes).to.equal(LARGE_BUFFER);
    expect(markOf(pool.take(LARGE_BUFFER))).to.equal(3);
    pool.shrink(0);
    expect(pool.bytes).to.equal(0);
  });

  it("leaves small, resizable, too large and locked buffers alone", () => {
    const resizable: ArrayBuffer = Reflect.construct(ArrayBuffer, [LARGE_BUFFER, { maxByteLength: 2 * LARGE_BUFFER }]);
    const refusing = new BufferPool({
      limit: 1e6,
      detach: () => {
        throw new TypeError("locked");
      },
    });
    const locked = new WebAssembly.Memory({ initial: 1 }).buffer;
    refusing.give(locked);
    const pool = poolOf(2);
    for (const buffer of [new ArrayBuffer(100), resizable, new ArrayBuffer(3 * LARGE_BUFFER)]) {
      pool.give(buffer);
      expect(buffer.byteLength).to.be.greaterThan(0);
    }
    expect([pool.bytes, refusing.bytes, locked.byteLength]).to.deep.equal([0, 0, 65_536]);
  });
});
