import { describe, expect, it } from "vitest";
import { assignLanes } from "../../src/trace/lanes.ts";

describe("assignLanes", () => {
  it("puts what overlaps into different lanes, and uses a lane again when it is free", () => {
    //  0: 0 - 100, 1: 50 - 150, 2: 100 - 120, 3: 160 - 170
    expect([...assignLanes([0, 50, 100, 160], [100, 100, 20, 10])]).toEqual([0, 1, 0, 0]);
  });

  it("does not go by the order in which things are given", () => {
    expect([...assignLanes([50, 0], [100, 100])]).toEqual([1, 0]);
  });

  it("has no more lanes than are allowed", () => {
    expect([...assignLanes([0, 10, 20], [100, 50, 100], 2)]).toEqual([0, 1, 1]);
  });
});
