import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EngineError, isEngineError } from "../../src/base/errors.ts";
import { decodeFailure } from "../../src/codec/decode-failure.ts";
import { encodeFailure } from "../../src/codec/encode-failure.ts";
import type { Failure } from "../../src/codec/failure.ts";

/** There and back through a port. */
function carry(thrown: unknown): unknown {
  return decodeFailure(structuredClone(encodeFailure(thrown)));
}

function carryError(thrown: unknown): Error & Record<string, unknown> {
  const carried = carry(thrown);
  expect(carried).to.be.instanceOf(Error);
  return carried as Error & Record<string, unknown>;
}

const hostile = {
  get message(): string {
    throw new Error("no");
  },
  toString() {
    throw new Error("no");
  },
};
const closed = Proxy.revocable({}, {});
closed.revoke();
const trap = () => {
  throw new Error("trap");
};
const trapped = new Proxy(new Error("inner"), { get: trap, has: trap, ownKeys: trap, getPrototypeOf: trap });

describe("encodeFailure and decodeFailure", () => {
  it("keep name, message, stack and own properties of an error", () => {
    const error = Object.assign(new Error("no such row"), { name: "RowError", row: 7, where: { table: ["a"] } });
    const carried = carryError(error);
    expect(carried.name).to.equal("RowError");
    expect(carried.message).to.equal("no such row");
    expect(carried.stack).to.equal(error.stack);
    expect({ ...carried }).to.deep.equal({ row: 7, where: { table: ["a"] } });
  });

  it.each([TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError])(
    "restore the class %o",
    (Class) => {
      const carried = carryError(new Class("wrong"));
      expect(carried).to.be.instanceOf(Class);
      expect(carried.name).to.equal(Class.name);
      expect(Object.hasOwn(carried, "name")).to.equal(false);
    },
  );

  it("make an Error of a class that is not the language's, under its own name", () => {
    class ParseError extends SyntaxError {
      override readonly name = "ParseError";
    }
    const carried = carryError(new ParseError("line 3"));
    expect(carried).not.to.be.instanceOf(SyntaxError);
    expect(String(carried)).to.equal("ParseError: line 3");
  });

  it("keep causes of any kind, and tell an undefined cause from none", () => {
    const carried = carryError(new Error("a", { cause: new TypeError("b", { cause: { code: 5 } }) }));
    expect(carried.cause).to.be.instanceOf(TypeError);
    expect((carried.cause as Error).cause).to.deep.equal({ code: 5 });
    expect(Object.hasOwn(carryError(new Error("a", { cause: undefined })), "cause")).to.equal(true);
    expect(Object.hasOwn(carryError(new Error("a")), "cause")).to.equal(false);
  });

  it("keep the errors of an AggregateError", () => {
    const carried = carryError(new AggregateError([new RangeError("a"), "b", null], "all failed"));
    expect(carried).to.be.instanceOf(AggregateError);
    const errors = (carried as unknown as AggregateError).errors as unknown[];
    expect(errors[0]).to.be.instanceOf(RangeError);
    expect(errors.slice(1)).to.deep.equal(["b", null]);
  });

  it("restore an EngineError with its code, details, cause and other properties", () => {
    const details = { key: "sum-1", attempts: 3 };
    const error = new EngineError("worker-lost", "Cannot finish it", details, { cause: new Error("crash") });
    const carried = carryError(Object.assign(error, { extra: 1 }));
    expect(isEngineError(carried, "worker-lost") && carried.details).to.deep.equal(details);
    expect(isEngineError(carried, "closed")).to.equal(false);
    expect((carried.cause as Error).message).to.equal("crash");
    expect(carried.extra).to.equal(1);
  });

  it("keep the name and message of a DOMException", () => {
    const carried = carryError(new DOMException("stopped", "AbortError"));
    expect(String(carried)).to.equal("AbortError: stopped");
  });

  it.each([undefined, null, 0, -0, Number.NaN, 5n, "text", true, [1, [2]], { a: { b: 1 } }, new Date(5)])(
    "give back the thrown value %o",
    (value) => {
      expect(carry(value)).to.deep.equal(value);
    },
  );

  it.each([
    ["a symbol", Symbol("s"), "Symbol(s)"],
    ["a function", () => 5, "() => 5"],
    ["an object with a function", { a: 1, onDone: () => 5 }, "Object {a, onDone}"],
    [
      "an instance of a class",
      new (class Point {
        x = 1;
      })(),
      "Point {x}",
    ],
    ["an object that cannot be read", closed.proxy, "a value that cannot be read"],
  ])("describe %s in an Error", (_, thrown, text) => {
    expect(carryError(thrown).message).to.equal(
      `Cannot carry what was thrown: it is ${text}, must be an Error or plain data`,
    );
  });

  it("leave out a property which is not plain data as a whole, and keep the others", () => {
    const error = Object.assign(new Error("e"), { fn: () => 1, half: { ok: 1, bad: Symbol() }, map: new Map(), ok: 1 });
    Object.defineProperty(error, "angry", { enumerable: true, get: trap });
    expect({ ...carryError(error) }).to.deep.equal({ ok: 1 });
  });

  it("survive getters that throw", () => {
    const error = new Error("fine");
    for (const key of ["stack", "cause", "errors", "name", "message"]) Object.defineProperty(error, key, { get: trap });
    expect(carryError(error).message).to.equal("(cannot be read)");
    expect(carry(hostile)).to.be.instanceOf(Error);
    expect(carry(trapped)).to.be.instanceOf(Error);
  });

  it("make text of a message that is none", () => {
    expect(carryError(Object.assign(new Error(), { message: 5 })).message).to.equal("5");
    expect(carryError(Object.assign(new Error(), { message: undefined })).message).to.equal("");
    expect(carryError(Object.assign(new Error(), { message: hostile })).message).to.equal("Object {message, toString}");
  });

  it("cut a circular cause where it closes", () => {
    const error: Error = new Error("a");
    error.cause = new Error("b", { cause: error });
    const inner = (carryError(error).cause as Error).cause as Error;
    expect(inner.message).to.contain("an error that is its own cause");
  });

  it("cut a long chain of causes and a long list of errors", () => {
    let error = new Error("first");
    for (let i = 0; i < 10_000; i++) error = new Error("next", { cause: error });
    let depth = 0;
    for (let at: unknown = carry(error); at instanceof Error; at = at.cause) depth++;
    expect(depth).to.be.within(10, 100);
    const many = carry(new AggregateError(new Array(1e6).fill(new Error("same")))) as AggregateError;
    expect(many.errors.length).to.be.within(900, 1001);
    expect(String(many.errors.at(-1))).to.match(/\d+ errors more/);
  });

  it("come to an end when errors are shared by the million", () => {
    let error: unknown = new Error("leaf");
    for (let i = 0; i < 30; i++) error = new AggregateError([error, error]);
    expect(carry(error)).to.be.instanceOf(AggregateError);
  });

  it("come to an end for data that grows while it is read", () => {
    const grow = (): object => Object.defineProperty({}, "more", { enumerable: true, get: grow });
    expect(carry(grow())).to.be.instanceOf(Error);
    expect({
      ...carryError(Object.assign(new Error("e"), { grow: grow(), huge: new Array(4e9), ok: 1 })),
    }).to.deep.equal({
      ok: 1,
    });
  });

  it("do not let a name set the prototype", () => {
    const error = Object.assign(new Error("e"), { data: JSON.parse('{"__proto__": {"admin": true}}') as unknown });
    const { data } = carryError(error) as unknown as { data: object };
    expect(Object.getPrototypeOf(data)).to.equal(Object.prototype);
    expect(Object.keys(data)).to.deep.equal(["__proto__"]);
  });

  it("put the remote stack first and the submitter's after it", () => {
    const error = new Error("e");
    const decoded = decodeFailure(encodeFailure(error), "    at caller (app.js:1:2)") as Error;
    expect(decoded.stack).to.equal(`${error.stack}\n    submitted\n    at caller (app.js:1:2)`);
  });

  it("show no stack of this thread for an error without one", () => {
    const failure: Failure = { kind: "error", name: "AbortError", message: "stopped" };
    expect((decodeFailure(failure) as Error).stack).to.equal("AbortError: stopped");
  });

  it("carry anything, and what was carried is carried unchanged", () => {
    const plain = fc.object({ withDate: true, withBigInt: true, withNullPrototype: true, withSparseArray: true });
    const error = fc
      .tuple(fc.constantFrom(Error, TypeError, RangeError), fc.string(), fc.anything(), plain)
      .map(([Class, message, cause, properties]) => Object.assign(new Class(message, { cause }), properties));
    const anything = fc.oneof(error, plain, fc.anything({ withMap: true, withSet: true, withTypedArray: true }));
    fc.assert(
      fc.property(anything, (thrown) => {
        const failure = encodeFailure(thrown);
        const cloned = structuredClone(failure);
        expect(encodeFailure(decodeFailure(cloned))).to.deep.equal(
          failure.kind === "opaque" ? encodeFailure(decodeFailure(failure)) : failure,
        );
      }),
    );
  });

  it("give back plain data as it was", () => {
    const plain = fc.object({ withDate: true, withBigInt: true });
    fc.assert(
      fc.property(plain, (thrown) => {
        expect(carry(thrown)).to.deep.equal(thrown);
      }),
    );
  });
});
