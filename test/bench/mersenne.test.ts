// What CPython 3.11 gives for `random.Random(42)`.
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { PythonRandom } from "../../bench/worker-state/mersenne.ts";

const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

describe("PythonRandom", () => {
  it("draws the numbers that Python draws", () => {
    const random = new PythonRandom(42);
    const floats = [0, 0, 0].map(() => random.random());
    expect(floats).to.deep.equal([0.6394267984578837, 0.025010755222666936, 0.27502931836911926]);
    expect(range(5).map(() => random.randint(2, 124))).to.deep.equal([30, 19, 96, 15, 88]);
    expect(random.sample(range(5), 1)).to.deep.equal([4]);
    expect(random.sample(range(1000), 4)).to.deep.equal([89, 604, 432, 32]);
    expect(random.sample(range(250), 60).slice(0, 8)).to.deep.equal([7, 23, 55, 59, 129, 154, 6, 143]);
    expect(random.sample(range(49), 24).slice(0, 8)).to.deep.equal([18, 5, 14, 6, 24, 17, 29, 40]);
  });

  it.each([
    [5, "51d668c7e7f1c97a"],
    [49, "151d2045a4e01661"],
    [50, "4d1276da4249807c"],
    [250, "1f5ca4d3b813c578"],
    [1000, "596295ba27c6e033"],
  ])("gives the holders of the worker-state benches that Python gives, for %i peers", (peers, expected) => {
    const random = new PythonRandom(42);
    const all = range(peers).map((i) => i + 2);
    const hash = createHash("sha256");
    for (let task = 0; task < 1000; task++) {
      const replicas = random.random() >= 0.9 ? random.randint(2, Math.floor(peers / 2)) : 1;
      hash.update(`${random.sample(all, replicas)};`);
    }
    expect(hash.digest("hex").slice(0, 16)).to.equal(expected);
  });
});
