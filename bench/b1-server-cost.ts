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

async function computeMerge(scheduler: SchedulerName, n: number): Promise<number> {
  const cluster = zeroCluster({ workers: WORKERS, scheduler, seed: 1 });
  const elapsed = await timed(async () => {
    const [sink] = cluster.compute(merge(n));
    await sink?.result();
  });
  return (1000 * elapsed) / (n + 1);
}

async function mapAndGather(scheduler: SchedulerName, n: number): Promise<number> {
  const { client } = zeroCluster({ workers: WORKERS, scheduler, seed: 1 });
  const numbers = Array.from({ length: n }, (_, i) => i);
  const elapsed = await timed(() => client.gather(client.map(noop, [numbers])));
  return (1000 * elapsed) / n;
}

const rows: Row[] = [];
for (const scheduler of schedulers) {
  const samples = await inTurn(
    {
      small: () => computeMerge(scheduler, 100_000),
      large: () => computeMerge(scheduler, 1_000_000),
      futures: () => mapAndGather(scheduler, 100_000),
    },
    9,
    2,
  );
  const bench = "b1";
  const small = row(samples.small, {
    bench,
    case: `merge-100K, ${scheduler}`,
    unit: "us/task",
    budget: BUDGETS[scheduler],
  });
  const large = row(samples.large, { bench, case: `merge-1M, ${scheduler}`, unit: "us/task" });
  const ratio = large.value / small.value;
  rows.push(small, { ...large, ratio, against: "merge-100K", budget: 1.3 });
  rows.push(row(samples.futures, { bench, case: `map + gather of 100K, ${scheduler}`, unit: "us/task" }));
}
report(`B1: the server's own cost, ${WORKERS} zero workers in process`, rows);
