/**
 * `npm run chaos -- --runs 20000 [--seed 1] [--scheduler random] [--jobs 2]`: random programs on simulated clusters to which
 * everything happens, in virtual time, shared among the schedulers. What fails is made small and printed with the command
 * that runs it again (`--replay`).
 */
import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { cacheFolder, ensurePackages, root } from "./setup.mjs";

const SCHEDULERS = ["work-stealing", "random", "dask-like", "b-level", "t-level", "queued"];
/** Runs of one process: short enough that failures are told soon, long enough that starting costs nothing. */
const SHARE = 500;

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "2000" },
    seed: { type: "string" },
    scheduler: { type: "string" },
    jobs: { type: "string", default: String(availableParallelism()) },
    replay: { type: "string" },
  },
});

ensurePackages();
const script = await bundle();
if (values.replay === undefined) await runAll();
else {
  const { output, code } = await start({ replay: JSON.parse(values.replay) });
  console.log(code === 0 ? "It holds" : output);
  process.exitCode = code;
}

async function runAll() {
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
  const names = values.scheduler === undefined ? SCHEDULERS : [values.scheduler];
  const each = Math.ceil(Number(values.runs) / names.length);
  console.log(`${each} runs for each of ${names.join(", ")}: --seed ${seed}`);
  const orders = names.flatMap((scheduler) => sharesOf(scheduler, each, seed));
  const totals = new Map(names.map((name) => [name, { runs: 0, failures: 0 }]));
  const begin = performance.now();
  const work = async () => {
    for (let order = orders.shift(); order !== undefined; order = orders.shift()) {
      const total = /** @type {{ runs: number, failures: number }} */ (totals.get(order.scheduler));
      const { output, code } = await start(order);
      const found = code === 0 ? JSON.parse(output) : { failed: true, runs: 0, error: output };
      total.runs += found.runs;
      if (!found.failed) continue;
      total.failures++;
      console.log(
        `\n${order.scheduler}, --seed ${order.seed}, after ${found.runs} runs, shrunk ${found.shrinks} times:`,
      );
      console.log(found.error);
      if (found.run !== undefined) console.log(`npm run chaos -- --replay '${JSON.stringify(found.run)}'`);
    }
  };
  await Promise.all(Array.from({ length: Number(values.jobs) }, work));
  const seconds = (performance.now() - begin) / 1000;
  let all = 0;
  for (const [name, { runs, failures }] of totals) {
    all += runs;
    console.log(`${name.padEnd(14)} ${runs} runs, ${failures} failures`);
    if (failures > 0) process.exitCode = 1;
  }
  console.log(`${all} runs in ${seconds.toFixed(0)} s, ${(all / seconds).toFixed(0)} per second`);
}

/** @param {string} scheduler @param {number} runs @param {number} seed */
function sharesOf(scheduler, runs, seed) {
  const shares = [];
  for (let done = 0; done < runs; done += SHARE) {
    shares.push({ scheduler, numRuns: Math.min(SHARE, runs - done), seed: (seed + done) | 0 });
  }
  return shares;
}

/** @param {object} order @returns {Promise<{ output: string, code: number }>} */
function start(order) {
  const child = spawn(process.execPath, [script, JSON.stringify(order)], { cwd: root });
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  return new Promise((resolve) => child.on("close", (code) => resolve({ output, code: code ?? 1 })));
}

/** Node 20 reads no TypeScript. `expect` is chai's here: Vitest's works in its own runner alone. */
async function bundle() {
  const { build } = await import("esbuild");
  const outfile = join(cacheFolder(), "chaos.mjs");
  await build({
    entryPoints: [join(root, "test/chaos/chaos-entry.ts")],
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: "inline",
    alias: { vitest: "chai" },
    logLevel: "warning",
    outfile,
  });
  return outfile;
}
