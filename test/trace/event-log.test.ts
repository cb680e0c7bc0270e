import { describe, expect, it } from "vitest";
import { EventLog, readRecords } from "../../src/trace/event-log.ts";
import { readLong, writeLong } from "../../src/trace/records.ts";

describe("EventLog", () => {
  it("gives records back as they were written, oldest first", () => {
    const log = new EventLog(1_000_000);
    for (const [kind, worker, time, payload] of [
      [3, 7, 12.9, [1, 2, 3]],
      [4, -1, 5e12, []],
    ] as const) {
      const at = log.begin(kind, worker, time, payload.length);
      log.ints.set(payload, at);
    }
    const read = [...readRecords(log.copy())].map(({ kind, worker, time, ints, start, end }) => ({
      ...{ kind, worker, time, payload: [...ints.subarray(start, end)] },
    }));
    expect(read).toEqual([
      { kind: 3, worker: 7, time: 12, payload: [1, 2, 3] },
      { kind: 4, worker: -1, time: 5e12, payload: [] },
    ]);
  });

  it("forgets the oldest when it is full, keeps at least half of its capacity, and says so", () => {
    const capacity = 2_000_000;
    const log = new EventLog(capacity);
    const count = 100_000;
    for (let i = 0; i < count; i++) {
      const at = log.begin(1, 0, i, 5);
      log.ints[at] = i;
    }
    const copy = log.copy();
    const kept = [...readRecords(copy)].map(({ ints, start }) => ints[start] as number);
    expect(copy.isCut).toBe(true);
    expect(kept.at(-1)).toBe(count - 1);
    expect(kept).toEqual(Array.from(kept, (_, i) => (kept[0] as number) + i));
    expect(kept.length * 40).toBeGreaterThan(capacity / 2);
    expect(kept.length * 40).toBeLessThanOrEqual(capacity);
  });

  it("takes a batch that is longer than its segments", () => {
    const log = new EventLog(600_000);
    const long = Int32Array.from({ length: 200_000 }, (_, i) => i);
    for (const content of [Int32Array.of(1), long, Int32Array.of(2)]) {
      const at = log.begin(0, 0, 0, content.length);
      log.ints.set(content, at);
    }
    const sizes = [...readRecords(log.copy())].map(({ start, end }) => end - start);
    expect(sizes).toContain(200_000);
    expect(sizes.at(-1)).toBe(1);
  });

  it("gives a copy that does not change any more", () => {
    const log = new EventLog(1_000_000);
    log.begin(0, 0, 1, 0);
    const copy = log.copy();
    log.begin(0, 0, 2, 0);
    expect([...readRecords(copy)]).toHaveLength(1);
  });
});

describe("writeLong", () => {
  it("keeps whole numbers of up to 2^53, and numbers below zero", () => {
    const ints = new Int32Array(2);
    for (const value of [0, 1, 2 ** 30 - 1, 2 ** 30, 123_456_789_012_345, Number.MAX_SAFE_INTEGER, -1, -(2 ** 40)]) {
      writeLong(ints, 0, value);
      expect(readLong(ints, 0)).toBe(value);
    }
  });
});
