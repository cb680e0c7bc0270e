import { describe, expect, it } from "vitest";
import { describeBytes } from "../../src/base/bytes.ts";

describe("describeBytes", () => {
  it("says bytes in words", () => {
    const words = [0, 999, 1000, 1536, 512e6, 1.5e9, 123_456_789].map(describeBytes);
    expect(words).toEqual(["0 B", "999 B", "1 kB", "1.54 kB", "512 MB", "1.5 GB", "123 MB"]);
  });
});
