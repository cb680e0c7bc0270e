import { describe, expect, it } from "vitest";
import { Data, LEAST_STORED, Place } from "../../src/worker/data.ts";
import { Gauge } from "../../src/worker/gauge.ts";
import { Memory } from "../../src/worker/memory.ts";

const KB = 1000;

interface Filled {
  readonly data: Data;
  readonly gauge: Gauge;
  readonly memory: Memory;
}

/** A worker's memory of 100 kB, with results of 10 kB: the test is the store. */
function fill(tasks: number, limit = 100 * KB, bytes = 10 * KB): Filled {
  const data = new Data();
  const gauge = new Gauge(data, limit);
  const memory = new Memory(data, gauge, { hasStore: true });
  for (let task = 0; task < tasks; task++) data.put(task, 1, `result ${task}`, bytes);
  return { data, gauge, memory };
}

/** What the worker would tell. */
const factsOf = ({ data: { bytes, storedBytes }, memory: { written, read } }: Filled) => ({
  ...{ inMemory: bytes, stored: storedBytes, written, read },
});

const nothingPinned = (): boolean => false;

/** What is written, by task; each write succeeds at once. */
function spill({ memory }: ReturnType<typeof fill>, isPinned: (task: number) => boolean = nothingPinned): number[] {
  const chosen = memory.spill(0, isPinned);
  const tasks = chosen.map(({ task }) => task);
  for (const { key, bytes } of chosen) memory.onWritten(key, bytes, true);
  return tasks;
}

