import { describe, expect, it } from "vitest";
import { defaultMemoryLimit, parseMemoryLimit } from "../../src/cluster/memory-limit.ts";

const GiB = 2 ** 30;

describe("parseMemoryLimit", () => {
  it("takes bytes as they are", () => {
    expect(parseMemoryLimit(1e6)).toBe(1e6);
    expect(parseMemoryLimit(1.5e9)).toBe(1.5e9);
    expect(parseMemoryLimit(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  });

  it.each([
    ["512MB", 512e6],
    ["512 mb", 512e6],
    [" 2 GB ", 2e9],
    ["1.5 GiB", 1.5 * GiB],
    ["64MiB", 64 * 2 ** 20],
    ["2048 KiB", 2 ** 21],
    ["1500kB", 1.5e6],
    ["1TB", 1e12],
    ["0.5TiB", 2 ** 39],
    ["2000000B", 2e6],
  ])("reads %s", (text, bytes) => {
    expect(parseMemoryLimit(text)).toBe(bytes);
  });

  it.each(["", "512", "MB", "1,5 GB", "-1 GB", "1 GBit", "5 PB", "half", "1e9 B", "1.GB", "NaN MB", "5 iB"])(
    "says of the text %j what it must be",
    (text) => {
      expect(() => parseMemoryLimit(text)).toThrow(TypeError);
      expect(() => parseMemoryLimit(text)).toThrow(
        `Cannot create a cluster: "memoryLimit" is "${text}", must be a number of bytes or like "512MB" or "1.5 GiB"`,
      );
    },
  );

  it.each([0, -5e9, 999_999, Number.NaN, Number.NEGATIVE_INFINITY, "999kB", "0 GB"])(
    "refuses %j, which is too little",
    (limit) => {
      expect(() => parseMemoryLimit(limit)).toThrow(RangeError);
      expect(() => parseMemoryLimit(limit)).toThrow(
        /^Cannot create a cluster: "memoryLimit" is .*, must be at least 1 MB/,
      );
    },
  );

  it.each([null, true, {}, [5e6], 10n ** 9n, Symbol("1 GB")])("refuses what is neither number nor text", (limit) => {
    expect(() => parseMemoryLimit(limit as never)).toThrow(TypeError);
    expect(() => parseMemoryLimit(limit as never)).toThrow(/"memoryLimit" is .*, must be a number of bytes or like/);
  });

  it("names what is not a number as it is written", () => {
    expect(() => parseMemoryLimit(Number.NaN)).toThrow('"memoryLimit" is NaN');
    expect(() => parseMemoryLimit(Number.NEGATIVE_INFINITY)).toThrow('"memoryLimit" is -Infinity');
  });
});

describe("defaultMemoryLimit", () => {
  const device = { bytes: 8 * GiB, isMobile: false, isPage: true };

  it("is a quarter of the device's memory for a page, half for a process", () => {
    expect(defaultMemoryLimit(device)).toBe(2 * GiB);
    expect(defaultMemoryLimit({ ...device, isPage: false })).toBe(4 * GiB);
  });

  it("is small on phones, whatever they have", () => {
    expect(defaultMemoryLimit({ ...device, isMobile: true })).toBe(256e6);
    expect(defaultMemoryLimit({ ...device, bytes: undefined, isMobile: true })).toBe(256e6);
    expect(defaultMemoryLimit({ bytes: 0.5 * GiB, isMobile: true, isPage: true })).toBe(GiB / 8);
  });

  it("is modest where the device does not tell, or tells nonsense", () => {
    for (const bytes of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(defaultMemoryLimit({ ...device, bytes })).toBe(1e9);
      expect(defaultMemoryLimit({ ...device, bytes, isPage: false })).toBe(2e9);
    }
  });
});
