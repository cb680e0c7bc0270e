// What it costs and gains to have the server, or the scheduler alone, in a thread of its own: two real workers, functions
// that do nothing, so that all there is is overhead. Overhead per task, and how long the main thread is busy for it.
import { performance } from "node:perf_hooks";
import { runInChromium } from "./browser-page.ts";
import type { Samples } from "./placements/measure-placements.ts";
import { measurePlacements } from "./placements/measure-placements.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const bench = "placements";

/** Milliseconds that this thread has worked. */
async function busyHere(): Promise<number> {
  return performance.eventLoopUtilization().active;
}

function rowsOf(where: string, samples: Samples): Row[] {
  return Object.entries(samples).flatMap(([name, { perTask, busy }]) => [
    row(perTask, { bench, case: `${where}, ${name}`, unit: "us/task" }),
    row(busy, { bench, case: "  main thread busy", unit: "us/task" }),
  ]);
}

const node = await measurePlacements(await import("weftwork"), busyHere);
const page = [{ source: "placements/main.ts", name: "main.js" }];
const chromium = (await runInChromium(page, { tellsBusy: true })) as Samples;
report("Placements of server and scheduler", [...rowsOf("Node", node), ...rowsOf("Chromium", chromium)]);
