// B1: the server's own cost per task: merge graphs on zero workers in this process, the graph built inside the time,
// keys made on demand, one future for the sink.
import { merge, noop, zeroCluster } from "weftwork/lab";
import { inTurn, timed } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const WORKERS = 24;
const BUDGETS = { random: 1.5, "work-stealing": 2 } as const;
type SchedulerName = keyof typeof BUDGETS;
const schedulers = Object.keys(BUDGETS) as SchedulerName[];

// The collection before each sample would take the hidden classes of a cluster too if none were alive, and with them the
// code that was compiled for them: every sample would pay for compiling it anew.
const alive = schedulers.map((scheduler) => zeroCluster({ workers: 1, scheduler, seed: 1 }));

async function computeMerge(scheduler: SchedulerName, n: number): Promise<number> {
  const cluster = zeroCluster({ workers: WORKERS, scheduler, seed: 1 });
  const elapsed = await timed(async () => {
    const [sink] = cluster.compute(merge(n));
    await sink?.result();
  });
  cluster.driver.end(); // what is still to be released would be released in the next one's time
  return (1000 * elapsed) / (n + 1);
}

async function mapAndGather(scheduler: SchedulerName, n: number): Promise<number> {
  const { client, driver } = zeroCluster({ workers: WORKERS, scheduler, seed: 1 });
  const numbers = Array.from({ length: n }, (_, i) => i);
  const elapsed = await timed(() => client.gather(client.map(noop, [numbers])));
  driver.end();
  return (1000 * elapsed) / n;
}

const bench = "b1";
const unit = "us/task";
const rows: Row[] = [];
// Each scheduler and each size in a block of its own: no cluster has two, and what a million tasks leave behind in memory
// is not the next graph's cost.
for (const scheduler of schedulers) {
  const small = await inTurn({ merge: () => computeMerge(scheduler, 100_000) }, 15, 5);
  const large = await inTurn({ merge: () => computeMerge(scheduler, 1_000_000) }, 7, 1);
  const futures = await inTurn({ map: () => mapAndGather(scheduler, 100_000) }, 7, 2);
  const budget = BUDGETS[scheduler];
  const ofSmall = row(small.merge, { bench, case: `merge-100K, ${scheduler}`, unit, budget });
  const ofLarge = row(large.merge, { bench, case: `merge-1M, ${scheduler}`, unit });
  const ratio = ofLarge.value / ofSmall.value;
  rows.push(ofSmall, { ...ofLarge, ratio, against: "merge-100K", budget: 1.3 });
  rows.push(row(futures.map, { bench, case: `map + gather of 100K, ${scheduler}`, unit }));
}
report(`B1: the server's own cost, ${WORKERS} zero workers in process`, rows);
for (const { driver } of alive) driver.end();
