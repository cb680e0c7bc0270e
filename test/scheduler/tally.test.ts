import { describe, expect, it } from "vitest";
import { Tally } from "../../src/scheduler/tally.ts";

describe("Tally", () => {
  it("adds amounts by index, once per mark", () => {
    const tally = new Tally();
    tally.begin(40);
    tally.addOnce(3, 1, 10);
    tally.addOnce(3, 1, 10);
    tally.addOnce(3, 2, 5);
    tally.addOnce(39, 2, 7);
    expect([tally.get(3), tally.get(39), tally.get(4)]).to.deep.equal([15, 7, 0]);
    expect([tally.has(3, 2), tally.has(3, 1), tally.has(4, 2)]).to.deep.equal([true, false, false]);
    expect([...tally.touched.take()]).to.deep.equal([3, 39]);
  });

  it("starts anew", () => {
    const tally = new Tally();
    tally.begin(8);
    tally.addOnce(3, 1, 10);
    tally.begin(8);
    expect(tally.get(3)).to.equal(0);
    expect(tally.has(3, 1)).to.equal(false);
    tally.addOnce(3, 1, 1);
    expect(tally.get(3)).to.equal(1);
  });
});
