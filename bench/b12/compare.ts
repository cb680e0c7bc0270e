// One host's engines side by side, in turn: A B A B.
import { inTurn } from "../measure.ts";
import { startArquero } from "./arquero.ts";
import type { BareWorker } from "./bare.ts";
import { bareLoop } from "./bare.ts";
import type { Engine, Flights } from "./flights.ts";
import { firstRows, OPERATIONS } from "./flights.ts";
import { startOurs } from "./ours.ts";

export interface Host {
  readonly flights: Flights;
  startDuckdb(data: Flights): Promise<Engine>;
  startBareWorker(): BareWorker;
  readonly rounds: number;
  readonly rows: readonly number[];
}

/** Milliseconds by "1000000 group by ours-1"; "load" in place of the operation is what it takes until an engine has the rows. */
export type Samples = Readonly<Record<string, readonly number[]>>;

export async function compare(host: Host): Promise<Samples> {
  const samples: Record<string, readonly number[]> = {};
  for (const rows of host.rows) {
    const data = firstRows(host.flights, rows);
    const starts: Readonly<Record<string, () => Promise<Engine>>> = {
      "ours-1": () => startOurs(data, 1),
      "ours-2": () => startOurs(data, 2),
      arquero: async () => startArquero(data),
      duckdb: () => host.startDuckdb(data),
    };
    const engines: [string, Engine][] = [];
    for (const [name, start] of Object.entries(starts)) {
      const began = performance.now();
      engines.push([name, await start()]);
      samples[`${rows} load ${name}`] = [performance.now() - began];
    }
    const bares = [1, 2].map((count) => Array.from({ length: count }, () => host.startBareWorker()));
    const [one, two] = await Promise.all(bares.map((workers) => bareLoop(data, workers)));
    for (const operation of OPERATIONS) {
      const answers = await Promise.all(
        engines.map(async ([name, engine]) => [name, await engine.run(operation)] as const),
      );
      for (const [name, answer] of answers) {
        const isSame = answer.every(
          (value, i) => Math.abs(value - (answers[0]?.[1][i] as number)) <= 1e-6 * Math.abs(value),
        );
        if (!isSame) throw new Error(`Cannot compare: ${operation} gives ${JSON.stringify(answers)}, ${name} differs`);
      }
      const measurements = Object.fromEntries(
        engines.map(([name, engine]) => [name, () => elapsed(() => engine.run(operation))]),
      );
      const found = await inTurn(
        { ...measurements, "bare-1": () => one?.run() ?? 0, "bare-2": () => two?.run() ?? 0 } as never,
        host.rounds,
        2,
      );
      for (const [name, values] of Object.entries(found)) samples[`${rows} ${operation} ${name}`] = values as number[];
    }
    for (const [, engine] of engines) await engine.close();
    one?.end();
    two?.end();
  }
  return samples;
}

async function elapsed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}
