import { describe, expect, it, vi } from "vitest";
import { sourceOf } from "../../src/codec/source.ts";

const symbol = Symbol("computed");
const key = "computed key";

class Methods {
  #secret(n: number) {
    return n + 1;
  }
  secret() {
    return this.#secret;
  }
  static once(n: number) {
    return n + 1;
  }
}

const methods = {
  plain(n: number) {
    return n + 1;
  },
  async later(n: number) {
    return n + 1;
  },
  *many(n: number) {
    yield n + 1;
  },
  async *manyLater(n: number) {
    yield n + 1;
  },
  [symbol](n: number) {
    return n + 1;
  },
  [key](n: number) {
    return n + 1;
  },
  "quoted name"(n: number) {
    return n + 1;
  },
  42(n: number) {
    return n + 1;
  },
  get(n: number) {
    return n + 1;
  },
  async(n: number) {
    return n + 1;
  },
  function(n: number) {
    return n + 1;
  },
  class(n: number) {
    return n + 1;
  },
  get accessor() {
    return 2;
  },
};

type AnyFunction = (...args: never[]) => unknown;

describe("sourceOf", () => {
  const accessor = Object.getOwnPropertyDescriptor(methods, "accessor")!.get!;
  const cases: readonly (readonly [string, AnyFunction])[] = [
    ["an arrow function", (n: number) => n + 1],
    ["a function expression", new Function("n", "return n + 1") as AnyFunction],
    ["a method", methods.plain],
    ["a method with a symbol for a name", methods[symbol]],
    ["a method with a computed name", methods[key]],
    ["a method with a quoted name", methods["quoted name"]],
    ["a method with a number for a name", methods[42]],
    ["a method named get", methods.get],
    ["a method named async", methods.async],
    ["a method named function", methods.function],
    ["a method named class", methods.class],
    ["a static method", Methods.once],
    ["a private method", new Methods().secret()],
    ["an accessor", accessor],
  ];
  it.each(cases)("gives %s back as an expression that evaluates to it", (_, fn) => {
    expect((evaluate(sourceOf(fn)) as (n: number) => number)(1)).to.equal(2);
  });

  it("keeps async functions, generators and async generators what they are", async () => {
    expect(await (evaluate(sourceOf(methods.later)) as (n: number) => Promise<number>)(1)).to.equal(2);
    expect([...(evaluate(sourceOf(methods.many)) as (n: number) => Iterable<number>)(1)]).to.deep.equal([2]);
    const values = (evaluate(sourceOf(methods.manyLater)) as (n: number) => AsyncGenerator<number>)(1);
    expect((await values.next()).value).to.equal(2);
    expect(await (evaluate(sourceOf(async (n: number) => n + 1)) as (n: number) => Promise<number>)(1)).to.equal(2);
  });

  it.each([
    "async x => x",
    "async (x) => x",
    "async => async",
    "(x) => { return ')' }",
    "function* f() {}",
    "async function f() {}",
    "async(x)\n{ return x }",
    "async /* c */ * x (y = ')') { yield y }",
    "set x(v) { this.v = v }",
    "static(x) { return x }",
    "#private(x) { return x }",
    "[Symbol.for('x')](x) { return x }",
  ])("makes an expression of the text %j", (text) => {
    const fn = () => 0;
    const replaced = vi.spyOn(Function.prototype, "toString").mockReturnValue(text);
    let source: string;
    try {
      source = sourceOf(fn);
    } finally {
      replaced.mockRestore();
    }
    expect(typeof evaluate(source)).to.equal("function");
  });

  it("keeps a plain name, for the stack", () => {
    expect((evaluate(sourceOf(methods.plain)) as AnyFunction).name).to.equal("plain");
  });

  it("refuses built-in and bound functions by name", () => {
    expect(() => sourceOf(Math.max)).to.throw(
      TypeError,
      'Cannot send "max" as source: it is a built-in or bound function',
    );
    expect(() => sourceOf(methods.plain.bind(null))).to.throw(TypeError, 'Cannot send "bound plain" as source');
  });

  it("refuses a class and names the task module", () => {
    const asFunction = Methods as unknown as AnyFunction;
    expect(() => sourceOf(asFunction)).to.throw(
      TypeError,
      /"Methods" as source: it is a class, must be .* task module$/,
    );
  });
});

function evaluate(expression: string): unknown {
  return new Function(`return ${expression}`)();
}
