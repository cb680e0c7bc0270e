import { describe, expect, it } from "vitest";
import { Estimates } from "../../src/scheduler/estimates.ts";

describe("Estimates", () => {
  it("takes an unknown function for half a second, and the network for 100 MB/s", () => {
    const estimates = new Estimates();
    expect(estimates.duration(3)).to.equal(500);
    expect(estimates.transfer(50_000_000)).to.equal(500);
  });

  it("takes the first measurement as it is, and each later one for half", () => {
    const estimates = new Estimates();
    for (const milliseconds of [10, 20, 55]) estimates.learnDuration(7, milliseconds);
    expect(estimates.duration(7)).to.equal(35);
    expect(estimates.duration(6)).to.equal(500);
    for (const bytesPerSecond of [1e9, 2e9]) estimates.learnBandwidth(bytesPerSecond);
    expect(estimates.transfer(1_500_000_000)).to.equal(1000);
  });
});
