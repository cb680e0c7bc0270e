import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IntList } from "../../src/base/int-list.ts";
import { Call, packCall } from "../../src/graph/call.ts";
import { ComputeReader, ComputeWriter } from "../../src/protocol/compute-batch.ts";
import { FINISHED_SIZE, finishedBytes, pushFinished } from "../../src/protocol/finished-batch.ts";

const id = fc.nat({ max: 2 ** 31 - 1 });
const order = fc.record({
  task: id,
  run: id,
  fn: fc.nat({ max: 2 ** 27 }),
  call: fc.constantFrom(...Object.values(Call)),
  priority: fc.oneof(fc.nat({ max: 1000 }), fc.maxSafeNat()),
  value: fc.anything({ maxDepth: 1 }),
  inputs: fc.array(fc.tuple(id, id, id), { maxLength: 5 }),
});

describe("ComputeWriter", () => {
  it("writes what ComputeReader reads, after a transfer", () => {
    fc.assert(
      fc.property(fc.array(order, { maxLength: 30 }), (orders) => {
        const writer = new ComputeWriter();
        for (const { task, run, fn, call, priority, value, inputs } of orders) {
          writer.begin(task, run, packCall(fn, call), priority, value);
          for (const input of inputs) writer.addInput(...input);
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
          const read = Array.from({ length: reader.inputCount }, (_, i) => [
            reader.input(i),
            reader.inputRun(i),
            reader.holder(i),
          ]);
          expect(read).to.deep.equal(inputs);
          if (reader.hasValue) expect(Object.is(reader.takeValue(), value)).to.equal(true); // NaN too
        }
        expect(reader.next()).to.equal(false);
        expect(writer.take().tasks, "the next batch begins empty").to.have.length(0);
      }),
    );
  });
});

describe("pushFinished", () => {
  it("keeps bytes exact up to 2^53", () => {
    const entry = fc.record({ task: id, run: id, bytes: fc.maxSafeNat() });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const list = new IntList();
        for (const { task, run, bytes } of entries) pushFinished(list, task, run, bytes);
        const batch = list.take();
        const read = entries.map((_, i) => {
          const at = i * FINISHED_SIZE;
          return { task: batch[at], run: batch[at + 1], bytes: finishedBytes(batch, at) };
        });
        expect(read).to.deep.equal(entries);
      }),
    );
  });
});
