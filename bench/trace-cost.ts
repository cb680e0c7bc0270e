// What a trace that is left on costs the server: merge-100K and tree-15 on zero workers in process, in turn with and
// without. Budget: a twentieth of the time.
import type { ZeroCluster } from "weftwork/lab";
import { merge, tree, zeroCluster } from "weftwork/lab";
import { Recorder } from "../src/cluster/recorder.ts";
import { DEFAULT_CAPACITY } from "../src/trace/event-log.ts";
import { inTurn, timed } from "./measure.ts";
import { report, row } from "./report.ts";

const WORKERS = 24;
const PAIRS = 31;
const GRAPHS = { "merge-100K": () => merge(100_000), "tree-15": () => tree(15) };
const SCHEDULERS = ["work-stealing", "random"] as const;

const rows = [];
for (const scheduler of SCHEDULERS) {
  const options = { workers: WORKERS, scheduler, seed: 1 };
  const recorder = new Recorder(DEFAULT_CAPACITY, () => performance.now(), performance.timeOrigin);
  const clusters = { traced: zeroCluster({ ...options, watch: recorder }), plain: zeroCluster(options) };
  for (const [name, make] of Object.entries(GRAPHS)) {
    const run = async (cluster: ZeroCluster): Promise<number> => {
      const graph = make();
      const elapsed = await timed(async () => {
        const [sink] = cluster.compute(graph);
        await sink?.result();
        sink?.release();
      });
      while (cluster.driver.machine.hasLeftovers) await new Promise((resolve) => setImmediate(resolve));
      return elapsed;
    };
    const times = await inTurn({ traced: () => run(clusters.traced), plain: () => run(clusters.plain) }, PAIRS, 4);
    const ratios = times.traced.map((each, i) => each / (times.plain[i] as number));
    rows.push(row(ratios, { bench: "trace-cost", case: `${name}, ${scheduler}`, unit: "x untraced", budget: 1.05 }));
  }
  for (const cluster of Object.values(clusters)) cluster.driver.end();
}
report(`What a trace costs, ${WORKERS} zero workers in process`, rows);
