// The simulation against the paper's makespans on 24 to 1,512 workers: Figure 5 (strong scaling, the budget), and with
// `--all` also Figures 2 to 4 and Table II and the zero workers of Figures 6 and 7, which are printed only.
// `npm run bench -- simulation-paper`; `--only` and names of graphs choose some. What is measured is virtual time: it does
// not depend on the machine.
import type { ServerModel } from "weftwork/lab";
import { NETWORKS, paperGraph, SERVERS, schedulers, simulate } from "weftwork/lab";
import type { PaperSetting } from "../src/lab/paper/makespans.ts";
import { PAPER_MAKESPANS } from "../src/lab/paper/makespans.ts";
import { PAPER_NODES, PAPER_SCALING } from "../src/lab/paper/scaling.ts";
import { PAPER_SPEEDUPS } from "../src/lab/paper/speedups.ts";
import { PAPER_ZERO } from "../src/lab/paper/zero.ts";
import { spreadOf } from "./measure.ts";
import type { Row } from "./report.ts";
import { report } from "./report.ts";

const bench = "simulation-paper";
const args = process.argv.slice(2);
const chosen = args.filter((argument) => !argument.startsWith("-"));
const isChosen = (name: string): boolean => chosen.length === 0 || chosen.includes(name);
const isTold = !args.includes("--json");
/** Seconds after which the paper's runs were given up. */
const TIMEOUT = 300;
/** Makespans nearer to each other than two runs of one experiment are: nobody has won. */
const TIE = 1.02;

interface Run {
  readonly name: string;
  readonly server: ServerModel;
  readonly nodes: number;
  readonly scheduler?: keyof typeof schedulers;
  readonly zero?: boolean;
}

/** Each server with the scheduler that is nearest to its own. */
const OWN = { weftwork: "work-stealing", rsds: "work-stealing", dask: "dask-like" } as const;

async function seconds({ name, server, nodes, scheduler, zero = false }: Run): Promise<number> {
  const own = OWN[server.name as keyof typeof OWN];
  const { makespanMs } = await simulate({
    ...{ graph: paperGraph(name), scheduler: schedulers[scheduler ?? own], server, nodes, zero },
    ...{ workersPerNode: 24, seed: 1, network: NETWORKS.salomon },
  });
  return Math.min(TIMEOUT, makespanMs / 1000);
}

const print = (...cells: readonly (string | number)[]): void => {
  if (isTold) console.log(cells.map(cell).join(" "));
};

function cell(value: string | number, column: number): string {
  const text = typeof value === "number" ? value.toFixed(value < 100 ? 2 : 0) : value;
  return column === 0 ? text.padEnd(20) : text.padStart(9);
}

const off = (ours: number, paper: number): number => Math.max(ours / paper, paper / ours);

async function figure5(): Promise<readonly Row[]> {
  let worst = 1;
  let others = 0;
  print("Figure 5", "nodes", "rsds", "ours", "ratio", "Dask", "ours", "ratio", "winner");
  for (const { graph: name, seconds: ofRsds } of PAPER_SCALING.filter(({ server }) => server === "rsds")) {
    if (!isChosen(name)) continue;
    const ofDask = PAPER_SCALING.find(({ server, graph }) => server === "dask" && graph === name)?.seconds ?? [];
    for (const [i, nodes] of PAPER_NODES.entries()) {
      const [rsds, dask] = [ofRsds[i], ofDask[i]];
      if (rsds === undefined || dask === undefined) continue;
      const ourRsds = await seconds({ name, server: SERVERS.rsds, nodes });
      const ourDask = await seconds({ name, server: SERVERS.dask, nodes });
      worst = Math.max(worst, off(ourRsds, rsds), off(ourDask, dask));
      const isTie = off(rsds, dask) < TIE;
      const isSame = isTie || rsds < dask === ourRsds < ourDask;
      if (!isSame) others++;
      const winner = isTie ? "tie" : isSame ? "same" : "OTHER";
      print(name, String(nodes), rsds, ourRsds, ourRsds / rsds, dask, ourDask, ourDask / dask, winner);
    }
  }
  return [
    { bench, case: "Figure 5: farthest from the paper", value: worst, unit: "x", budget: 1.5 },
    { bench, case: "Figure 5: points with another winner", value: others, unit: "points", budget: 0 },
  ];
}

const SETTINGS: readonly (readonly [PaperSetting, ServerModel, keyof typeof schedulers])[] = [
  ["dask/ws", SERVERS.dask, OWN.dask],
  ["dask/random", SERVERS.dask, "random"],
  ["rsds/random", SERVERS.rsds, "random"],
  ["rsds/ws", SERVERS.rsds, OWN.rsds],
];

async function figures2to4(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const all: number[] = [];
  for (const [at, nodes] of [1, 7].entries()) {
    const speedups = new Map<PaperSetting, number[]>();
    print("");
    print(`Figures 2-4, ${24 * nodes} w`, ...SETTINGS.flatMap(([setting]) => [setting, "ours", "ratio"]));
    for (const { graph: name, seconds: paper } of PAPER_MAKESPANS) {
      if (!isChosen(name)) continue;
      const cells: number[] = [];
      let base = 0;
      for (const [setting, server, scheduler] of SETTINGS) {
        const ours = await seconds({ name, server, nodes, scheduler });
        const theirs = paper[setting][at] as number;
        if (setting === "dask/ws") base = ours;
        speedups.set(setting, [...(speedups.get(setting) ?? []), base / ours]);
        all.push(off(ours, theirs));
        cells.push(theirs, ours, ours / theirs);
      }
      print(name, ...cells);
    }
    for (const [setting, ratios] of speedups) {
      if (setting === "dask/ws") continue;
      const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
      const name = `Table II: ${setting}, ${24 * nodes} workers, paper ${PAPER_SPEEDUPS[setting][at]?.toFixed(2)}`;
      rows.push({ bench, case: name, value: mean, unit: "x" });
    }
  }
  const { median, upper } = spreadOf(all);
  rows.push({ bench, case: `Figures 2-4: median of ${all.length} distances`, value: median, unit: "x" });
  rows.push({ bench, case: "Figures 2-4: upper quartile", value: upper, unit: "x" });
  rows.push({ bench, case: "Figures 2-4: farthest", value: Math.max(...all), unit: "x" });
  return rows;
}

async function figures6and7(): Promise<readonly Row[]> {
  const all: number[] = [];
  print("");
  print("Figures 6-7, us/task", "workers", "Dask", "ours", "ratio", "rsds", "ours", "ratio");
  for (const { graph: name, ...paper } of PAPER_ZERO) {
    if (!isChosen(name)) continue;
    const tasks = paperGraph(name).kindOf.length;
    for (const [at, nodes] of [1, 7].entries()) {
      const cells: number[] = [];
      for (const server of [SERVERS.dask, SERVERS.rsds]) {
        const ours = (1e6 * (await seconds({ name, server, nodes, zero: true }))) / tasks;
        const theirs = paper[server.name][at] as number;
        all.push(off(ours, theirs));
        cells.push(theirs, ours, ours / theirs);
      }
      print(name, String(24 * nodes), ...cells);
    }
  }
  const { median, upper } = spreadOf(all);
  return [
    { bench, case: `Figures 6-7: median of ${all.length} distances`, value: median, unit: "x" },
    { bench, case: "Figures 6-7: upper quartile", value: upper, unit: "x" },
  ];
}

const rows = [...(await figure5())];
if (args.includes("--all")) rows.push(...(await figures2to4()), ...(await figures6and7()));
report("Simulation against the paper", rows);
