import { describe, expect, it } from "vitest";
import { LARGE_BUFFER } from "../../src/codec/buffers.ts";
import { Ownership } from "../../src/worker/ownership.ts";

const large = (): Uint8Array<ArrayBuffer> => new Uint8Array(LARGE_BUFFER);
const rows = (count: number): unknown[] => Array.from({ length: count }, (_, i) => ({ i }));

/** An ownership in which each of these values is a result. */
function claimed(...values: readonly unknown[]): Ownership {
  const ownership = new Ownership();
  for (const value of values) ownership.claim(value);
  return ownership;
}

describe("Ownership", () => {
  it("lets a result be moved whose buffers no other result has", () => {
    const [a, b] = [{ data: large() }, [large(), large()]];
    const ownership = claimed(a, b, 5, "text", null, {});
    expect([a, b].map((value) => ownership.mayMove(value))).to.deep.equal([true, true]);
  });

  it("does not let a task's input be moved that is also its output", () => {
    const value = large();
    const ownership = claimed(value, value);
    expect(ownership.mayMove(value)).to.equal(false);
    ownership.release(value);
    expect(ownership.mayMove(value)).to.equal(true);
  });

  it("does not let a buffer be moved that two results show, or a part of it", () => {
    const buffer = large().buffer;
    const [whole, part] = [{ a: buffer }, new Uint8Array(buffer, 0, 10)];
    const ownership = claimed(whole, part);
    expect([whole, part].map((value) => ownership.mayMove(value))).to.deep.equal([false, false]);
    expect(ownership.release(part)).to.deep.equal([]);
    expect(ownership.mayMove(whole)).to.equal(true);
  });

  it("finds a shared buffer deep inside a result that is too large to be looked through at once", () => {
    const data = large();
    const table = [...rows(5000), { data }];
    const ownership = claimed(table, data);
    expect(ownership.mayMove(data)).to.equal(false);
    ownership.release(table);
    expect(ownership.mayMove(data)).to.equal(true);
  });

  it("lets a result be moved beside large ones that do not share its buffers", () => {
    const data = large();
    expect(claimed(rows(5000), data, rows(5000)).mayMove(data)).to.equal(true);
  });

  it("does not let a value be moved to which a task has added a buffer of another result", () => {
    const [list, other] = [[large()], large()];
    const ownership = claimed(list, other);
    list.push(other);
    expect(ownership.mayMove(list)).to.equal(false);
  });

  it("has nothing to say about values that it does not know", () => {
    expect(claimed().mayMove(large())).to.equal(false);
    expect(claimed().release(large())).to.deep.equal([]);
    expect(claimed({ small: 1 }).mayMove({})).to.equal(false);
  });
});

describe("Ownership.release", () => {
  it("gives back the whole buffers that no other result has", () => {
    const [own, common, part] = [large(), large(), large()];
    const value = { own, common, part: part.subarray(1) };
    const ownership = claimed(value, common);
    expect(ownership.release(value)).to.deep.equal([own.buffer]);
    expect(ownership.release(common)).to.deep.equal([common.buffer]);
  });

  it("gives nothing back while another result could hide the buffer", () => {
    const data = large();
    const ownership = claimed([...rows(5000), data], data);
    expect(ownership.release(data)).to.deep.equal([]);
  });
});
