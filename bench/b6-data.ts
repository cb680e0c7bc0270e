// B6: data between two workers, 1 KiB to 64 MiB, in each browser engine. Inside the time: worker 1 is told to take values
// that worker 0 holds, until the page knows that it has. Once by the engine's workers, spoken to as its reactor does; beside it
// by bare workers, over the better of the two roads. Copies go into buffers that were used before, on both sides. The last
// rows show what the same takes as a graph of a whole cluster, books and wake-ups of the page included.

import type { Result } from "./b6/main.ts";
import type { Mode } from "./b6/ours.ts";
import type { EngineName } from "./engine-page.ts";
import { runInEngine } from "./engine-page.ts";
import { spreadOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const bench = "b6";
const SOURCES = ["b6/main.ts", "b6/bare-worker.ts"];
const ENGINES: readonly EngineName[] = ["chromium", "firefox", "webkit"];
const chosen = ENGINES.filter((name) => process.argv.includes(`--${name}`));
const rows: Row[] = [];
for (const engine of chosen.length > 0 ? chosen : ENGINES) {
  const result = (await runInEngine(engine, SOURCES)) as Result;
  rows.push(...rowsOf(engine, result));
}
report("B6: data between two workers, per value", rows);

function rowsOf(engine: EngineName, { route, samples }: Result): Row[] {
  const found: Row[] = [];
  const cases = Object.keys(samples).filter((name) => name.endsWith(" ours"));
  for (const name of cases) {
    const [mode = "", bytes = "", count = ""] = name.split(" ");
    const ours = samples[name] ?? [];
    const title = `${engine} (${route}), ${mode}, ${count} of ${sizeName(Number(bytes))}`;
    const place = `${mode} ${bytes} ${count}`;
    const road = bestRoad(samples, place);
    const bare = samples[`${place} ${road}`] ?? [];
    found.push(row(ours, { bench, case: title, unit: "us" }));
    found.push(row(bare, { bench, case: `  bare, by ${road}`, unit: "us" }));
    const ratios = ours.map((value, i) => (bare[i] as number) / value);
    found.push(row(ratios, { bench, case: "  speed beside it", unit: "x", budget: 0.9, atLeast: true }));
  }
  for (const mode of ["moved", "shared"] satisfies Mode[]) {
    const [small, large] = [samples[`${mode} 1024 4 ours`], samples[`${mode} ${64 * 1024 * 1024} 4 ours`]];
    if (small === undefined || large === undefined) continue;
    const ratios = large.map((value, i) => value / (small[i] as number));
    found.push(row(ratios, { bench, case: `${engine}, ${mode}, 64 MiB beside 1 KiB`, unit: "x", budget: 1.5 }));
    const road = bestRoad(samples, `${mode} 1024 4`);
    const bareSmall = samples[`${mode} 1024 4 ${road}`] ?? [];
    const bareRatios = (samples[`${mode} ${64 * 1024 * 1024} 4 ${road}`] ?? []).map(
      (value, i) => value / (bareSmall[i] as number),
    );
    found.push(row(bareRatios, { bench, case: "  bare", unit: "x" }));
  }
  for (const [name, values] of Object.entries(samples)) {
    if (/^(fresh|cloned) /.test(name)) found.push(row(values, { bench, case: `${engine}, bare ${name}`, unit: "us" }));
    if (name.startsWith("graph ")) found.push(row(values, { bench, case: `${engine}, ${name}`, unit: "us" }));
  }
  return found;
}

function bestRoad(samples: Result["samples"], place: string): string {
  const median = (road: string): number => spreadOf(samples[`${place} ${road}`] ?? [Infinity]).median;
  return median("port") <= median("page") ? "port" : "page";
}

function sizeName(bytes: number): string {
  return bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MiB` : `${bytes / 1024} KiB`;
}
