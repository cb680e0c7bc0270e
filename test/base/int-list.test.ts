import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntList } from "../../src/base/int-list.ts";

describe("IntList", () => {
  it("holds what was pushed, as an array would, from any capacity", () => {
    const integers = fc.array(fc.integer(), { maxLength: 300 });
    fc.assert(
      fc.property(fc.nat({ max: 4 }), integers, (capacity, numbers) => {
        const list = new IntList(capacity);
        numbers.forEach((each, i) => {
          if (i % 3 === 2) list.push2(each, i);
          else list.push(each);
        });
        const model = numbers.flatMap((each, i) => (i % 3 === 2 ? [each, i] : [each]));
        expect(list.length).to.equal(model.length);
        expect(model.map((_, i) => list.at(i))).to.deep.equal(model);
        if (model.length > 0) expect(list.pop()).to.equal(model.pop());
        expect([...list.take()]).to.deep.equal(model);
        expect(list.length).to.equal(0);
      }),
    );
  });

  it("takes a copy of its own, exactly as long, so that it can be transferred", () => {
    const list = new IntList();
    list.push(1);
    const taken = list.take();
    list.push(2);
    expect([...taken]).to.deep.equal([1]);
    expect(taken.buffer.byteLength).to.equal(4);
  });

  it("makes room that is written through `items` afterwards", () => {
    const list = new IntList(0);
    list.push(5);
    list.extend(2);
    list.items[1] = 6;
    list.set(2, 7);
    expect([...list.take()]).to.deep.equal([5, 6, 7]);
    list.clear();
    expect(list.length).to.equal(0);
  });
});
