// B8: `run` on every worker when it is called again: kept ports against a port made, greeted over and closed for each call
// and worker. The first call's price, that of describing the function, is in neither.
import { Cluster } from "weftwork";
import type { RunPairs } from "./b8/run-pairs.ts";
import { measureRuns } from "./b8/run-pairs.ts";
import { runInChromium } from "./browser-page.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const LEAST_RATIO = 3;

const inChromium = (await runInChromium([{ source: "b8/main.ts", name: "main.js" }])) as RunPairs;
const inNode = await measureRuns((options) => Cluster.create(options), 32, 31);
report("B8: run on every worker, again", [
  ...rowsOf("Chromium, 2 workers", inChromium),
  ...rowsOf("Node, 32 workers", inNode),
]);

function rowsOf(where: string, { kept, fresh }: RunPairs): readonly Row[] {
  const bench = "b8";
  const ratios = fresh.map((milliseconds, i) => milliseconds / (kept[i] as number));
  return [
    row(kept, { bench, case: `${where}: kept ports`, unit: "ms/call" }),
    row(fresh, { bench, case: `${where}: a port made for each call`, unit: "ms/call" }),
    row(ratios, { bench, case: `${where}: kept ports are faster`, unit: "times", budget: LEAST_RATIO, atLeast: true }),
  ];
}
