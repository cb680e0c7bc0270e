// Data frames on real clusters, the same in every runtime: kernels are imported by URL, results travel and stay.
import { expect } from "chai";
import type * as engine from "weftwork";
import type * as collections from "weftwork/collections";
import type golden from "../../fixtures/collections/frames.json";
import type { Runner } from "../runner.ts";

export interface FrameHost {
  readonly runner: Runner;
  readonly engine: typeof engine;
  readonly collections: typeof collections;
  /** What pandas gave: runtimes read it in ways of their own. */
  readonly golden: typeof golden;
}

const ROWS = 200_000;

/** Rows whose values say which they are; a third of them has one key. */
function flights(rows: number) {
  const origins = ["SEA", "LAX", "JFK", "ZRH", "VIE"];
  return {
    origin: Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? "SEA" : (origins[i % 5] as string))),
    route: Int32Array.from({ length: rows }, (_, i) => (i % 3 === 0 ? 7 : (i * 7919) % 5_003)),
    delay: Float64Array.from({ length: rows }, (_, i) => (i % 97) - 20),
  };
}

export function describeFrames({
  runner: { describe, it },
  engine: { Cluster },
  collections: api,
  golden,
}: FrameHost): void {
  const { DataFrame, col, rowCount, rowsOf, valuesOf } = api;

  async function withCluster(use: (cluster: engine.Cluster) => Promise<void>): Promise<void> {
    const cluster = await Cluster.create({ workers: 2 });
    try {
      await use(cluster);
    } finally {
      await cluster.close();
    }
  }

  describe("DataFrame on a cluster", () => {
    it("groups, filters by an expression and by a function, and computes as pandas does", () =>
      withCluster(async (cluster) => {
        const { key, value } = golden.mixed;
        const frame = DataFrame.fromColumns({ key: key.values, value: value.values.map(written) }, { partitions: 5 });
        const sums = frame
          .groupby("key")
          .agg({ rows: rowCount(), sum: col("value").sum(), p90: col("value").quantile(0.9) });
        const found = await sums.compute(cluster);
        const wanted = golden["group by key"];
        expect(valuesOf(found, "key")).to.deep.equal(wanted.key.values);
        expect(valuesOf(found, "rows")).to.deep.equal(wanted.rows.values);
        valuesOf(found, "sum").forEach((sum, i) => {
          expect(sum).to.be.closeTo(wanted.sum.values[i] as number, 1e-6);
        });
        const byFunction = frame.filter((row: collections.Row) => typeof row.value === "number" && row.value > 3);
        expect(await byFunction.length(cluster)).to.equal(await frame.filter(col("value").gt(3)).length(cluster));
        const mapped = frame.mapPartitions((table: collections.Table) => ({ rows: [table.rows] }), {
          schema: { rows: "f64" },
        });
        expect(
          await mapped
            .agg({ all: col("rows").sum() })
            .compute(cluster)
            .then(rowsOf),
        ).to.deep.equal([{ all: 61 }]);
      }));

    it("sorts and joins large frames by shuffles, whose pieces are moved from worker to worker", () =>
      withCluster(async (cluster) => {
        const frame = DataFrame.fromColumns(flights(ROWS), { partitions: 4 }).persist(cluster);
        expect(await frame.length(cluster)).to.equal(ROWS);
        const names = DataFrame.fromColumns(
          {
            route: Int32Array.from({ length: 5_003 }, (_, i) => i),
            name: Float64Array.from({ length: 5_003 }, (_, i) => 2 * i),
          },
          { partitions: 2 },
        );
        const joined = frame.join(names, { on: "route", broadcast: false, partitions: 6 });
        const sum = await joined.agg({ rows: rowCount(), names: col("name").sum() }).compute(cluster);
        const routes = flights(ROWS).route.reduce((total, route) => total + 2 * route, 0);
        expect(rowsOf(sum)).to.deep.equal([{ rows: ROWS, names: routes }]);
        const sorted = frame.sort("delay", { descending: true });
        let last = Number.POSITIVE_INFINITY;
        for await (const table of sorted.partitions(cluster)) {
          const delays = valuesOf(table, "delay") as number[];
          expect(delays.length, "rows of a partition").to.be.within(ROWS / 8, ROWS / 2);
          for (const delay of delays) {
            if (delay > last) expect(delay).to.be.at.most(last);
            last = delay;
          }
        }
        const sent = [...(await cluster.memory()).values()].map((memory) => memory.sent.moved);
        expect(
          sent.reduce((sum, bytes) => sum + bytes, 0),
          "bytes moved",
        ).to.be.above(ROWS);
        frame.release();
      }));

    it("says what a user did wrong, and which row of a partition does not fit", () =>
      withCluster(async (cluster) => {
        const frame = DataFrame.fromColumns({ delay: ["12", "x", "3"], origin: ["a", "b", "c"] }, { partitions: 1 });
        expect(() => frame.select("dealy")).to.throw(RangeError, 'is "delay" meant?');
        const error = await frame
          .assign({ delay: col("delay").cast("f64") })
          .compute(cluster)
          .then(
            () => undefined,
            (reason: unknown) => reason,
          );
        expect(String(error)).to.contain('Cannot cast column "delay" to f64: row 1 of a partition is "x"');
      }));
  });
}

const written = (value: number | string | null): number | null => (value === null ? null : Number(value));
