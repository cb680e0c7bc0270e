// The page of B6: the engine's workers and bare ones in turn, in one run; and some of it as a graph of a whole cluster.
// Leaves microseconds per value by case and size.
import { Cluster } from "weftwork";
import { across } from "./across.ts";
import type { BareMode, Road } from "./bare.ts";
import { startBare } from "./bare.ts";
import type { Mode } from "./ours.ts";
import { startOurs } from "./ours.ts";

export interface Result {
  readonly route: string;
  readonly isolated: boolean;
  /** Of cases named "<mode> <bytes> <values at once> <who>". */
  readonly samples: Readonly<Record<string, readonly number[]>>;
}

const SIZES = [1, 64, 1024, 16 * 1024, 64 * 1024].map((kib) => kib * 1024);
const LARGE = 16 * 1024 * 1024;
const MANY = 32;
const FEW = 4;
/** Before code is compiled, it is the compiler that is measured. */
const WARM_UPS = 20;
const FEW_WARM_UPS = 1;
const ROUNDS = 15;
const IN_A_GRAPH = [1024, 1024 * 1024];
/** A road that is this many times slower than the other at 64 KiB is left out: it would take minutes at 64 MiB. */
const HOPELESS = 5;

const cluster = await Cluster.create({ workers: 2, scheduler: across, memoryLimit: "8GB", seed: 1 });
const bare = startBare();
const ours = await startOurs(cluster.info.route === "ports" ? "port" : "page");
const samples: Record<string, number[]> = {};
const roads = await findRoads();
const modes: readonly Mode[] = crossOriginIsolated ? ["moved", "copied", "shared"] : ["moved", "copied"];

for (const mode of modes) {
  for (const bytes of SIZES) for (const count of countsOf(mode, bytes)) await compare(mode, bytes, count);
}
ours.end();
for (const mode of modes) {
  for (const bytes of IN_A_GRAPH) {
    const place = `graph ${mode} ${bytes} ${MANY}`;
    for (let round = -WARM_UPS; round < ROUNDS; round++)
      await note(place, round, MANY, () => asGraph(mode, MANY, bytes));
  }
}
await cluster.close();
bare.end();
const result: Result = { route: cluster.info.route, isolated: crossOriginIsolated, samples };
await fetch("/result", { method: "POST", body: JSON.stringify(result) });

async function compare(mode: Mode, bytes: number, count: number): Promise<void> {
  const rounds = bytes < LARGE ? ROUNDS : 7; // to make large values takes long, outside of the time
  const place = `${bytes} ${count}`;
  for (let round = bytes < LARGE ? -WARM_UPS : -FEW_WARM_UPS; round < rounds; round++) {
    await note(`${mode} ${place} ours`, round, count, () => ours.run(mode, count, bytes));
    for (const road of roads) {
      const run = (how: BareMode) => () => bare.run(road, how, count, bytes);
      await note(`${mode} ${place} ${road}`, round, count, run(mode === "copied" ? "pooled" : mode));
      if (mode !== "copied" || bytes >= LARGE) continue;
      await note(`fresh ${place} ${road}`, round, count, run("fresh"));
      await note(`cloned ${place} ${road}`, round, count, run("cloned"));
    }
  }
}

/** How many at once: many where they are small; and few small ones too, beside which a large move is to cost the same. */
function countsOf(mode: Mode, bytes: number): readonly number[] {
  if (bytes >= LARGE) return [mode === "copied" ? 2 : FEW];
  return mode !== "copied" && bytes === SIZES[0] ? [FEW, MANY] : [MANY];
}

async function note(name: string, round: number, count: number, measure: () => Promise<number>): Promise<void> {
  const milliseconds = await measure();
  samples[name] ??= [];
  if (round >= 0) samples[name].push((1000 * milliseconds) / count);
  await new Promise((resolve) => setTimeout(resolve, 5)); // what was let go is gone
}

/** Makes a value; only what will be copied is filled, since to copy memory that was never touched costs nothing like it. */
function make(bytes: number, mode: Mode): Uint8Array {
  const list = mode === "shared" ? new Uint8Array(new SharedArrayBuffer(bytes)) : new Uint8Array(bytes);
  if (mode === "copied") list.fill(1);
  else list[0] = list[bytes - 1] = 1;
  return list;
}

function pass(): number {
  return 0;
}

function look(list: Uint8Array, _gate: number): number {
  return (list[0] as number) + (list[list.length - 1] as number);
}

/** The same in a cluster, with a task for each value; whoever holds on to values gets copies. */
async function asGraph(mode: Mode, count: number, bytes: number): Promise<number> {
  const values = Array.from({ length: count }, () => cluster.submit(make, bytes, mode));
  await cluster.run(() => 0);
  while (values.some((value) => value.status === "pending")) await new Promise((resolve) => setTimeout(resolve, 1));
  const start = performance.now();
  const gate = cluster.submit(pass); // until it is through, the values have been let go of, or not
  const looks = values.map((value) => cluster.submit(look, value, gate));
  if (mode === "moved") for (const value of values) value.release();
  const sums = await cluster.gather(looks);
  const elapsed = performance.now() - start;
  if (sums.some((sum) => sum !== 2)) throw new Error(`the values arrived as ${sums}, must be 2 each`);
  for (const future of [...values, gate, ...looks]) future.release();
  await cluster.run(() => 0);
  return elapsed;
}

async function findRoads(): Promise<readonly Road[]> {
  const times = { port: Number.POSITIVE_INFINITY, page: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 5; round++) {
    for (const road of ["port", "page"] as const) {
      times[road] = Math.min(times[road], await bare.run(road, "moved", 4, 65_536));
    }
  }
  const best = Math.min(times.port, times.page);
  return (["port", "page"] as const).filter((road) => times[road] < HOPELESS * best);
}
