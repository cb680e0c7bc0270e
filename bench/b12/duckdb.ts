// DuckDB-WASM, asked by SQL: its tables are filled from Arrow, and results that stay are tables too.
import type { Answer, Engine, Flights, Operation } from "./flights.ts";

/** What both of its builds have, with or without promises. */
export interface DuckConnection {
  query(sql: string): DuckRows | Promise<DuckRows>;
  insertArrowFromIPCStream(bytes: Uint8Array, options: { readonly name: string; readonly create: boolean }): unknown;
  close(): unknown;
}
interface DuckRows {
  readonly numRows: number;
  getChild(name: string): { toArray(): ArrayLike<number> } | null;
}

/** The rows as Arrow IPC streams. */
export type ArrowOf = (table: Flights["flights"]) => Promise<Uint8Array>;

const GROUP = `SELECT origin, hour("date") AS hour, avg(delay) AS mean FROM flights GROUP BY ALL`;
const JOIN = "SELECT f.*, a.* FROM flights f JOIN airports a ON f.origin = a.iata";
const SORT = "SELECT * FROM flights ORDER BY delay";

export async function startDuckdb(connection: DuckConnection, data: Flights, arrowOf: ArrowOf): Promise<Engine> {
  for (const [name, table] of Object.entries(data)) {
    await connection.query(`DROP TABLE IF EXISTS ${name}`);
    await connection.insertArrowFromIPCStream(await arrowOf(table), { name, create: true });
  }
  const keep = async (sql: string): Promise<Answer> => {
    await connection.query(`CREATE OR REPLACE TABLE kept AS ${sql}`);
    const count = await connection.query("SELECT count(*)::DOUBLE AS rows FROM kept");
    return [count.getChild("rows")?.toArray()[0] ?? 0];
  };
  const operations: Readonly<Record<Operation, () => Promise<Answer>>> = {
    "group by": async () => {
      const groups = await connection.query(GROUP);
      return [
        groups.numRows,
        Array.from(groups.getChild("mean")?.toArray() ?? []).reduce((sum, mean) => sum + mean, 0),
      ];
    },
    join: () => keep(JOIN),
    sort: () => keep(SORT),
  };
  return {
    run: (operation) => operations[operation](),
    async close() {
      await connection.close();
    },
  };
}
