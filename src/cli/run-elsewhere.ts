// An experiment's part in another runtime: the same command in another process, or a page in Chromium.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Job, JobMessage } from "../lab/experiments/job.ts";
import type { Elsewhere } from "./elsewhere.ts";
import { findProgram } from "./find-program.ts";
import { distUrl } from "./lab-library.ts";
import { runInChromium } from "./run-in-chromium.ts";

/** Ends when the part is done or `signal` is aborted. @throws if the runtime is not there, or fails */
export function runElsewhere(order: Elsewhere): Promise<void> {
  return order.job.runtime === "chromium" ? runInChromium(order) : runInProcess(order);
}

async function runInProcess({ job, modules, hear, signal }: Elsewhere): Promise<void> {
  const command = fileURLToPath(new URL("weft.js", distUrl));
  const program = findProgram(job.runtime);
  const flags =
    job.runtime === "deno"
      ? ["run", "--allow-all", "--no-lock", "--v8-flags=--expose-gc", command]
      : ["--expose-gc", command];
  const folder = await mkdtemp(join(tmpdir(), "weft-"));
  try {
    const done = join(folder, "done.jsonl");
    await writeFile(done, job.done.map((key) => `${JSON.stringify({ key })}\n`).join(""));
    const args = [
      ...["lab", job.experiment, "--in", job.runtime, "--seed", String(job.seed), "--part", done],
      ...flagsOf(job),
      ...modules.flag,
    ];
    await runProcess(program, [...flags, ...args], hear, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function flagsOf({ quick, how, graphs }: Job): string[] {
  return [
    ...(quick ? ["--quick"] : []),
    ...(how === "both" ? [] : ["--only", how]),
    ...(graphs === undefined ? [] : ["--graphs", graphs.join(",")]),
  ];
}

function runProcess(
  program: string,
  args: readonly string[],
  hear: (message: JobMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const stop = (): void => void child.kill("SIGINT");
  signal.addEventListener("abort", stop);
  let errors = "";
  child.stderr.on("data", (data: Buffer) => {
    errors = (errors + String(data)).slice(-2000);
  });
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => hear(JSON.parse(line) as JobMessage));
  return new Promise<void>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 || signal.aborted) resolve();
      else reject(new Error(`${program} ended with code ${code}: ${errors.trim()}`));
    });
  }).finally(() => signal.removeEventListener("abort", stop));
}
