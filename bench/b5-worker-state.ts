// B5: what a worker's communication costs: 100 to 10,000 results to be fetched from 5 to 1,000 peers. With `--with-dask`
// the same on Dask's WorkerState in the same run.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { collectGarbage } from "./measure.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";
import { BENCHES, holders } from "./worker-state/benches.ts";

const TASKS = [100, 1000, 5000, 10_000];
const PEERS = [5, 49, 50, 250, 1000];
const SAMPLES = 15;
const WARM_UPS = 5;
const NOOP_BUDGET = 0.15;
/** From so many tasks on ours is to be so many times faster than Dask. */
const COMPARED_FROM = 1000;
const TIMES_FASTER = 20;

type BenchName = keyof typeof BENCHES;

const SMALL = { peers: 50, tasks: 500 };
const small = holders(SMALL.tasks, SMALL.peers);

// The code of all benches is compiled before the first sample counts.
for (const peers of [50, 1000]) for (const name of names()) sample(name, peers, 1000, 30);

const dask = process.argv.includes("--with-dask") ? runDask() : undefined;
const rows: Row[] = [];
for (const name of names()) {
  for (const peers of PEERS) for (const tasks of TASKS) rows.push(...measure(name, peers, tasks));
}
report("B5: a worker's communication, one event of the machine", rows);

function names(): BenchName[] {
  return Object.keys(BENCHES) as BenchName[];
}

function measure(name: BenchName, peers: number, tasks: number): Row[] {
  const facts = { bench: "b5", case: `${name}, ${peers} peers, ${tasks} tasks`, unit: "us" };
  const isSaturated = name === "no-op";
  const ours = row(sample(name, peers, tasks, SAMPLES + WARM_UPS).slice(WARM_UPS), facts);
  const theirs = dask?.get(`${name} ${peers} ${tasks}`);
  const found: Row[] = [isSaturated ? { ...ours, budget: NOOP_BUDGET } : ours];
  if (theirs === undefined) return found;
  const compared = row(theirs, { ...facts, case: `${facts.case}: Dask` });
  const ratio = compared.value / ours.value;
  const budget = tasks >= COMPARED_FROM ? { budget: TIMES_FASTER, atLeast: true } : {};
  found.push({ ...compared, ratio, against: "slower", ...budget });
  return found;
}

function sample(name: BenchName, peers: number, tasks: number, count: number): number[] {
  const sources = holders(tasks, peers);
  // One collection per cell: code that was compiled for machines that are gone may go with them, and is made anew here.
  collectGarbage();
  for (let i = 0; i < 100; i++) BENCHES[name](small, SMALL.peers, SMALL.tasks);
  return Array.from({ length: count }, () => BENCHES[name](sources, peers, tasks));
}

/** By bench, peers and tasks: Dask's samples in microseconds. */
function runDask(): Map<string, readonly number[]> {
  const script = fileURLToPath(new URL("./worker-state/dask_worker_state.py", import.meta.url));
  const args = [script, JSON.stringify(TASKS), JSON.stringify(PEERS)];
  const { status, stdout, stderr } = spawnSync("/usr/bin/python3", args, { encoding: "utf8", maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(`Cannot run Dask: ${stderr}`);
  const found = new Map<string, readonly number[]>();
  for (const line of stdout.trim().split("\n")) {
    const [name, peers, tasks, ...samples] = JSON.parse(line) as [string, number, number, ...number[]];
    found.set(`${name} ${peers} ${tasks}`, samples);
  }
  return found;
}