describe("Memory", () => {
  it("stores nothing up to 0.6 of the limit", () => {
    const filled = fill(6);
    expect(spill(filled)).to.deep.equal([]);
    expect(factsOf(filled)).to.include({ inMemory: 60 * KB, stored: 0, written: 0 });
  });

  it("writes the least recently used results until half of the limit is left, and lets go of them", () => {
    const filled = fill(7);
    filled.data.value(0); // used now
    expect(spill(filled)).to.deep.equal([1, 2]);
    spill(filled);
    expect(factsOf(filled)).to.include({ inMemory: 50 * KB, stored: 20 * KB, written: 20 * KB });
    expect([0, 1, 2, 3].map((task) => filled.data.isStored(task))).to.deep.equal([false, true, true, false]);
    expect(spill(filled), "and no more").to.deep.equal([]);
  });

  it("does not touch results that are in use", () => {
    const filled = fill(8);
    expect(spill(filled, (task) => task < 3)).to.deep.equal([3, 4]); // a quarter of the limit at a time
  });

  it("pauses at 0.8 of the limit and goes on below 0.7", () => {
    const { data, gauge } = fill(7);
    expect(gauge.isPaused).to.equal(false);
    data.put(7, 1, "more", 10 * KB);
    expect(gauge.isPaused, "at 0.8").to.equal(true);
    data.drop(0, 1);
    expect(gauge.isPaused, "at 0.7").to.equal(true);
    data.drop(1, 1);
    expect(gauge.isPaused, "at 0.6").to.equal(false);
    data.put(8, 1, "more", 10 * KB);
    expect(gauge.isPaused, "at 0.7, from below").to.equal(false);
    expect(gauge.pauses).to.equal(1);
  });

  it("reads a result back, and lets go of it again without writing it twice", () => {
    const filled = fill(7);
    const { data, memory } = filled;
    spill(filled);
    spill(filled);
    const key = memory.beginReading(0);
    expect(memory.onRead(key, 10 * KB, "read")).to.equal(0);
    expect(data.value(0)).to.equal("read");
    expect(factsOf(filled)).to.include({ inMemory: 60 * KB, stored: 10 * KB, read: 10 * KB });
    data.put(9, 1, "more", 10 * KB);
    data.value(9);
    for (const task of [2, 3, 4, 5, 6]) data.value(task);
    expect(spill(filled), "0 is in the store, 9 is newer than it").to.not.include(0);
    expect(data.isStored(0)).to.equal(true);
  });

  it("keeps in memory what could not be written, and stores nothing more while the store is shut", () => {
    const { data, memory } = fill(9);
    const chosen = memory.spill(0, nothingPinned);
    for (const { key } of chosen) memory.onWritten(key, 10 * KB, false);
    memory.shutStore(false);
    expect(memory.spill(0, nothingPinned)).to.deep.equal([]);
    expect(data.bytes).to.equal(90 * KB);
    expect(memory.isBusy).to.equal(false);
  });

  it("tries a full store again when half of what it held is gone", () => {
    const filled = fill(9);
    const { data, memory } = filled;
    for (let round = 0; round < 4; round++) spill(filled);
    const held = data.storedBytes;
    expect(held).to.be.greaterThan(20 * KB);
    memory.shutStore(true);
    for (let task = 20; task < 25; task++) data.put(task, 1, "more", 10 * KB);
    expect(spill(filled)).to.deep.equal([]);
    for (let task = 0; data.storedBytes > held / 2; task++) data.drop(task, 1);
    expect(spill(filled)).to.not.deep.equal([]);
  });

  it("stores more than half again once a full store has room", () => {
    const filled = fill(9);
    const { data, memory } = filled;
    for (let round = 0; round < 4; round++) spill(filled);
    const held = data.storedBytes;
    expect(memory.shutStore(true), "news").to.equal(true);
    expect(memory.shutStore(true), "a second write that was on its way").to.equal(false);
    for (let task = 0; task < 9; task++) data.drop(task, 1);
    for (let task = 20; task < 34; task++) data.put(task, 1, "more", 10 * KB);
    for (let round = 0; round < 10; round++) spill(filled);
    expect(data.storedBytes).to.be.above(held);
    expect(memory.shutStore(true), "news again").to.equal(true);
  });

  it("is shut for good by a store that is full of what is not ours", () => {
    const { data, memory } = fill(9);
    for (const { key } of memory.spill(0, nothingPinned)) memory.onWritten(key, 10 * KB, false);
    expect(memory.shutStore(true)).to.equal(true);
    expect(memory.spill(0, nothingPinned)).to.deep.equal([]);
    for (let task = 0; task < 3; task++) data.drop(task, 1);
    expect(memory.spill(0, nothingPinned)).to.deep.equal([]);
  });

  it("pauses for what is being read too, which will be in memory soon", () => {
    const filled = fill(7);
    const { data, gauge, memory } = filled;
    spill(filled);
    spill(filled);
    data.put(7, 1, "more", 10 * KB);
    data.put(8, 1, "more", 10 * KB);
    expect(data.bytes).to.equal(70 * KB);
    expect(gauge.isPaused).to.equal(false);
    const key = memory.beginReading(0);
    expect(gauge.isPaused).to.equal(true);
    memory.onLost(key, 10 * KB);
    for (const task of [7, 8]) data.drop(task, 1);
    expect(gauge.isPaused).to.equal(false);
  });

  it("never tries a result again that no store takes", () => {
    const { data, memory } = fill(8);
    const [first] = memory.spill(0, nothingPinned);
    memory.onUnstorable(first!.key, 10 * KB);
    expect(data.placeOf(first!.task)).to.equal(Place.memory);
    expect(memory.spill(0, nothingPinned).map(({ task }) => task)).to.not.include(first!.task);
  });

  it("forgets what was written of a result that went meanwhile, once it is written", () => {
    const { data, memory } = fill(7);
    const [first] = memory.spill(0, nothingPinned);
    data.drop(first!.task, 1);
    expect(memory.takeUnstored(), "not while it is being written").to.deep.equal([]);
    expect(memory.onWritten(first!.key, 10 * KB, true)).to.equal(first!.key);
  });

  it("forgets what is stored when the result goes, and says nothing of a result that goes while it is read", () => {
    const filled = fill(7);
    const { data, memory } = filled;
    spill(filled);
    spill(filled);
    const key = memory.beginReading(0);
    data.drop(0, 1);
    expect(memory.takeUnstored()).to.deep.equal([key]);
    expect(memory.onRead(key, 10 * KB, "late")).to.equal(undefined);
    expect(data.hasAny(0)).to.equal(false);
    expect(memory.isBusy).to.equal(false);
  });

  it("forgets what is stored of a result that goes and is read in one turn", () => {
    const filled = fill(7);
    const { data, memory } = filled;
    spill(filled);
    spill(filled);
    const key = memory.beginReading(0);
    data.drop(0, 1);
    expect(memory.onRead(key, 10 * KB, "late")).to.equal(undefined);
    expect(memory.takeUnstored()).to.deep.equal([key]);
  });

  it("makes room beyond its usual goal for somebody who needs more", () => {
    const { memory } = fill(6);
    const chosen = memory.spill(60 * KB, nothingPinned);
    const written = chosen.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(written, "at most a quarter of the limit at a time").to.be.within(20 * KB, 25 * KB);
  });

  it("leaves results alone that are too small to be worth it", () => {
    const { memory } = fill(100, 100 * KB, LEAST_STORED - 1);
    expect(memory.spill(0, nothingPinned)).to.deep.equal([]);
  });
});
