// Our engine: frames that are persisted on its workers.
import { Cluster } from "weftwork";
import { col, DataFrame, valuesOf } from "weftwork/collections";
import type { Answer, Engine, Flights, Operation } from "./flights.ts";

/** Partitions for each worker. */
const PIECES = 4;

export async function startOurs({ flights, airports }: Flights, workers: number): Promise<Engine> {
  const cluster = await Cluster.create({ workers });
  const frame = DataFrame.fromColumns(flights.columns, { partitions: PIECES * workers }).persist(cluster);
  const places = DataFrame.fromColumns(airports.columns, { partitions: 1 }).persist(cluster);
  await frame.length(cluster);
  await places.length(cluster);
  const operations: Readonly<Record<Operation, () => Promise<Answer>>> = {
    "group by": async () => {
      const hour = col("date").hour();
      const groups = frame
        .assign({ hour })
        .groupby("origin", "hour")
        .agg({ delay: col("delay").mean() });
      const table = await groups.compute(cluster);
      return [table.rows, sumOf(valuesOf(table, "delay"))];
    },
    join: () => keep(frame.join(places, { leftOn: "origin", rightOn: "iata" })),
    sort: () => keep(frame.sort("delay")),
  };
  return { run: (operation) => operations[operation](), close: () => cluster.close() };

  /** The rows stay on the workers; that all are there is known by their number. */
  async function keep(result: DataFrame): Promise<Answer> {
    const kept = result.persist(cluster);
    const rows = await kept.length(cluster);
    kept.release();
    return [rows];
  }
}

const sumOf = (values: readonly unknown[]): number => values.reduce((sum: number, value) => sum + Number(value), 0);
