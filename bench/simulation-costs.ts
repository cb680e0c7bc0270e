// What `SERVERS.weftwork` is made of: processor time of the page's thread and of the workers per task, per input, per copy
// and per message, on a real cluster in Node; results are small buffers. `npm run bench -- simulation-costs` prints the
// constants in microseconds; they are written into src/lab/simulation/servers.ts by hand.
import { Cluster } from "weftwork";
import type { PaperGraph, SimulationResult } from "weftwork/lab";
import { NETWORKS, paperGraph, SERVERS, scaleCosts, schedulers, simulate, spinGraph } from "weftwork/lab";
import { collectGarbage, spreadOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";
import { busyTimes } from "./simulation/thread-time.ts";

const SAMPLES = 15;
const GRAPHS = ["merge-20K", "tree-15"] as const;
/** 64 MB of results in pieces of 3 kB and of 300 kB. */
const LARGE = ["numpy-50K-100", "numpy-50K-10"] as const;

/** The same graph whose tasks take no time. */
function idle(name: string): PaperGraph {
  const graph = scaleCosts(paperGraph(name), { maxOutputBytes: 64_000_000 });
  return { ...graph, milliseconds: new Float64Array(graph.milliseconds.length) };
}

interface Sample {
  readonly tasks: number;
  /** Lower quartiles, in microseconds per task. */
  readonly main: number;
  readonly workers: number;
  /** What the same run does in virtual time. */
  readonly simulated: SimulationResult;
}

async function sample(cluster: Cluster, name: string, workers: number): Promise<Sample> {
  const graph = idle(name);
  const tasks = graph.kindOf.length;
  const main: number[] = [];
  const ofWorkers: number[] = [];
  for (let i = -3; i < SAMPLES; i++) {
    const drawn = spinGraph(graph);
    collectGarbage();
    const spent = await busyTimes(workers, async () => {
      const futures = cluster.compute(drawn);
      await Promise.all(futures.map((future) => future.result()));
      for (const future of futures) future.release();
    });
    if (i < 0) continue;
    main.push((1000 * spent.main) / tasks);
    ofWorkers.push((1000 * spent.workers) / tasks);
  }
  const simulated = await simulate({
    ...{ graph, scheduler: schedulers["work-stealing"], seed: 1, nodes: 1, workersPerNode: workers },
    ...{ network: NETWORKS.page, server: SERVERS.weftwork },
  });
  return { tasks, main: spreadOf(main).lower, workers: spreadOf(ofWorkers).lower, simulated };
}

/** Half of the time in milliseconds from a call to its answer. */
async function latencies(cluster: Cluster): Promise<number[]> {
  const half: number[] = [];
  for (let i = 0; i < 500; i++) {
    const start = performance.now();
    await cluster.run(() => 0);
    half.push((performance.now() - start) / 2);
  }
  return half;
}

/** Processor time in microseconds of a call on the worker and its answer. */
async function callTimes(cluster: Cluster): Promise<{ main: number; workers: number }> {
  const calls = 2000;
  const spent = await busyTimes(1, async () => {
    for (let i = 0; i < calls; i++) await cluster.run(() => 0);
  });
  return { main: (1000 * spent.main) / calls, workers: (1000 * spent.workers) / calls };
}

const bench = "simulation-costs";
const unit = "us";
const rows: Row[] = [];
const add = (name: string, value: number): number => {
  rows.push({ bench, case: name, value, unit });
  return value;
};
const samples: Record<string, Sample> = {};
for (const workers of [1, 2]) {
  const cluster = await Cluster.create({ workers });
  for (const name of [...GRAPHS, ...LARGE]) {
    const measured = await sample(cluster, name, workers);
    samples[`${name} ${workers}`] = measured;
    add(`page, ${name}, ${workers} workers, per task`, measured.main);
    add(`workers, ${name}, ${workers} workers, per task`, measured.workers);
    const { transfers, messages } = measured.simulated;
    rows.push({ bench, case: `  copies per task there`, value: transfers.count / measured.tasks, unit: "copies" });
    rows.push({ bench, case: `  megabytes copied there`, value: transfers.bytes / 1e6, unit: "MB" });
    rows.push({ bench, case: `  messages per task there`, value: messages / measured.tasks, unit: "messages" });
  }
  if (workers === 1) {
    rows.push(row(await latencies(cluster), { bench, case: "latency of a message", unit: "ms" }));
    const { main, workers: worker } = await callTimes(cluster);
    add("page, per message", main / 2);
    add("worker, per message", worker / 2);
  }
  await cluster.close();
}
const of = (name: string): Sample => samples[name] as Sample;
add("page, per task", of("merge-20K 1").main);
add("page, per task with inputs, beside", 2 * (of("tree-15 1").main - of("merge-20K 1").main));
const copies = (name: string): number => of(`${name} 2`).simulated.transfers.count / of(`${name} 2`).tasks;
for (const name of GRAPHS) {
  const more = (place: "main" | "workers"): number => of(`${name} 2`)[place] - of(`${name} 1`)[place];
  add(`page, per copy (${name}), messages among it`, more("main") / copies(name));
  add(`workers, per copy (${name}), messages among it`, more("workers") / copies(name));
}
report("What this engine costs", rows);
