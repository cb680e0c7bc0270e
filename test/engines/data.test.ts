// Large results in every browser engine: moved, copied, and stored when they do not fit.
import { expect } from "chai";
import type { ClusterEvent } from "weftwork";
import { describeMoves } from "../support/cluster/moves.ts";
import { engineName, host, onTwoWorkers } from "./engine.ts";

describeMoves(host);

describe("Results that do not fit into memory, in this engine", () => {
  const LIMIT = 4_000_000;
  const LENGTH = 25_000; // numbers of 8 bytes
  const COUNT = 10 * (LIMIT / (8 * LENGTH));

  for (const spill of ["indexeddb", "auto"] as const) {
    it(`are all there in the end, ten times the limit, with spill "${spill}"`, () =>
      onTwoWorkers(
        async (cluster) => {
          const events: ClusterEvent[] = [];
          cluster.events.subscribe((event) => events.push(event));
          const numbers = Array.from({ length: COUNT }, (_, n) => n);
          const make = (n: number, length: number) => new Float64Array(length).fill(n);
          const made = cluster.map(
            make,
            numbers,
            numbers.map(() => LENGTH),
          );
          const sums = made.map((one, n) =>
            cluster.submit(
              (a: Float64Array, b: Float64Array) => (a[3] ?? 0) + (b[4] ?? 0),
              one,
              made[COUNT - 1 - n] ?? one,
            ),
          );
          expect(await cluster.gather(sums)).to.deep.equal(numbers.map(() => COUNT - 1));
          const all = await cluster.gather(made);
          expect(all.map((one) => one[LENGTH - 1])).to.deep.equal(numbers);
          const stopped = events.filter(({ kind }) => kind === "spill-stopped" || kind === "spill-lost");
          const memory = [...(await cluster.memory()).values()];
          if (stopped.length === 0) {
            for (const { written, read } of memory) expect(Math.min(written, read)).to.be.greaterThan(0);
            for (const { peak, limit } of memory) expect(peak).to.be.at.most(limit + 4 * 8 * LENGTH);
          } else {
            expect(engineName, "the others have a store that works").to.equal("webkit");
          }
        },
        { memoryLimit: LIMIT, spill },
      ));
  }
});
