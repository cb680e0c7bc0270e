import { describe, expect, it } from "vitest";
import { withContext } from "../../src/graph/with-context.ts";
import type { FunctionDefinition } from "../../src/protocol/functions.ts";
import type { AnyFunction } from "../../src/worker/call-function.ts";
import { FunctionStore } from "../../src/worker/function-store.ts";

const tasks = {
  inc: (x: number) => x + 1,
  mapWith: (f: AnyFunction, g: AnyFunction, xs: readonly number[]) => xs.map((x) => g(f(x))),
  contextual: withContext((ctx, x: number) => [ctx.signal.aborted, x]),
};

function storeOf(definitions: readonly FunctionDefinition[], allowSource = true): FunctionStore {
  const store = new FunctionStore({ tasks, allowSource, parts: { load: (_name, importFile) => importFile() } });
  store.define(0, definitions);
  return store;
}

const failureOf = async (load: () => unknown): Promise<unknown> => {
  try {
    return await load();
  } catch (error) {
    return error;
  }
};

describe("FunctionStore", () => {
  it("has functions of its script and of source at once, and the same each time", () => {
    const store = storeOf([
      { kind: "task", name: "inc" },
      { kind: "source", name: "twice", source: "(x) => 2 * x" },
    ]);
    expect(store.get(0)).to.equal(tasks.inc);
    expect(store.get(1)).to.equal(store.get(1));
    expect((store.get(1) as AnyFunction)(4)).to.equal(8);
  });

  it("gives a function others for its first arguments, whatever they come from", async () => {
    const store = storeOf([
      { kind: "task", name: "mapWith" },
      { kind: "task", name: "inc" },
      { kind: "source", name: "text", source: '(x) => x + "!"' },
      { kind: "applied", name: "mapWith", to: 0, functions: [1, 2] },
      { kind: "module", url: "data:text/javascript,export const minus = (x) => -x", name: "minus" },
      { kind: "applied", name: "mapWith", to: 3, functions: [] },
      { kind: "applied", name: "mapWith", to: 0, functions: [4, 1] },
    ]);
    expect((await store.get(3))([1, 2])).to.deep.equal(["2!", "3!"]);
    expect(store.get(3), "ready from the second time on").to.be.a("function");
    expect((await store.get(5))([1])).to.deep.equal(["2!"]);
    expect((await store.get(6))([1])).to.deep.equal([0]);
  });

  it("says why there is no such function", async () => {
    const definitions: FunctionDefinition[] = [
      { kind: "task", name: "dec" },
      { kind: "source", name: "twice", source: "(x) => 2 * x" },
      { kind: "module", url: "data:text/javascript,export const x = 1", name: "x" },
      { kind: "applied", name: "dec", to: 0, functions: [] },
    ];
    const store = storeOf(definitions, false);
    const codes: unknown[] = [];
    for (let i = 0; i < 5; i++) codes.push(((await failureOf(() => store.get(i))) as { code?: unknown }).code);
    expect(codes).to.deep.equal([
      "unknown-task",
      "source-blocked",
      "module-failed",
      "unknown-task",
      "protocol-violated",
    ]);
  });

  it("throws what is wrong with a source itself", async () => {
    const store = storeOf([{ kind: "source", name: "broken", source: "(x) =>" }]);
    expect(await failureOf(() => store.get(0))).to.be.instanceOf(SyntaxError);
  });
});
