// B12 in Chromium: what the page measures is left in `globalThis.benchResult`.
import * as duckdb from "@duckdb/duckdb-wasm";
import { Cluster } from "weftwork";
import type { Table } from "weftwork/collections";
import { DataFrame, readCsv, readParquet, toArrow } from "weftwork/collections";
import type { BareWorker } from "./bare.ts";
import { BARE_SOURCE } from "./bare.ts";
import { compare } from "./compare.ts";
import type { DuckConnection } from "./duckdb.ts";
import { startDuckdb } from "./duckdb.ts";

const asked = new URL(location.href).searchParams;
const cluster = await Cluster.create({ workers: 2 });
const flights = await (await readParquet("flights-3m.parquet")).compute(cluster);
const airports = await (await readCsv("airports.csv")).select("iata", "state", "country").compute(cluster);

const database = new duckdb.AsyncDuckDB(new duckdb.VoidLogger(), new Worker("duckdb-browser-eh.worker.js"));
await database.instantiate(new URL("duckdb-eh.wasm", location.href).href);

const arrowOf = (table: Table): Promise<Uint8Array> => toArrow(DataFrame.fromPartitions([table])).bytes(cluster);

const bareUrl = URL.createObjectURL(
  new Blob([BARE_SOURCE, "onmessage = ({ data }) => postMessage(onMessage(data));"], { type: "text/javascript" }),
);
function startBareWorker(): BareWorker {
  const worker = new Worker(bareUrl);
  return {
    send: (message) => worker.postMessage(message),
    next: () =>
      new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data), { once: true })),
    end: () => worker.terminate(),
  };
}

const samples = await compare({
  flights: { flights, airports },
  async startDuckdb(data) {
    return startDuckdb((await database.connect()) as unknown as DuckConnection, data, arrowOf);
  },
  startBareWorker,
  rounds: Number(asked.get("rounds")),
  rows: (asked.get("rows") ?? "").split(",").map(Number),
});
await cluster.close();
(globalThis as { benchResult?: unknown }).benchResult = samples;
