// merge-100K on 63 nodes of 24 workers in virtual time, in a page of Chromium: how long it takes, and what the page's
// thread goes through. `npm run bench -- simulation-page`.
import type { Watched } from "./b4/watch.ts";
import { runInChromium } from "./browser-page.ts";
import type { Row } from "./report.ts";
import { report } from "./report.ts";

const bench = "simulation-page";
const watched = (await runInChromium([{ source: "simulation/page.ts", name: "main.js" }])) as Record<string, Watched>;
const { control, ...runs } = watched;
const rows: Row[] = [
  { bench, case: "control, slices of 5 ms: long tasks", value: control?.longTasks.length ?? 0, unit: "over 50 ms" },
];
for (const [name, { duration, longTasks }] of Object.entries(runs)) {
  rows.push(
    { bench, case: `merge-100K on 1,512 workers, ${name}`, value: duration / 1000, unit: "s", budget: 120 },
    { bench, case: "  long tasks", value: longTasks.length, unit: "over 50 ms", budget: 0 },
    { bench, case: "  the longest", value: Math.max(0, ...longTasks), unit: "ms" },
  );
}
report("Simulation in a page", rows);
