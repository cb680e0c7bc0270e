import { describe, expect, it } from "vitest";
import { brokenInvariant, invariant, unreachable } from "../../src/base/assert.ts";
import { EngineError, isEngineError } from "../../src/base/errors.ts";
import { seededRandom } from "../../src/base/random.ts";

describe("isEngineError", () => {
  const error = new EngineError("data-lost", "Cannot go on", { key: "a" }, { cause: 1 });

  it("knows an engine's failure by marker and code, not by class", () => {
    const foreign = Object.assign(new Error("from another realm"), { code: "data-lost" });
    Object.defineProperty(foreign, Symbol.for("weftwork.error"), { value: true });
    expect(isEngineError(error)).to.equal(true);
    expect(isEngineError(error, "data-lost")).to.equal(true);
    expect(isEngineError(error, "closed")).to.equal(false);
    expect(isEngineError(foreign, "data-lost")).to.equal(true);
  });

  it("is false for everything else", () => {
    for (const other of [undefined, null, 1, "data-lost", {}, new Error("x"), { code: "data-lost" }]) {
      expect(isEngineError(other)).to.equal(false);
    }
  });

  it("leaves details and cause on the error", () => {
    expect(error.details).to.deep.equal({ key: "a" });
    expect(error.cause).to.equal(1);
    expect(error.name).to.equal("EngineError");
  });
});

describe("invariant", () => {
  it("tells the story of what cannot be", () => {
    expect(() => invariant(true, "x")).to.not.throw();
    expect(() => invariant(false, "two is three")).to.throw("Cannot go on: two is three; this is a bug in weftwork");
    expect(brokenInvariant("x").details).to.deep.equal({ story: "x" });
    expect(() => unreachable({ kind: "odd" } as never)).to.throw('unexpected {"kind":"odd"}');
  });
});

describe("seededRandom", () => {
  it("gives the same numbers for the same seed, all below the bound", () => {
    const [a, b, c] = [seededRandom(7), seededRandom(7), seededRandom(8)];
    const draw = (random: ReturnType<typeof seededRandom>): number[] =>
      Array.from({ length: 50 }, () => random.below(10));
    const first = draw(a);
    expect(draw(b)).to.deep.equal(first);
    expect(draw(c)).to.not.deep.equal(first);
    expect(new Set(first).size).to.be.above(5);
    expect(Math.max(...first)).to.be.below(10);
  });
});
