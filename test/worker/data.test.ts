import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Data, LEAST_STORED } from "../../src/worker/data.ts";

const task = fc.nat({ max: 12 });
const command = fc.oneof(
  fc.record({
    kind: fc.constant("put" as const),
    task,
    run: fc.nat({ max: 4 }),
    bytes: fc.oneof(fc.nat({ max: LEAST_STORED - 1 }), fc.integer({ min: LEAST_STORED, max: 1e6 })),
  }),
  fc.record({ kind: fc.constant("drop" as const), task, run: fc.nat({ max: 4 }) }),
  fc.record({ kind: fc.constantFrom("use" as const, "write" as const, "evict" as const, "read" as const), task }),
);

interface Known {
  readonly run: number;
  readonly bytes: number;
  place: "memory" | "both" | "store";
}

describe("Data", () => {
  it("agrees with a plain model on places, bytes and the order of use", () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
        const data = new Data();
        const model = new Map<number, Known>();
        const order: number[] = []; // large results in memory, the least recently used first
        let nextKey = 0;
        const forget = (each: number): void => void (order.includes(each) && order.splice(order.indexOf(each), 1));
        for (const each of commands) {
          const known = model.get(each.task);
          if (each.kind === "put") {
            data.put(each.task, each.run, `${each.task}.${each.run}`, each.bytes);
            if (known !== undefined && known.run > each.run) continue;
            model.set(each.task, { run: each.run, bytes: each.bytes, place: "memory" });
            forget(each.task);
            if (each.bytes >= LEAST_STORED) order.push(each.task);
          } else if (each.kind === "drop") {
            const isHere = known?.run === each.run;
            expect(data.drop(each.task, each.run)).to.equal(isHere);
            if (!isHere) continue;
            model.delete(each.task);
            forget(each.task);
          } else if (known === undefined || known.bytes < LEAST_STORED) {
            expect(data.hasAny(each.task)).to.equal(known !== undefined);
          } else if (each.kind === "use" && known.place !== "store") {
            expect(data.value(each.task)).to.equal(`${each.task}.${known.run}`);
            forget(each.task);
            order.push(each.task);
          } else if (each.kind === "write" && known.place === "memory") {
            data.beginWriting(each.task, nextKey++);
            data.endWriting(each.task, true);
            known.place = "both";
          } else if (each.kind === "evict" && known.place === "both") {
            data.evict(each.task);
            known.place = "store";
            forget(each.task);
          } else if (each.kind === "read" && known.place === "store") {
            data.beginReading(each.task);
            data.endReading(each.task, `${each.task}.${known.run}`);
            known.place = "both";
            order.push(each.task);
          }
          const sum = (place: (each: Known) => boolean): number =>
            [...model.values()].filter(place).reduce((bytes, { bytes: more }) => bytes + more, 0);
          expect(data.count).to.equal(model.size);
          expect(data.bytes).to.equal(sum(({ place }) => place !== "store"));
          expect(data.storedBytes).to.equal(sum(({ place }) => place === "store"));
          expect([...data.oldest()]).to.deep.equal(order);
        }
      }),
      { numRuns: 500 },
    );
  });
});
