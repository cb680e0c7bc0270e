import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NONE, TaskTable } from "../../src/graph/task-table.ts";

type Table = TaskTable<{ level: Int32ArrayConstructor; bytes: Float64ArrayConstructor }>;
const newTable = (): Table => new TaskTable({ level: Int32Array, bytes: Float64Array });

/** Adds a row that takes `inputs`, in this order. */
function addRow(table: Table, inputs: readonly number[]): number {
  const row = table.allocate();
  table.clearArcs(row);
  let arc = NONE;
  for (const input of inputs) arc = table.link(row, input, arc);
  return row;
}

function inputsOf(table: Table, row: number): number[] {
  const inputs: number[] = [];
  for (let arc = table.firstInput[row] as number; arc !== NONE; arc = table.nextInput(arc)) {
    inputs.push(table.inputOf(arc));
  }
  return inputs;
}

/** Consumers that are still there, in order of addition. */
function consumersOf(table: Table, row: number): number[] {
  const consumers: number[] = [];
  for (let arc = table.firstConsumer[row] as number; arc !== NONE; arc = table.nextConsumer(arc)) {
    if (table.consumerOf(arc) !== NONE) consumers.unshift(table.consumerOf(arc));
  }
  return consumers;
}

function remove(table: Table, row: number): void {
  table.unlink(row);
  table.giveBack(row);
}

describe("TaskTable", () => {
  /*  a   b
       \ / \
        c   d  */
  it("knows inputs and consumers of each row, in order", () => {
    const table = newTable();
    const a = addRow(table, []);
    const b = addRow(table, []);
    const c = addRow(table, [a, b]);
    const d = addRow(table, [b]);
    expect(inputsOf(table, c)).to.deep.equal([a, b]);
    expect(inputsOf(table, a)).to.deep.equal([]);
    expect(consumersOf(table, b)).to.deep.equal([c, d]);
    expect(table.consumers[b]).to.equal(2);
  });

  it("counts a row twice that takes an input twice", () => {
    const table = newTable();
    const a = addRow(table, []);
    const b = addRow(table, [a, a]);
    expect(consumersOf(table, a)).to.deep.equal([b, b]);
    expect(table.consumers[a]).to.equal(2);
    remove(table, b);
    expect(table.consumers[a]).to.equal(0);
  });

  it("keeps columns and arcs when it grows", () => {
    const table = newTable();
    const root = addRow(table, []);
    for (let i = 1; i < 5000; i++) {
      const row = addRow(table, [root, i - 1]);
      table.columns.level[row] = i;
      table.columns.bytes[row] = i / 2;
    }
    expect(table.columns.level[4321]).to.equal(4321);
    expect(table.columns.bytes[4321]).to.equal(2160.5);
    expect(inputsOf(table, 4321)).to.deep.equal([root, 4320]);
    expect(table.consumers[root]).to.equal(5000);
  });

  it("uses a row again only after the turn in which it was given back", () => {
    const table = newTable();
    const a = addRow(table, []);
    remove(table, a);
    expect(table.allocate()).to.not.equal(a);
    table.endTurn();
    expect(table.allocate()).to.equal(a);
  });

  it("uses every row that was given back once", () => {
    const table = newTable();
    const rows = Array.from({ length: 10 }, () => addRow(table, []));
    for (const row of rows.slice(0, 5)) remove(table, row);
    table.endTurn();
    expect(table.allocate()).to.equal(rows[0]);
    for (const row of rows.slice(5)) remove(table, row);
    table.endTurn();
    const again = Array.from({ length: 9 }, () => table.allocate());
    expect(new Set(again).size).to.equal(9);
    expect(table.allocate()).to.equal(10);
  });

  it("makes room for a row whose number somebody else gave", () => {
    const table = newTable();
    table.ensure(1000);
    expect(table.capacity).to.be.above(1000);
    expect(table.allocate()).to.equal(1001);
  });

  it("reserves exactly what a large graph needs", () => {
    const table = newTable();
    table.reserve(100_000, 99_999);
    expect(table.capacity).to.equal(100_000);
    expect(table.edges.length).to.equal(4 * 99_999);
  });

  it("does not copy everything for each of many small reservations", () => {
    const table = newTable();
    let copies = 0;
    let { firstInput } = table;
    for (let i = 0; i < 10_000; i++) {
      table.reserve(1, 1);
      addRow(table, i === 0 ? [] : [i - 1]);
      if (table.firstInput !== firstInput) copies++;
      firstInput = table.firstInput;
    }
    expect(copies).to.be.below(40);
    expect(inputsOf(table, 9_999)).to.deep.equal([9_998]);
  });

  it("does not grow while an input outlives thousands of consumers", () => {
    const table = newTable();
    const root = addRow(table, []);
    for (let i = 0; i < 10_000; i++) {
      remove(table, addRow(table, [root]));
      table.endTurn();
    }
    expect(consumersOf(table, root)).to.deep.equal([]);
    expect(table.capacity).to.equal(64);
    expect(table.edges.length).to.be.below(1024);
  });

  it("agrees with a plain graph whatever is added and removed", () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ add: fc.array(fc.nat(1000), { maxLength: 4 }) }) },
      { weight: 2, arbitrary: fc.record({ remove: fc.nat(1000) }) },
      { weight: 1, arbitrary: fc.constant("endTurn" as const) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 400 }), (steps) => {
        const table = newTable();
        const graph = new Map<number, number[]>();
        for (const each of steps) {
          const rows = [...graph.keys()];
          if (each === "endTurn") {
            table.endTurn();
          } else if ("add" in each) {
            const inputs = rows.length === 0 ? [] : each.add.map((n) => rows[n % rows.length] as number);
            const row = addRow(table, inputs);
            expect(graph.has(row)).to.equal(false);
            graph.set(row, inputs);
          } else {
            const taken = new Set([...graph.values()].flat());
            const removable = rows.filter((row) => !taken.has(row));
            if (removable.length === 0) continue;
            const row = removable[each.remove % removable.length] as number;
            remove(table, row);
            graph.delete(row);
          }
        }
        for (const [row, inputs] of graph) {
          expect(inputsOf(table, row)).to.deep.equal(inputs);
          const consumers = [...graph].flatMap(([other, taken]) => taken.filter((n) => n === row).map(() => other));
          expect(consumersOf(table, row).sort()).to.deep.equal(consumers.sort());
          expect(table.consumers[row]).to.equal(consumers.length);
        }
      }),
      { numRuns: 200, seed: 42 },
    );
  });
});
