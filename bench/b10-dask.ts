// B10: overhead per task beside a real Dask in the same run: merge-10K and tree-13 on zero workers, which compute nothing.
// Dask: a scheduler process with each of its settings, a Python client, zero workers over TCP. Ours: zero workers on a
// thread, and in process. Needs Debian's python3-distributed. `--workers 24` measures with more of them.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { ZeroCluster } from "weftwork/lab";
import { merge, tree, zeroCluster, zeroThreads } from "weftwork/lab";
import { timed } from "./measure.ts";
import type { DaskSetting } from "./peers/dask/scheduler.ts";
import { PYTHON, startDask } from "./peers/dask/scheduler.ts";
import { DaskZeroWorker } from "./peers/dask/zero-worker.ts";
import type { Row } from "./report.ts";
import { report, row } from "./report.ts";

/** Zero workers, as many on both sides: by default one for each core of a small machine. */
const WORKERS = Number(process.argv[process.argv.indexOf("--workers") + 1]) || 2;
const SAMPLES = 3;
const OUR_SAMPLES = 11;
const OUR_WARM_UPS = 5;
/** Dask takes so many times longer, at least, in the fastest of its four settings. */
const TIMES_LESS = 50;

const GRAPHS = { "merge-10000": () => merge(10_000), "tree-13": () => tree(13) } as const;
type GraphName = keyof typeof GRAPHS;
const names = Object.keys(GRAPHS) as GraphName[];
const PLACES = ["threads", "process"] as const;
const SCHEDULERS = ["work-stealing", "random"] as const;

const SETTINGS: Readonly<Record<string, DaskSetting>> = {
  "stealing on, saturation inf": { stealing: true, saturation: "inf", random: false },
  "stealing on, saturation 1.1": { stealing: true, saturation: "1.1", random: false },
  "stealing off, saturation inf": { stealing: false, saturation: "inf", random: false },
  "stealing off, saturation 1.1": { stealing: false, saturation: "1.1", random: false },
  random: { stealing: false, saturation: "inf", random: true },
};

type Samples = Map<string, number[]>;

const ours: Samples = new Map();
const dasks: Samples = new Map();
// Before and after Dask: the machine may be busier at one time than at the other.
await measureOurs();
for (const [setting, options] of Object.entries(SETTINGS)) await measureDask(setting, options);
await measureOurs();
report(`B10: overhead per task beside Dask, ${WORKERS} zero workers`, names.flatMap(rowsOf));

async function measureOurs(): Promise<void> {
  for (const scheduler of SCHEDULERS) {
    for (const place of PLACES) {
      const options = { workers: WORKERS, scheduler, seed: 1 };
      const threads = place === "threads" ? await zeroThreads(options) : undefined;
      const cluster = threads ?? zeroCluster(options);
      for (const name of names) {
        const samples = await sampleOurs(cluster, name);
        const key = `${name} ${scheduler} ${place}`;
        ours.set(key, [...(ours.get(key) ?? []), ...samples]);
      }
      if (threads === undefined) cluster.driver.end();
      else threads.close();
    }
  }
}

async function sampleOurs(cluster: ZeroCluster, name: GraphName): Promise<number[]> {
  const samples: number[] = [];
  for (let i = -OUR_WARM_UPS; i < OUR_SAMPLES; i++) {
    let count = 0;
    const elapsed = await timed(async () => {
      const graph = GRAPHS[name]();
      count = graph.count;
      const [sink] = cluster.compute(graph);
      await sink?.result();
      sink?.release();
    });
    if (i >= 0) samples.push((1000 * elapsed) / count);
    while (cluster.driver.machine.hasLeftovers) await new Promise((resolve) => setImmediate(resolve));
  }
  return samples;
}

async function measureDask(setting: string, options: DaskSetting): Promise<void> {
  const scheduler = await startDask(options);
  const joins = Array.from({ length: WORKERS }, (_, i) => DaskZeroWorker.join(scheduler.address, `zero-${i}`));
  const workers = await Promise.all(joins);
  try {
    for (const [name, samples] of await runClient(scheduler.address)) dasks.set(`${name} ${setting}`, [...samples]);
  } finally {
    for (const worker of workers) worker.close();
    await scheduler.close();
  }
}

/** The workers live in this process, so that it must not wait without listening. */
function runClient(address: string): Promise<[name: string, samples: readonly number[]][]> {
  const script = fileURLToPath(new URL("./peers/dask/run_graphs.py", import.meta.url));
  const child = spawn(PYTHON, [script, address, String(WORKERS), String(SAMPLES), ...names]);
  let [out, errors] = ["", ""];
  child.stdout.on("data", (data) => {
    out += String(data);
  });
  child.stderr.on("data", (data) => {
    errors += String(data);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code !== 0) return reject(new Error(`Cannot run Dask's client: ${errors.slice(-2000)}`));
      const lines = out.trim().split("\n");
      resolve(lines.map((line) => JSON.parse(line) as [string, readonly number[]]));
    });
  });
}

function rowsOf(name: GraphName): Row[] {
  const facts = { bench: "b10", unit: "us/task" };
  const title = name === "merge-10000" ? "merge-10K" : name;
  const own = (scheduler: string, place: string): Row =>
    row(ours.get(`${name} ${scheduler} ${place}`) ?? [], {
      ...facts,
      case: `${title}, ours: ${scheduler}, in ${place}`,
    });
  const rows = SCHEDULERS.flatMap((scheduler) => PLACES.map((place) => own(scheduler, place)));
  const settings = Object.keys(SETTINGS);
  const four = settings.filter((setting) => setting !== "random");
  const theirs = settings.map((setting) => {
    const found = row(dasks.get(`${name} ${setting}`) ?? [], { ...facts, case: `${title}, Dask: ${setting}` });
    const scheduler = setting === "random" ? "random" : "work-stealing";
    return { ...found, ratio: found.value / own(scheduler, "threads").value, against: "ours in threads" };
  });
  const fastest = Math.min(...theirs.slice(0, four.length).map(({ value }) => value));
  return [
    ...rows,
    ...theirs.map((each) => (each.value === fastest ? { ...each, budget: TIMES_LESS, atLeast: true } : each)),
  ];
}
