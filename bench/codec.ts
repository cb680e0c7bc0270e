// How values are best sent: structured clone beside encodings, and clones of buffers beside copies and moves, in Node,
// Chromium and Deno. No budget: the numbers stand in docs/decisions/0014.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { runInChromium } from "./browser-page.ts";
import type { Timing } from "./codec/ways.ts";
import { measureWays } from "./codec/ways.ts";
import { spreadOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const bench = "codec";
show("Node", await measureWays());
show("Chromium", (await runInChromium([{ source: "codec/page.ts", name: "main.js" }])) as readonly Timing[]);
show("Deno", await runInDeno());

function show(host: string, timings: readonly Timing[]): void {
  const medianOf = ({ samples }: Timing): number => spreadOf(samples).median;
  const rows: Row[] = timings.map((timing) => {
    const clone = timings.find(({ value, way }) => value === timing.value && way === "clone") as Timing;
    const facts = { bench, case: `${host}: ${timing.value}, ${timing.way}`, unit: "us" };
    if (timing.way === "clone") return row(timing.samples, facts);
    return row(timing.samples, { ...facts, ratio: medianOf(timing) / medianOf(clone), against: "clone" });
  });
  report(`How values travel: ${host}, both sides together`, rows);
}

async function runInDeno(): Promise<readonly Timing[]> {
  const folder = mkdtempSync(join(tmpdir(), "weftwork-codec-"));
  try {
    const outfile = join(folder, "ways.mjs");
    const entry = new URL("codec/deno.ts", import.meta.url).pathname;
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: "esm",
      platform: "neutral",
      mainFields: ["module"],
    });
    const deno = new URL("../node_modules/.bin/deno", import.meta.url).pathname;
    return JSON.parse(execFileSync(deno, ["run", outfile], { encoding: "utf8" })) as readonly Timing[];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
