// The page of B2: everything in turn, in one run. Leaves microseconds per task by case.
import { Cluster } from "weftwork";
import { merge, zeroCluster } from "weftwork/lab";
import { bareLoop } from "./bare-loop.ts";
import { makePools } from "./pools.ts";

const TASKS = 100_000;
const POOL_TASKS = 20_000;
const ROUNDS = 9;
const WARM_UPS = 2;
const schedulers = ["random", "work-stealing"] as const;

const samples: Record<string, number[]> = {};
/** Measures one thing, after the last one's garbage and releases have had time to go. */
async function note(name: string, round: number, tasks: number, measure: () => Promise<number>): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 250));
  const milliseconds = await measure();
  samples[name] ??= [];
  if (round >= 0) samples[name].push((1000 * milliseconds) / tasks);
}

const clusters = await Promise.all(schedulers.map((scheduler) => Cluster.create({ workers: 2, scheduler, seed: 1 })));
const bare = await bareLoop();
const pools = makePools();
for (let round = -WARM_UPS; round < ROUNDS; round++) {
  for (const [i, scheduler] of schedulers.entries()) {
    await note(scheduler, round, TASKS, () => computeMerge(clusters[i] as Cluster));
    await note(`zero, ${scheduler}`, round, TASKS, () => computeZero(scheduler));
  }
  await note("bare loop", round, TASKS, () => bare.run(TASKS));
  for (const pool of pools) await note(pool.name, round, POOL_TASKS, () => pool.run(POOL_TASKS));
}
await Promise.all([...clusters.map((cluster) => cluster.close()), ...pools.map((pool) => pool.end())]);
bare.end();
Object.assign(globalThis, { benchResult: samples });

async function computeMerge(cluster: Cluster): Promise<number> {
  const start = performance.now();
  const [sink] = cluster.compute(merge(TASKS));
  await sink?.result();
  const elapsed = performance.now() - start;
  sink?.release();
  return elapsed;
}

async function computeZero(scheduler: (typeof schedulers)[number]): Promise<number> {
  const cluster = zeroCluster({ workers: 2, scheduler, seed: 1 });
  const start = performance.now();
  const [sink] = cluster.compute(merge(TASKS));
  await sink?.result();
  const elapsed = performance.now() - start;
  cluster.driver.end();
  return elapsed;
}
