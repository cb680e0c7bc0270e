// The simulation against this machine: graphs of the paper, made cheap enough, on real clusters of 1 and 2 workers in
// Node, and the same in virtual time with the costs of `SERVERS.weftwork`. `npm run bench -- simulation-real`; `--only` and
// names of graphs choose some, `--samples=N` sets how often each is run (default 5).
import { Cluster } from "weftwork";
import type { PaperGraph } from "weftwork/lab";
import { NETWORKS, PAPER_TABLE, paperGraph, SERVERS, scaleCosts, schedulers, simulate, spinGraph } from "weftwork/lab";
import { collectGarbage, spreadOf, timed } from "./measure.ts";
import type { Row } from "./report.ts";
import { report } from "./report.ts";

const LIMITS = { maxComputeMs: 2000, maxOutputBytes: 64_000_000 };
const WORKERS = [1, 2] as const;

const args = process.argv.slice(2);
const chosen = args.filter((argument) => !argument.startsWith("-"));
const samples = Number(args.find((argument) => argument.startsWith("--samples="))?.slice(10) ?? 5);
const names = PAPER_TABLE.map((row) => row.graph).filter((name) => chosen.length === 0 || chosen.includes(name));

async function realMakespan(cluster: Cluster, graph: PaperGraph): Promise<number> {
  const drawn = spinGraph(graph);
  collectGarbage();
  return timed(async () => {
    const futures = cluster.compute(drawn);
    await Promise.all(futures.map((future) => future.result()));
    for (const future of futures) future.release();
  });
}

async function simulatedMakespan(graph: PaperGraph, workers: number): Promise<number> {
  const { makespanMs } = await simulate({
    ...{ graph, scheduler: schedulers["work-stealing"], seed: 1 },
    ...{ nodes: 1, workersPerNode: workers, network: NETWORKS.page, server: SERVERS.weftwork },
  });
  return makespanMs;
}

const errors: number[] = [];
const lines = ["graph                workers  real ms (quartiles)         simulated    error"];
for (const workers of WORKERS) {
  const cluster = await Cluster.create({ workers });
  await realMakespan(cluster, scaleCosts(paperGraph("merge-10K"), LIMITS)); // what is compiled once is no graph's cost
  for (const name of names) {
    const graph = scaleCosts(paperGraph(name), LIMITS);
    const real: number[] = [];
    for (let i = -1; i < samples; i++) {
      const sample = await realMakespan(cluster, graph);
      if (i >= 0) real.push(sample);
    }
    const { median, lower, upper } = spreadOf(real);
    const simulated = await simulatedMakespan(graph, workers);
    const error = simulated / median - 1;
    errors.push(Math.abs(error));
    const quartiles = `(${lower.toFixed(1)} .. ${upper.toFixed(1)})`;
    lines.push(
      [
        name.padEnd(20),
        String(workers).padStart(7),
        median.toFixed(1).padStart(8),
        quartiles.padEnd(21),
        simulated.toFixed(1).padStart(9),
        `${error < 0 ? "" : "+"}${(100 * error).toFixed(1)} %`.padStart(8),
      ].join(" "),
    );
    if (!args.includes("--json")) console.log(lines.splice(0).join("\n"));
  }
  await cluster.close();
}
const { median, upper } = spreadOf(errors);
const bench = "simulation-real";
const rows: Row[] = [
  { bench, case: `median error, ${errors.length} runs`, value: 100 * median, unit: "%", budget: 25 },
  { bench, case: "upper quartile of errors", value: 100 * upper, unit: "%" },
];
report("Simulation against real makespans on this machine", rows);
