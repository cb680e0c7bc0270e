// B12 in Node.
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { Cluster } from "weftwork";
import type { Table } from "weftwork/collections";
import { DataFrame, readCsv, readParquet, toArrow } from "weftwork/collections";
import type { BareWorker } from "./bare.ts";
import { BARE_SOURCE } from "./bare.ts";
import type { Samples } from "./compare.ts";
import { compare } from "./compare.ts";
import type { DuckConnection } from "./duckdb.ts";
import { startDuckdb } from "./duckdb.ts";
import type { Flights } from "./flights.ts";

interface BlockingDuckdb {
  createDuckDB(
    bundles: object,
    logger: object,
    runtime: object,
  ): Promise<{ instantiate(): Promise<unknown>; connect(): object }>;
  readonly VoidLogger: new () => object;
  readonly NODE_RUNTIME: object;
}

const data = new URL("../../node_modules/vega-datasets/data/", import.meta.url);

export async function measureInNode(options: {
  readonly rounds: number;
  readonly rows: readonly number[];
}): Promise<Samples> {
  const cluster = await Cluster.create({ workers: 2 });
  const path = (name: string): string => fileURLToPath(new URL(name, data));
  const flights = await (await readParquet(path("flights-3m.parquet"))).compute(cluster);
  const places = (await readCsv(path("airports.csv"))).select("iata", "state", "country");
  const airports = await places.compute(cluster);
  const arrowOf = (table: Table): Promise<Uint8Array> => toArrow(DataFrame.fromPartitions([table])).bytes(cluster);
  const require = createRequire(import.meta.url);
  const duckdb = require("@duckdb/duckdb-wasm/dist/duckdb-node-blocking.cjs") as BlockingDuckdb;
  const dist = new URL("../../node_modules/@duckdb/duckdb-wasm/dist/", import.meta.url);
  const wasm = (name: string): string => fileURLToPath(new URL(name, dist));
  const bundles = {
    mvp: { mainModule: wasm("duckdb-mvp.wasm"), mainWorker: "" },
    eh: { mainModule: wasm("duckdb-eh.wasm"), mainWorker: "" },
  };
  const database = await duckdb.createDuckDB(bundles, new duckdb.VoidLogger(), duckdb.NODE_RUNTIME);
  await database.instantiate();
  const samples = await compare({
    flights: { flights, airports },
    startDuckdb: (rows: Flights) => startDuckdb(database.connect() as DuckConnection, rows, arrowOf),
    startBareWorker,
    ...options,
  });
  await cluster.close();
  return samples;
}

function startBareWorker(): BareWorker {
  const receive = `require("node:worker_threads").parentPort.on("message", (message) => require("node:worker_threads").parentPort.postMessage(onMessage(message)));`;
  const worker = new Worker(BARE_SOURCE + receive, { eval: true });
  return {
    send: (message) => worker.postMessage(message),
    next: () => new Promise((resolve) => worker.once("message", resolve)),
    end: () => void worker.terminate(),
  };
}
