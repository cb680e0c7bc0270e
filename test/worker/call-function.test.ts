import { describe, expect, it } from "vitest";
import { Call } from "../../src/graph/call.ts";
import { callFunction } from "../../src/worker/call-function.ts";

const list = (...args: readonly unknown[]): readonly unknown[] => args;

describe("callFunction", () => {
  it("puts inputs and literal values where each form of call wants them", () => {
    expect(callFunction(list, Call.inputs, undefined, [1, 2])).to.deep.equal([1, 2]);
    expect(callFunction(list, Call.list, undefined, [1, 2])).to.deep.equal([[1, 2]]);
    expect(callFunction(list, Call.value, "v", [])).to.deep.equal(["v"]);
    expect(callFunction(list, Call.args, ["v", "w"], [])).to.deep.equal(["v", "w"]);
    const template = { args: [{ a: null }, 3], paths: [[0, "a"]] };
    expect(callFunction(list, Call.template, template, ["in"])).to.deep.equal([{ a: "in" }, 3]);
  });
});
