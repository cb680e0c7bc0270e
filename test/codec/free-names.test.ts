import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFreeNames, freeNameAdvice } from "../../src/codec/free-names.ts";
import { functionSamples } from "./function-samples.ts";
import { functionSource } from "./random-function.ts";
import { freeNamesByScope } from "./scope-oracle.ts";

const nothing = () => false;

describe("findFreeNames", () => {
  it.each(functionSamples)("finds what real scopes find in $source", ({ source, missed = [] }) => {
    const expected = freeNamesByScope(source).filter((name) => !missed.includes(name));
    expect(findFreeNames(`(${source}\n)`, nothing)).to.deep.equal(expected);
  });

  it("finds nothing that is not free in random functions, and most of what is", () => {
    let found = 0;
    let free = 0;
    fc.assert(
      fc.property(functionSource, (source) => {
        const expected = oracle(source);
        if (!expected) return; // random text that is no valid JavaScript
        const actual = findFreeNames(`(${source})`, nothing);
        expect(expected, source).to.include.members(actual);
        found += actual.length;
        free += expected.length;
      }),
      { numRuns: 300 },
    );
    expect(free).to.be.greaterThan(1000);
    expect(found / free).to.be.greaterThan(0.6);
  }, 30_000);

  it("leaves out known names", () => {
    expect(findFreeNames("(x => Math.max(x, y))", (name) => name === "Math")).to.deep.equal(["y"]);
  });

  it("names each only once, in order of first appearance", () => {
    expect(findFreeNames("(() => b + a + b)", nothing)).to.deep.equal(["b", "a"]);
  });

  it("finds nothing in what is not JavaScript, and comes to an end", () => {
    fc.assert(fc.property(fc.string(), (text) => Array.isArray(findFreeNames(text, nothing))));
    expect(findFreeNames("(() => { a", nothing)).to.deep.equal([]);
    expect(findFreeNames(")", nothing)).to.deep.equal([]);
  });

  it("reads long and deep text", () => {
    const long = `(() => [${"'x', /* y */ z, ".repeat(50_000)}])`;
    expect(findFreeNames(long, nothing)).to.deep.equal(["z"]);
    expect(findFreeNames(`(() => ${"[".repeat(50_000)}a${"]".repeat(50_000)})`, nothing)).to.deep.equal(["a"]);
  });
});

describe("freeNameAdvice", () => {
  it("says to pass a plain name as an argument or to use a task module", () => {
    expect(freeNameAdvice(["helper", "rate"])).to.equal(
      'it uses "helper", "rate" from around it, must take what it needs as arguments or be in a task module',
    );
  });

  it.each([
    "__awaiter",
    "__spreadArray",
    "__name",
    "__publicField",
    "_asyncToGenerator",
    "_classCallCheck",
    "_async_to_generator",
    "_objectSpread2",
    "_toConsumableArray",
    "_slicedToArray",
    "_createClass",
    "_defineProperty",
    "tslib_1",
    "cov_1a2b3c",
  ])("knows %s as added by a compiler", (name) => {
    expect(freeNameAdvice([name]))
      .to.contain("a compiler added")
      .and.to.contain("ES2022")
      .and.to.contain("task module");
  });

  it.each([
    "__vite_ssr_import_0__",
    "__vi_import_0__",
    "__webpack_require__",
    "_a_js__WEBPACK_IMPORTED_MODULE_0__",
    "require",
  ])("knows %s as an import", (name) => {
    expect(freeNameAdvice([name]))
      .to.contain("imports")
      .and.to.contain("await import(url)");
  });

  it("speaks of each kind of name by itself", () => {
    expect(freeNameAdvice(["__awaiter", "helper"]).split("; ")).to.have.length(2);
  });
});

function oracle(source: string): string[] | undefined {
  if (/\bof\s*\n/.test(source)) return undefined; // acorn 8.19 takes a division after it for a regular expression
  try {
    return freeNamesByScope(source);
  } catch {
    return undefined;
  }
}
