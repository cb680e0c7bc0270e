// B4: the page's thread over at least 10 s of merge-100K runs and of large gathers, beside a control with two bare
// spinning workers of the same page: no long task, and hardly a late frame that the control has not.
import type { Watched } from "./b4/watch.ts";
import { runInChromium } from "./browser-page.ts";
import type { Row } from "./report.ts";
import { report } from "./report.ts";

/** Frames come every 16.7 ms; a gap above this has lost one at least. */
const LATE = 34;

const { control, ...cases } = (await runInChromium([
  { source: "b4/main.ts", name: "main.js" },
  { source: "b4/spin-worker.ts", name: "spin-worker.js", options: { format: "iife" } },
])) as Readonly<Record<string, Watched>>;
if (control === undefined) throw new Error("Cannot bench: the page left no control");

const lateShare = ({ frameGaps }: Watched): number =>
  (100 * frameGaps.filter((gap) => gap > LATE).length) / Math.max(1, frameGaps.length);

const bench = "b4";
const rows: Row[] = [
  { bench, case: "control, long tasks", value: control.longTasks.length, unit: "over 50 ms" },
  { bench, case: "control, late frames", value: lateShare(control), unit: "%" },
];
for (const [name, watched] of Object.entries(cases)) {
  const { longTasks, frameGaps, times, duration } = watched;
  rows.push({ bench, case: name, value: duration / times, unit: "ms each" });
  rows.push({ bench, case: "  long tasks", value: longTasks.length, unit: "over 50 ms", budget: 0 });
  rows.push({ bench, case: "  the longest", value: Math.max(0, ...longTasks), unit: "ms" });
  rows.push({
    ...{ bench, case: "  late frames beyond the control's", unit: "%", budget: 2 },
    value: Math.max(0, lateShare(watched) - lateShare(control)),
  });
  rows.push({ bench, case: "  the longest gap", value: Math.max(0, ...frameGaps), unit: "ms" });
}
report("B4: the main thread in Chromium", rows);
