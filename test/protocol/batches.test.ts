import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntList } from "../../src/base/int-list.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeReader, ComputeWriter } from "../../src/protocol/compute-batch.ts";
import { FINISHED_SIZE, finishedBytes, isFinishedShared, pushFinished } from "../../src/protocol/finished-batch.ts";
import type { Source } from "../../src/protocol/sources.ts";
import { pushHolder, pushSource, SourceReader } from "../../src/protocol/sources.ts";

const id = fc.nat({ max: 2 ** 31 - 1 });
const order = fc.record({
  task: id,
  run: id,
  fn: fc.nat({ max: 2 ** 27 }),
  call: fc.constantFrom(...Object.values(Call)),
  priority: fc.oneof(fc.nat({ max: 1000 }), fc.maxSafeNat()),
  value: fc.anything({ maxDepth: 1 }),
  inputs: fc.array(
    fc.record({
      task: id,
      run: id,
      bytes: fc.oneof(id, fc.maxSafeNat()),
      mayTake: fc.boolean(),
      isScattered: fc.boolean(),
      holder: id,
      others: fc.oneof(
        { weight: 3, arbitrary: fc.constant<number[]>([]) },
        { arbitrary: fc.array(id, { maxLength: 4 }), weight: 1 },
      ),
    }),
    { maxLength: 5 },
  ),
});

type PlainSource = Omit<Source, "others"> & { readonly others: readonly number[] };

const readSource = ({ task, run, bytes, mayTake, isScattered, holder, others }: Source): PlainSource => ({
  ...{ task, run, bytes, mayTake, isScattered, holder },
  others: [...others],
});

const clipped = (source: PlainSource): PlainSource => ({ ...source, bytes: Math.min(source.bytes, 2 ** 31 - 1) });

describe("SourceReader", () => {
  it("reads a list of sources one after the other", () => {
    const list = new IntList();
    const holders = [[3], [4, 0, 5], [0], [0, 1]];
    for (const [task, [first, ...others]] of holders.entries()) {
      const at = list.length;
      pushSource(list, task, 1, 10, first as number);
      for (const other of others) pushHolder(list, at, other);
    }
    const ints = list.take();
    const reader = new SourceReader(ints);
    const read: number[][] = [];
    for (; reader.at < ints.length; reader.at = reader.end) read.push([reader.holder, ...reader.others]);
    expect(read).to.deep.equal(holders);
  });
});

describe("ComputeWriter", () => {
  it("writes what ComputeReader reads, after a transfer", () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 30 }), (orders) => {
        const writer = new ComputeWriter();
        for (const { task, run, fn, call, priority, value, inputs } of orders) {
          writer.begin(task, run, packCall(fn, call), priority, value);
          for (const input of inputs) {
            writer.addInput(input.task, input.run, input.bytes, input.holder);
            for (const other of input.others) writer.addHolder(other);
            if (input.mayTake) writer.letTake();
            if (input.isScattered) writer.markScattered();
          }
        }
        const { tasks, values } = writer.take();
        const sent = structuredClone(tasks, { transfer: [tasks.buffer as ArrayBuffer] });
        const reader = new ComputeReader({ tasks: sent, values });
        for (const { task, run, fn, call, priority, value, inputs } of orders) {
          expect(reader.next()).to.equal(true);
          expect([reader.task, reader.run, reader.fn, reader.call, reader.priority]).to.deep.equal([
            task,
            run,
            fn,
            call,
            priority,
          ]);
          const read = Array.from({ length: reader.inputCount }, (_, i) => readSource(reader.source(i)));
          expect(read).to.deep.equal(inputs.map(clipped));
          for (const i of [...inputs.keys()].reverse()) expect(reader.input(i)).to.equal(inputs[i]?.task);
          if (reader.hasValue) expect(Object.is(reader.takeValue(), value)).to.equal(true); // NaN too
        }
        expect(reader.next()).to.equal(false);
        expect(writer.take().tasks, "the next batch begins empty").to.have.length(0);
      }),
    );
  });
});

describe("pushFinished", () => {
  it("keeps bytes exact up to 2^53, and whether they are shared", () => {
    const entry = fc.record({ task: id, run: id, bytes: fc.maxSafeNat(), isShared: fc.boolean() });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const list = new IntList();
        for (const { task, run, bytes, isShared } of entries) pushFinished(list, task, run, bytes, isShared);
        const batch = list.take();
        const read = entries.map((_, i) => {
          const at = i * FINISHED_SIZE;
          const [bytes, isShared] = [finishedBytes(batch, at), isFinishedShared(batch, at)];
          return { task: batch[at], run: batch[at + 1], bytes, isShared };
        });
        expect(read).to.deep.equal(entries);
      }),
    );
  });
});
