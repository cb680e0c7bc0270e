import { describe, expect, it } from "vitest";
import { FunctionTable } from "../../src/client/function-table.ts";

describe("FunctionTable", () => {
  it("describes each function once, the same text under one index", () => {
    const heard: string[] = [];
    const table = new FunctionTable({ describe: String, served: ["inc"], onPlain: (source) => heard.push(source) });
    const make = (): (() => number) => () => 1;
    const first = table.intern(make());
    expect(table.intern(make()), "a closure made in a loop").to.equal(first);
    expect(table.intern({ kind: "task", name: "inc" })).to.equal(1);
    expect(table.intern({ kind: "task", name: "inc" })).to.equal(1);
    expect(table.intern({ kind: "module", url: "https://x/m.js", name: "f" })).to.equal(2);
    expect(heard).to.have.lengthOf(1);
    expect([0, 1, 2].map((index) => table.nameOf(index))).to.deep.equal(["anonymous", "inc", "f"]);
  });

  it("hands out the definitions that the reactor has not heard of, in order", () => {
    const table = new FunctionTable({ describe: String, served: ["a", "b"], onPlain: () => {} });
    expect(table.takeNew()).to.equal(undefined);
    table.intern({ kind: "task", name: "a" });
    expect(table.takeNew()).to.deep.equal({ from: 0, definitions: [{ kind: "task", name: "a" }] });
    table.intern({ kind: "task", name: "b" });
    expect(table.takeNew()).to.deep.equal({ from: 1, definitions: [{ kind: "task", name: "b" }] });
    expect(table.takeNew()).to.equal(undefined);
  });

  it("refuses plain functions where source is not accepted, and tasks that nobody serves", () => {
    const table = new FunctionTable({ describe: undefined, served: [], onPlain: () => {} });
    expect(() => table.intern(() => 1)).to.throw(TypeError, "allowSource");
    expect(() => table.intern({ kind: "task", name: "inc" })).to.throw(TypeError, 'Cannot call task "inc"');
  });
});
