import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sizeOf } from "../../src/codec/size.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** What `make` returns, and the bytes that V8 and its buffers hold for it. */
function measure(make: () => unknown): { readonly value: unknown; readonly bytes: number } {
  const kept: unknown[] = [];
  const used = () => {
    collectGarbage();
    collectGarbage(); // buffers that the first one found are freed beside the program
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const measureOnce = () => {
    kept.length = 0;
    const before = used();
    kept.push(make());
    return used() - before;
  };
  measureOnce(); // also sees the code that it compiles
  const bytes = measureOnce();
  return { value: kept[0], bytes };
}

class Point {
  readonly x: number;
  readonly y: number;
  constructor(x: number, y: number) {
    this.x = x;
    this.y = y;
  }
}

const viewOn = (buffer: ArrayBuffer) => (i: number) => new Uint8Array(buffer, 100 * i, 100);

function sparse(items: number, step: number, item: (i: number) => unknown = (i) => i): unknown[] {
  const list: unknown[] = [];
  for (let i = 0; i < items; i++) list[i * step] = item(i);
  return list;
}

const kilo = 1000;
const array = <T>(length: number, item: (i: number) => T): T[] => Array.from({ length }, (_, i) => item(i));

describe("sizeOf", () => {
  it("counts a primitive as one slot, and a text by its characters", () => {
    for (const value of [0, -1.5, true, null, undefined, Symbol("s"), () => 1]) expect(sizeOf(value)).to.equal(8);
    expect(sizeOf("x".repeat(kilo))).to.be.within(kilo, kilo + 32);
    expect(sizeOf("变".repeat(kilo))).to.be.within(2 * kilo, 2 * kilo + 32);
    expect(sizeOf(2n ** 8000n)).to.be.within(kilo, kilo + 40);
  });

  it("counts the part of a buffer that a view shows", () => {
    const buffer = new ArrayBuffer(1e6);
    expect(sizeOf(buffer)).to.be.within(1e6, 1e6 + 200);
    expect(sizeOf(new Float64Array(buffer))).to.be.within(1e6, 1e6 + 200);
    expect(sizeOf(new Uint8Array(buffer, 10, kilo))).to.be.within(kilo, kilo + 200);
    expect(sizeOf(new DataView(buffer, 0, kilo))).to.be.within(kilo, kilo + 200);
    expect(sizeOf(new SharedArrayBuffer(1e6))).to.be.within(1e6, 1e6 + 400);
  });

  it("counts a buffer once, however many views show it", () => {
    const buffer = new ArrayBuffer(1e6);
    const views = [new Uint8Array(buffer), new Float64Array(buffer), new Uint8Array(buffer, 5)];
    expect(sizeOf(views)).to.be.within(1e6, 1e6 + kilo);
    expect(sizeOf([buffer, views])).to.be.within(1e6, 1e6 + kilo);
    const halves = [new Uint8Array(buffer, 0, 5e5), new Uint8Array(buffer, 5e5)];
    expect(sizeOf(halves)).to.be.within(1e6, 1e6 + kilo);
  });

  it("counts a shared object once and ends in cycles", () => {
    const rows = array(100, (i) => ({ i }));
    expect(sizeOf([rows, rows]) - sizeOf([rows])).to.equal(8);
    const loop: unknown[] = [rows];
    loop.push(loop);
    expect(sizeOf(loop) - sizeOf([rows])).to.equal(8);
    expect(sizeOf(new Array(1e6).fill(rows))).to.be.within(8e6, 8e6 + 2 * sizeOf(rows));
  });

  it("counts a Blob and a File by their size", () => {
    expect(sizeOf(new Blob(["x".repeat(1e5)]))).to.be.within(1e5, 1e5 + 200);
    expect(sizeOf({ file: new Blob(["x".repeat(1e5)]) })).to.be.within(1e5, 1e5 + 300);
  });

  it("counts the text of errors and patterns", () => {
    expect(sizeOf(new Error("x".repeat(kilo)))).to.be.greaterThan(2 * kilo); // the stack repeats the message
    expect(sizeOf(new Error("a", { cause: "x".repeat(kilo) })) - sizeOf(new Error("a"))).to.be.greaterThan(kilo - 100);
    expect(sizeOf(new RegExp("x".repeat(kilo)))).to.be.within(kilo, kilo + 200);
  });

  const flat = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T; // texts as parsers make them
  it.each<readonly [string, () => unknown]>([
    ["small integers", () => array(1e5, (i) => i)],
    ["doubles", () => array(1e5, (i) => i + 0.5)],
    ["integers and doubles", () => array(1e5, (i) => (i % 2 ? i : i + 0.5))],
    ["numbers and nulls", () => array(1e5, (i) => (i % 3 ? i + 0.5 : null))],
    ["booleans", () => array(1e5, (i) => i % 2 === 0)],
    ["rows", () => flat(array(2e4, (i) => ({ id: i, price: i + 0.5, name: `row number ${i}`, tags: [i, i + 1] })))],
    ["cloned rows", () => structuredClone(array(2e4, (i) => ({ id: i, name: `row number ${i}`, at: new Date(i) })))],
    ["wide rows", () => flat(array(3e3, (i) => Object.fromEntries(array(40, (key) => [`key${key}`, i + key / 2]))))],
    ["texts", () => flat(array(1e5, (i) => `a text with the number ${i} in it`))],
    ["short texts", () => flat(array(1e5, (i) => `t${i}`))],
    ["texts of two bytes", () => flat(array(1e5, (i) => `变 a text with the number ${i} in it`))],
    ["one long text", () => array(1e6, () => "ab").join("")],
    ["a Map", () => new Map(flat(array(5e4, (i) => [`key number ${i}`, { i }] as const)))],
    ["a Map that is just full", () => new Map(array(65_536, (i) => [i, i]))],
    ["a Map of doubles", () => new Map(array(3e4, (i) => [i + 0.5, i + 0.5]))],
    ["a Set", () => new Set(array(1e5, (i) => i))],
    ["small Maps and Sets", () => array(1e4, (i) => [new Map([[1, i]]), new Set([i, 1])])],
    ["nested arrays", () => array(300, () => array(300, (i) => [i]))],
    ["arrays of pairs", () => array(5e4, (i) => [i + 0.5, i])],
    ["dates", () => array(5e4, (i) => new Date(1.7e12 + i))],
    ["small typed arrays", () => array(1e4, () => new Uint8Array(100))],
    ["tiny typed arrays", () => array(1e4, () => new Float64Array(4))],
    ["small DataViews", () => array(1e4, () => new DataView(new ArrayBuffer(200)))],
    ["a large typed array", () => new Float64Array(1e6)],
    ["views on one buffer", () => array(1e4, viewOn(new ArrayBuffer(1e6)))],
    ["BigInts", () => array(5e4, (i) => BigInt(i))],
    ["large BigInts", () => array(5e4, (i) => 2n ** 199n + BigInt(i))],
    ["a sparse array", () => sparse(5e4, 1000)],
    ["a sparse array of objects", () => sparse(3e4, 333, (i) => ({ i }))],
    ["an array of holes", () => new Array(1e6)],
    ["a dictionary", () => flat(Object.fromEntries(array(5e4, (i) => [`key number ${i}`, i + 0.5])))],
    ["a dictionary of integers", () => Object.fromEntries(array(5e4, (i) => [i, i]))],
    ["a dictionary of far integers", () => Object.fromEntries(array(5e4, (i) => [i * 1000, i]))],
    ["Errors", () => array(2e3, (i) => new Error(`error number ${i}`))],
    ["cloned Errors", () => structuredClone(array(2e3, (i) => new Error(`error number ${i}`)))],
    ["boxed numbers", () => array(5e4, (i) => Object(i) as unknown)],
    ["instances", () => array(5e4, (i) => new Point(i, i + 0.5))],
  ])("is within a fifth of what V8 holds for %s", (_, make) => {
    const { value, bytes } = measure(make);
    expect(sizeOf(value) / bytes, `of ${bytes} bytes`).to.be.within(0.8, 1.25);
  });

  it("looks at a bounded number of slots, however they are nested", () => {
    let reads = 0;
    const counted = (list: readonly unknown[]): unknown =>
      new Proxy(list, {
        get(target, key) {
          reads++;
          return Reflect.get(target, key) as unknown;
        },
      });
    sizeOf(array(1000, () => counted(array(1000, (i) => [i]))));
    expect(reads).to.be.lessThan(20_000);
  });

  it("estimates a structure too large to look at, within a tenth where it is even", () => {
    const row = (i: number) => ({ id: i, deep: { text: "x".repeat(50 + (i % 100)), list: [i, [i]] } });
    const one = sizeOf(array(1000, row)) / 1000;
    expect(sizeOf(array(1e5, row)) / (1e5 * one)).to.be.within(0.9, 1.1);
    expect(sizeOf(new Map(array(1e5, (i) => [i, row(i)]))) / (1e5 * (one + 29))).to.be.within(0.9, 1.1);
    expect(sizeOf(array(300, (i) => array(300, () => row(i)))) / (9e4 * one)).to.be.within(0.9, 1.1);
  });

  it("looks at a bounded part of a large structure", () => {
    let reads = 0;
    const counting = new Proxy(
      array(1e6, (i) => ({ i })),
      {
        get(target, key) {
          reads++;
          return Reflect.get(target, key) as unknown;
        },
      },
    );
    expect(sizeOf(counting)).to.be.greaterThan(1e6 * 30);
    expect(reads).to.be.lessThan(11_000);
  });

  it("never throws, and is a finite number of bytes, at least a slot", () => {
    const trap = () => {
      throw new Error("trap");
    };
    const closed = Proxy.revocable({}, {});
    closed.revoke();
    const odd = [
      Object.defineProperty({}, "a", { enumerable: true, get: trap }),
      closed.proxy,
      new Proxy([], { get: trap }),
      { [Symbol.toStringTag]: "Blob", size: "large" },
      { [Symbol.toStringTag]: "SharedArrayBuffer" },
      new WeakMap(),
      Promise.resolve(),
      array(3, () => closed.proxy),
    ];
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(anything, (value) => {
        const size = sizeOf(value);
        expect(Number.isFinite(size) && size >= 8).to.equal(true);
      }),
    );
    for (const value of odd) expect(sizeOf(value)).to.be.within(8, 1e4);
  });
});
