import { describe, expect, it } from "vitest";
import { findScheduler, schedulers } from "../../src/scheduler/schedulers.ts";

describe("findScheduler", () => {
  it("finds every scheduler under the name that it gives itself", () => {
    for (const name of Object.keys(schedulers)) expect(findScheduler(name)(1).name).to.equal(name);
  });

  it("says which names there are", () => {
    expect(() => findScheduler("toString")).to.throw(
      RangeError,
      'Cannot use scheduler "toString": it is unknown, must be one of "work-stealing", "random", "dask-like", "b-level", "t-level", "queued"',
    );
  });
});
