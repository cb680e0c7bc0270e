import { describe, expect, it } from "vitest";
import { chooseOptions } from "../../src/cluster/options.ts";
import type { Platform } from "../../src/cluster/platform.ts";
import { platform } from "../../src/cluster/platform-node.ts";

const workersOn = (changes: Partial<Platform>): number =>
  chooseOptions({}, { ...platform, ...changes }, () => 1).workers;

describe("chooseOptions", () => {
  it("leaves a core to the page, and takes at least 2 workers and at most 16", () => {
    expect([2, 3, 8, 17, 128].map((cores) => workersOn({ cores }))).to.deep.equal([2, 2, 7, 16, 16]);
  });

  it("takes browsers that tell no cores, or none that can be, for one of 4", () => {
    const strange = [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY];
    expect(strange.map((cores) => workersOn({ cores }))).to.deep.equal([3, 3, 3, 3, 3]);
    expect(workersOn({ cores: 1.5 }), "and goes on with what is told").to.equal(2);
  });

  it("takes one worker where there are no threads", () => {
    expect(workersOn({ cores: 8, hasWorkers: false })).to.equal(1);
  });
});
