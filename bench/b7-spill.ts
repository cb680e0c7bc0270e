// B7: spill and read back, through a store and by the best plain use of what it is made of: the same values and batches,
// the same durability, a fresh buffer per read. IndexedDB and OPFS in a worker of Chromium, in a profile on disk; a file
// in Node and in Deno.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { measureNodeFiles } from "./b7/node-files.ts";
import type { Pairs, Times } from "./b7/pairs.ts";
import { runInChromium } from "./browser-page.ts";
import { spreadOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const bench = "b7";
const scripts = ["main", "store-worker"].map((name) => ({ source: `b7/${name}.ts`, name: `${name}.js` }));
const inChromium = (await runInChromium(scripts, { onDisk: true })) as Readonly<Record<string, readonly Pairs[]>>;
const measured = { ...inChromium, "file, Node": await measureNodeFiles(), "file, Deno": await measureDenoFiles() };
report(
  "B7: spill and read back, ours beside the bare store",
  Object.entries(measured).flatMap(([store, pairs]) => pairs.flatMap((each) => rowsOf(store, each))),
);

/** How much of the bare store's speed is left, over write and read; and the times of each. */
function rowsOf(store: string, { size, batch, ours, bare }: Pairs): Row[] {
  const name = `${store}, ${sizeName(size)} x ${batch}`;
  const both = ({ write, read }: Times): number[] => write.map((each, i) => each + (read[i] as number));
  const theirs = both(bare);
  const shares = both(ours).map((each, i) => (theirs[i] as number) / each);
  return [
    row(shares, { bench, case: `${name}: speed beside bare`, unit: "x", budget: 0.8, atLeast: true }),
    ...(["write", "read"] as const).map((what): Row => {
      const { median } = spreadOf(bare[what]);
      const times = row(ours[what], { bench, case: `  ${what}`, unit: "ms/value" });
      return { ...times, ratio: times.value / median, against: "bare" };
    }),
  ];
}

function sizeName(size: number): string {
  return size < 1_048_576 ? `${size / 1024} KiB` : `${size / 1_048_576} MiB`;
}

async function measureDenoFiles(): Promise<readonly Pairs[]> {
  const folder = mkdtempSync(join(tmpdir(), "b7-"));
  const outfile = join(folder, "deno-files.js");
  const entry = new URL("b7/deno-files.ts", import.meta.url).pathname;
  try {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: "esm",
      platform: "neutral",
      conditions: ["deno"],
    });
    const deno = new URL("../node_modules/.bin/deno", import.meta.url).pathname;
    const flags = ["run", "--allow-all", "--no-lock", "--no-config", "--v8-flags=--expose-gc"];
    const { stdout, stderr, status } = spawnSync(deno, [...flags, outfile], { encoding: "utf8", cwd: folder });
    if (status !== 0) throw new Error(`Cannot measure Deno: ${stderr}`);
    return JSON.parse(stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
