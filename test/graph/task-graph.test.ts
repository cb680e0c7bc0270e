import { describe, expect, it } from "vitest";
import { Call, callOf, functionOf, hasValue, packCall } from "../../src/graph/call.ts";
import { TaskGraph } from "../../src/graph/task-graph.ts";

const f = (): number => 0;
const g = (): number => 1;

describe("TaskGraph", () => {
  /*  0   1
       \ / \
        2   3  */
  it("keeps tasks, arcs and literal values in columns", () => {
    const graph = new TaskGraph();
    const index = graph.define(f);
    graph.callValue(index, "x");
    graph.callValue(index, undefined);
    graph.call(index, [0, 1]);
    graph.callList(graph.define(g), [1]);
    const { count, calls, inputs, inputOffsets, values } = graph.columns();
    expect(count).to.equal(4);
    expect(graph.arcs).to.equal(3);
    expect([...inputOffsets]).to.deep.equal([0, 0, 0, 2, 3]);
    expect([...inputs]).to.deep.equal([0, 1, 1]);
    expect(values).to.deep.equal(["x", undefined]);
    expect([...calls].map((call) => [functionOf(call), callOf(call)])).to.deep.equal([
      [0, Call.value],
      [0, Call.value],
      [0, Call.inputs],
      [1, Call.list],
    ]);
  });

  it("gives the same function one index", () => {
    const graph = new TaskGraph();
    expect([graph.define(f), graph.define(g), graph.define(f)]).to.deep.equal([0, 1, 0]);
    expect(graph.functions).to.deep.equal([f, g]);
  });

  it("refuses an input that does not stand before the task, and keeps what it had", () => {
    const graph = new TaskGraph();
    graph.callValue(graph.define(f), 1);
    expect(() => graph.call(0, [1])).to.throw(
      RangeError,
      "Cannot add task 1: its input is task 1, must stand before it",
    );
    expect(() => graph.call(0, [-1])).to.throw(RangeError, "input is task -1");
    expect(() => graph.callList(0, [Number.NaN])).to.throw(RangeError, "input is task NaN");
    expect(() => graph.call(0, [0, 7])).to.throw(RangeError, "input is task 7");
    graph.call(0, [0]);
    expect([...graph.columns().inputs]).to.deep.equal([0]);
  });

  it("refuses a function that was not defined", () => {
    expect(() => new TaskGraph().callValue(0, 1)).to.throw(RangeError, "function 0 is unknown");
  });

  it("hands out columns that later tasks do not change", () => {
    const graph = new TaskGraph();
    graph.callValue(graph.define(f), 1);
    const columns = graph.columns();
    for (let i = 0; i < 1000; i++) graph.call(0, [i]);
    expect([...columns.calls]).to.deep.equal([packCall(0, Call.value)]);
    expect(columns.inputs.length).to.equal(0);
  });
});

describe("packCall", () => {
  it("packs a function and a form of call into one integer", () => {
    for (const fn of [0, 1, 7, 8, 100_000]) {
      for (const call of Object.values(Call)) {
        const packed = packCall(fn, call);
        expect([functionOf(packed), callOf(packed)]).to.deep.equal([fn, call]);
        expect(hasValue(call)).to.equal(call === Call.value || call === Call.args || call === Call.template);
      }
    }
  });
});
