import { describe, expect, it } from "vitest";
import { FractionPairs, philox } from "../../../src/collections/array/philox.ts";

/** The words of a counter under a key, as their authors write them. */
function wordsOf(counter: readonly number[], [key, other]: readonly [number, number]): string {
  const words = Uint32Array.from(counter);
  philox(words, key, other);
  return [...words].map((word) => word.toString(16).padStart(8, "0")).join(" ");
}

describe("philox", () => {
  it("gives the numbers that its authors published", () => {
    expect(wordsOf([0, 0, 0, 0], [0, 0])).to.equal("6627e8d5 e169c58d bc57ac4c 9b00dbd8");
    const ones = 0xffffffff;
    expect(wordsOf([ones, ones, ones, ones], [ones, ones])).to.equal("408f276d 41c83b0e a20bc7c6 6d5451fd");
    const pi = [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344];
    expect(wordsOf(pi, [0xa4093822, 0x299f31d0])).to.equal("d16cfe09 94fdcceb 5001e420 24126ea1");
  });

  it("makes fractions from 0 up to but not 1, others for other pairs, also far out", () => {
    const pairs = new FractionPairs(2 ** 40);
    const seen = new Set<number>();
    for (const pair of [0, 1, 2, 2 ** 32, 2 ** 32 + 1, 2 ** 45]) {
      pairs.go(pair);
      for (const fraction of [pairs.first, pairs.second]) {
        expect(fraction).to.be.within(0, 1 - 2 ** -53);
        seen.add(fraction);
      }
    }
    expect(seen.size).to.equal(12);
  });
});
