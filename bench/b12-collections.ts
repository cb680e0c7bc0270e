// B12: mean delay by origin and hour, join with airports, sort by delay, on 1 M and 3 M rows, beside Arquero (one thread)
// and DuckDB-WASM, with the data resident on all sides and the time to get it there apart; in Node and in Chromium.
// `--node` or `--chromium` alone, `--rounds 3` for a quick look.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium as playwright } from "playwright-core";
import { chromium } from "../scripts/chromium.mjs";
import { serveRanges } from "../test/support/e2e/range-server.ts";
import type { Samples } from "./b12/compare.ts";
import { OPERATIONS } from "./b12/flights.ts";
import { measureInNode } from "./b12/node.ts";
import { spreadOf } from "./measure.ts";
import { bundlePageScript } from "./page-script.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const bench = "b12";
const rounds = Number(process.argv[process.argv.indexOf("--rounds") + 1]) || 7;
const sizes = [1_000_000, 3_000_000];
const HOSTS: Readonly<Record<string, () => Promise<Samples>>> = {
  node: () => measureInNode({ rounds, rows: sizes }),
  chromium: measureInChromium,
};
const chosen = Object.keys(HOSTS).filter((name) => process.argv.includes(`--${name}`));
const rows: Row[] = [];
for (const host of chosen.length > 0 ? chosen : Object.keys(HOSTS)) {
  const samples = await (HOSTS[host] as () => Promise<Samples>)();
  for (const size of sizes) rows.push(...rowsOf(host, size, samples));
}
report("B12: collections beside Arquero and DuckDB-WASM", rows);
process.exit();

function rowsOf(host: string, size: number, samples: Samples): Row[] {
  const of = (operation: string, engine: string): readonly number[] => samples[`${size} ${operation} ${engine}`] ?? [];
  const title = `${host}, ${size / 1e6} M rows`;
  const found: Row[] = [];
  for (const engine of ["ours-1", "ours-2", "arquero", "duckdb"]) {
    found.push(row(of("load", engine), { bench, case: `${title}, load, ${engine}`, unit: "ms" }));
  }
  for (const operation of OPERATIONS) {
    for (const engine of ["ours-1", "ours-2", "arquero", "duckdb"]) {
      found.push(row(of(operation, engine), { bench, case: `${title}, ${operation}, ${engine}`, unit: "ms" }));
    }
    const speed = (a: string, b: string): number[] =>
      of(operation, a).map((value, i) => value / (of(operation, b)[i] as number));
    const facts = { bench, unit: "x", atLeast: true };
    found.push(row(speed("arquero", "ours-1"), { ...facts, case: "  one worker's speed beside Arquero", budget: 1 }));
    const bare = spreadOf(speed("bare-1", "bare-2")).median;
    const gain = speed("ours-1", "ours-2").map((value) => value / bare);
    found.push(
      row(gain, { ...facts, case: `  gain of two workers beside the bare loop's ${bare.toFixed(2)}`, budget: 0.85 }),
    );
    found.push(row(speed("ours-2", "duckdb"), { bench, unit: "x", case: "  time beside DuckDB-WASM", budget: 2 }));
  }
  return found;
}

async function measureInChromium(): Promise<Samples> {
  const folder = mkdtempSync(join(tmpdir(), "weftwork-b12-"));
  const local = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));
  writeFileSync(
    join(folder, "index.html"),
    `<!doctype html><meta charset="utf-8"><script type="module" src="main.js"></script>`,
  );
  writeFileSync(join(folder, "favicon.ico"), "");
  writeFileSync(join(folder, "main.js"), await bundlePageScript("b12/page.ts"));
  const built = readdirSync(local("dist")).filter((name) => /^(worker.*|collections-(kernels|io))\.js$/.test(name));
  const others = {
    ...Object.fromEntries(built.map((name) => [name, local(`dist/${name}`)])),
    ...Object.fromEntries(
      ["duckdb-eh.wasm", "duckdb-browser-eh.worker.js"].map((name) => [
        name,
        local(`node_modules/@duckdb/duckdb-wasm/dist/${name}`),
      ]),
    ),
    ...Object.fromEntries(
      ["flights-3m.parquet", "airports.csv"].map((name) => [name, local(`node_modules/vega-datasets/data/${name}`)]),
    ),
  };
  const server = await serveRanges(folder, others);
  const browser = await playwright.launch(chromium);
  try {
    const page = await browser.newPage();
    const failed = new Promise<never>((_, reject) => page.once("pageerror", reject));
    await page.goto(`${server.url}?rounds=${rounds}&rows=${sizes.join(",")}`);
    const done = page.waitForFunction("globalThis.benchResult !== undefined", undefined, { timeout: 900_000 });
    await Promise.race([done, failed]);
    return (await page.evaluate("globalThis.benchResult")) as Samples;
  } finally {
    await browser.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
