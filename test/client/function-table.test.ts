import { describe, expect, it } from "vitest";
import { FunctionTable } from "../../src/client/function-table.ts";
import { withContext } from "../../src/graph/with-context.ts";

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

  it("describes a function with others for its first arguments by its parts", () => {
    const table = new FunctionTable({ describe: String, served: ["kernel"], onPlain: () => {} });
    const kernel = { kind: "task", name: "kernel" } as const;
    const twice = (x: number): number => 2 * x;
    const applied = (): number => table.intern({ kind: "applied", to: kernel, functions: [twice] });
    expect(applied()).to.equal(2);
    expect(applied(), "the same parts").to.equal(2);
    expect(table.takeNew()?.definitions.slice(2)).to.deep.equal([
      { kind: "applied", name: "kernel", to: 0, functions: [1] },
    ]);
    const contextual = withContext(() => 1);
    expect(() => table.intern({ kind: "applied", to: kernel, functions: [contextual] })).to.throw(TypeError, "context");
  });

  it("describes what is called under supervision after the function itself, once", () => {
    const table = new FunctionTable({ describe: String, served: [], onPlain: () => {} });
    const plain = table.intern(() => 1);
    expect(table.supervise(plain)).to.equal(1);
    expect(table.supervise(plain)).to.equal(1);
    expect(table.supervise(1), "it is already").to.equal(1);
    const contextual = table.intern(withContext((ctx, x: number) => [ctx, x]));
    expect(table.takeNew()?.definitions.slice(1)).to.deep.equal([
      { kind: "supervised", name: "anonymous", of: 0, takesContext: false },
      { kind: "source", name: "anonymous", source: "(ctx, x) => [ctx, x]" },
      { kind: "supervised", name: "anonymous", of: 2, takesContext: true },
    ]);
    expect(table.intern(table.adopt({ kind: "known", index: contextual }))).to.equal(contextual);
    const source = { kind: "source", name: "sent", source: "(ctx) => ctx", takesContext: true } as const;
    expect(table.intern(table.adopt(source))).to.equal(5);
  });
});
