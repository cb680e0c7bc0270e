import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findUncloneable } from "../../src/codec/uncloneable.ts";

const fn = () => 1;

describe("findUncloneable", () => {
  it.each<readonly [unknown, string]>([
    [fn, ""],
    [[{ onDone: fn }], "[0].onDone"],
    [{ rows: [1, 2, 3, { callback: fn }] }, ".rows[3].callback"],
    [{ "odd key": { "": fn } }, '["odd key"][""]'],
    [{ 5: fn }, "[5]"],
    [{ übung: fn }, ".übung"],
    [new Map([["key", { a: fn }]]), '.get("key").a'],
    [new Map([[1, fn]]), ".get(1)"],
    [
      new Map<unknown, unknown>([
        [{}, 1],
        [{}, fn],
      ]),
      ".values()[1]",
    ],
    [new Map([[fn, 1]]), ".keys()[0]"],
    [new Set([1, fn]), ".values()[1]"],
    [new Error("e", { cause: { at: fn } }), ".cause.at"],
    [Object.assign([1], { extra: fn }), ".extra"],
    [Object.assign(new Array<unknown>(5), { 2: fn }), "[2]"],
  ])("gives the path in %o", (value, path) => {
    expect(findUncloneable(value)).to.equal(path);
  });

  it("gives the first of several, in the order of the clone", () => {
    expect(findUncloneable({ a: { b: [1, fn] }, c: fn })).to.equal(".a.b[1]");
    expect(findUncloneable([[1], { a: Symbol() }, fn])).to.equal("[1].a");
  });

  function* generator() {}
  async function* asyncGenerator() {}
  const buffer = new ArrayBuffer(8);
  const view = new Uint8Array(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  const refused = {
    symbol: Symbol("s"),
    boxedSymbol: Object(Symbol("s")) as unknown,
    weakMap: new WeakMap(),
    weakSet: new WeakSet(),
    weakRef: new WeakRef({}),
    registry: new FinalizationRegistry(fn),
    promise: Promise.resolve(),
    generator: generator(),
    asyncGenerator: asyncGenerator(),
    arrayIterator: [].values(),
    mapIterator: new Map().entries(),
    stringIterator: ""[Symbol.iterator](),
    format: new Intl.NumberFormat(),
    memory: new WebAssembly.Memory({ initial: 1 }),
    detachedBuffer: buffer,
    detachedView: view,
    args: new Function("return arguments")() as unknown,
    throwing: Object.defineProperty({}, "a", {
      enumerable: true,
      get() {
        throw new Error("no");
      },
    }),
  };
  it.each(Object.entries(refused))("finds %s, which the platform refuses", (name, value) => {
    expect(() => structuredClone(value)).to.throw();
    expect(findUncloneable({ ok: 1, here: [value] })).to.equal(`.here[0]${name === "throwing" ? ".a" : ""}`);
  });

  class Instance {
    #hidden = fn;
    shown = 1;
    get computed() {
      return this.#hidden;
    }
  }
  const carried = {
    instance: new Instance(),
    noPrototype: Object.create(null) as unknown,
    symbolKey: { [Symbol("s")]: fn },
    hidden: Object.defineProperty({}, "a", { value: fn }),
    errorProperty: Object.assign(new Error("e"), { onDone: fn }),
    dateProperty: Object.assign(new Date(), { onDone: fn }),
    mapProperty: Object.assign(new Map(), { onDone: fn }),
    viewProperty: Object.assign(new Uint8Array(2), { onDone: fn }),
    boxed: [Object(1), Object("a"), Object(true), Object(1n)] as unknown,
    shared: new SharedArrayBuffer(8),
    blob: new Blob(["a"]),
    module: new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])),
    namespace: Math,
    fakeTag: { [Symbol.toStringTag]: "Promise" },
  };
  it.each(Object.entries(carried))("passes %s, which the platform carries", (_, value) => {
    structuredClone(value);
    expect(findUncloneable([value])).to.equal(undefined);
  });

  it("ends in cycles and comes through long and deep values", () => {
    const loop: unknown[] = [];
    loop.push(loop, new Map([["loop", loop]]));
    expect(findUncloneable(loop)).to.equal(undefined);
    loop.push(fn);
    expect(findUncloneable(loop)).to.equal("[2]");
    let deep: unknown = fn;
    for (let i = 0; i < 1e5; i++) deep = [deep];
    expect(findUncloneable(deep)).to.have.length(3e5);
    expect(findUncloneable([...new Array<object>(3e5).fill({}), fn])).to.equal("[300000]");
  });

  it("never throws", () => {
    const trap = () => {
      throw new Error("trap");
    };
    const closed = Proxy.revocable({}, {});
    closed.revoke();
    const trapped = new Proxy({}, { get: trap, ownKeys: trap, getPrototypeOf: trap });
    expect(findUncloneable({ a: closed.proxy })).to.equal(".a");
    expect(findUncloneable({ a: trapped })).to.equal(".a");
  });

  it("finds something exactly in what structured clone refuses", () => {
    const leaf = fc.constantFrom<unknown>(
      fn,
      Symbol("s"),
      Promise.resolve(),
      new WeakMap(),
      new Error("e"),
      new Blob([]),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.anything({ withBigInt: true, withDate: true, withTypedArray: true, withMap: true, withSet: true }),
        fc.array(tie("value"), { maxLength: 4 }),
        fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
        fc.array(fc.tuple(tie("value"), tie("value")), { maxLength: 3 }).map((entries) => new Map(entries)),
        fc.array(tie("value"), { maxLength: 3 }).map((items) => new Set(items)),
        leaf,
      ),
    }));
    fc.assert(
      fc.property(value, (candidate) => {
        expect(findUncloneable(candidate) === undefined).to.equal(isCloneable(candidate));
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});

function isCloneable(value: unknown): boolean {
  try {
    structuredClone(value);
    return true;
  } catch {
    return false;
  }
}
