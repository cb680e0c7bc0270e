// B3: overhead per task against the size of the graph and against the number of workers; zero workers in process. Each
// cluster has computed a small graph before: what it takes to get to know a worker is not a task's overhead.
import type { ZeroCluster } from "weftwork/lab";
import { merge, zeroCluster } from "weftwork/lab";
import { collectGarbage, inTurn, timed } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

const BUDGETS = { random: 1.3, "work-stealing": 2 } as const;
type SchedulerName = keyof typeof BUDGETS;
const schedulers = Object.keys(BUDGETS) as SchedulerName[];
const SIZES = [10_000, 20_000, 50_000, 100_000];
const WARM_UP = 10_000;
const WORKERS = [1, 24, 168, 1512];

// The collection before each sample would take the hidden classes of a cluster too if none were alive, and with them the
// code that was compiled for them: every sample would pay for compiling it anew.
const alive = schedulers.map((scheduler) => zeroCluster({ workers: 1, scheduler, seed: 1 }));

async function overhead(scheduler: SchedulerName, n: number, workers: number): Promise<number> {
  const cluster = zeroCluster({ workers, scheduler, seed: 1 });
  await compute(cluster, WARM_UP);
  while (cluster.driver.machine.hasLeftovers) await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  const elapsed = await timed(() => compute(cluster, n));
  cluster.driver.end(); // what is still to be released would be released in the next one's time
  return (1000 * elapsed) / (n + 1);
}

async function compute(cluster: ZeroCluster, n: number): Promise<void> {
  const [sink] = cluster.compute(merge(n));
  await sink?.result();
  sink?.release();
}

const rows: Row[] = [];
for (const scheduler of schedulers) {
  const sizes = await inTurn(
    Object.fromEntries(SIZES.map((n) => [`merge-${n / 1000}K`, () => overhead(scheduler, n, 24)])),
    9,
    3,
  );
  rows.push(...compared(sizes, `${scheduler}, 24 workers,`, BUDGETS[scheduler]));
  const workers = await inTurn(
    Object.fromEntries(WORKERS.map((w) => [`${w} workers`, () => overhead(scheduler, 50_000, w)])),
    9,
    2,
  );
  rows.push(...compared(workers, `${scheduler}, merge-50K,`, BUDGETS[scheduler]));
}
for (const { driver } of alive) driver.end();
report("B3: overhead per task, as graphs and clusters grow", rows);

/** The first case is what the others are compared with. */
function compared(samples: Readonly<Record<string, readonly number[]>>, prefix: string, budget: number): Row[] {
  const rows = Object.entries(samples).map(([name, each]) =>
    row(each, { bench: "b3", case: `${prefix} ${name}`, unit: "us/task" }),
  );
  const [first, ...rest] = rows as [Row, ...Row[]];
  const against = first.case.slice(prefix.length + 1);
  return [first, ...rest.map((each) => ({ ...each, ratio: each.value / first.value, against, budget }))];
}
