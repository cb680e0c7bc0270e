// `weft lab compare | scale | zero | aot`: runs the experiment where it is wanted, keeps each row as soon as it is there, and
// writes the report of all rows that there are.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Job, JobMessage } from "../lab/experiments/job.ts";
import type { ExperimentName } from "../lab/experiments/row.ts";
import type { ExperimentChoices } from "./experiment-choices.ts";
import { readChoices } from "./experiment-choices.ts";
import { exposeGc } from "./expose-gc.ts";
import type { LabLibrary } from "./lab-library.ts";
import { loadLab, thisRuntime } from "./lab-library.ts";
import { describeThisMachine } from "./machine.ts";
import { Problems } from "./problems.ts";
import { ProgressLine } from "./progress.ts";
import { ResultFile } from "./result-file.ts";
import { runElsewhere } from "./run-elsewhere.ts";
import { SchedulerModules } from "./scheduler-modules.ts";

const INTERRUPTED = 130;

export async function labExperiment(experiment: ExperimentName, args: readonly string[]): Promise<number> {
  exposeGc();
  const lab = await loadLab();
  const choices = readChoices(args, Object.keys(lab.schedulers));
  const stop = new AbortController();
  const stopNow = stopOnInterrupt(stop);
  const modules = new SchedulerModules(choices.schedulers);
  try {
    if (choices.part !== undefined) return await runPart(lab, experiment, choices, modules, stop.signal);
    return await runAll(lab, experiment, choices, modules, stop.signal);
  } finally {
    stopNow();
    await modules.remove();
  }
}

async function runAll(
  lab: LabLibrary,
  experiment: ExperimentName,
  choices: ExperimentChoices,
  modules: SchedulerModules,
  signal: AbortSignal,
): Promise<number> {
  const { quick, out, seed, json } = choices;
  const name = quick ? `${experiment}-quick` : experiment;
  await mkdir(out, { recursive: true });
  const file = await ResultFile.open(join(out, `${name}.jsonl`), choices.fresh);
  const progress = new ProgressLine(process.stderr, experiment);
  const problems = new Problems();
  const hear = (message: JobMessage): void => {
    switch (message.kind) {
      case "row":
        file.add(message.row);
        if (json) console.log(JSON.stringify(message.row));
        return;
      case "machine":
        return file.addMachine(describeThisMachine(message.machine));
      case "progress":
        return progress.show(message.progress);
      case "problem":
        progress.clear();
        problems.add(message.problem.message, `Cannot measure ${message.problem.key}: ${message.problem.message}`);
    }
  };
  for (const [at, runtime] of choices.runtimes.entries()) {
    if (signal.aborted) break;
    progress.begin(runtime);
    const how = at === 0 ? choices.how : choices.how === "simulated" ? undefined : "real"; // virtual time is the same everywhere
    if (how === undefined) continue;
    const graphs = choices.graphs && { graphs: choices.graphs };
    const job = { experiment, runtime, quick, how, seed, ...graphs, done: [...file.keys] };
    try {
      if (runtime === thisRuntime) await lab.runJob(await jobWith(job, modules), hear, signal);
      else await runElsewhere({ job, modules, hear, signal });
    } catch (error) {
      if (signal.aborted) break;
      progress.clear();
      const text = error instanceof Error ? error.message : String(error);
      problems.add(text, text);
    }
  }
  progress.end();
  const report = lab.reportOf({
    experiment,
    rows: file.rows,
    machines: file.machines,
    command: commandLine(experiment, choices),
  });
  await writeFile(join(out, `${name}.csv`), lab.reportCsv(file.rows));
  await writeFile(join(out, `${name}.html`), await lab.reportHtml(report));
  if (!json) console.log(`\n${lab.reportText(report)}\n`);
  console.error(`${file.rows.length} rows; report: ${join(out, `${name}.html`)}`);
  problems.close();
  if (signal.aborted) console.error("Stopped; the same command goes on from here");
  return signal.aborted ? INTERRUPTED : problems.count > 0 ? 1 : 0;
}

/** One runtime's part for a command that runs in another: rows and news as JSON lines. */
async function runPart(
  lab: LabLibrary,
  experiment: ExperimentName,
  { quick, seed, how, graphs, part = "", runtimes }: ExperimentChoices,
  modules: SchedulerModules,
  signal: AbortSignal,
): Promise<number> {
  const done = part === "-" ? [] : [...(await ResultFile.open(part, false)).keys];
  const job = { experiment, quick, seed, how, done, runtime: runtimes[0] ?? thisRuntime, ...(graphs && { graphs }) };
  await lab.runJob(await jobWith(job, modules), (message) => console.log(JSON.stringify(message)), signal);
  return 0;
}

async function jobWith(job: Job, modules: SchedulerModules): Promise<Job> {
  const schedulers = await modules.forThisRuntime();
  return schedulers === undefined ? job : { ...job, schedulers };
}

/** The first Ctrl-C stops when it can, the second one at once. */
function stopOnInterrupt(stop: AbortController): () => void {
  const onInterrupt = (): void => {
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort(new Error("It was stopped"));
  };
  process.on("SIGINT", onInterrupt);
  process.on("SIGTERM", onInterrupt);
  return () => {
    process.off("SIGINT", onInterrupt);
    process.off("SIGTERM", onInterrupt);
  };
}

function commandLine(experiment: ExperimentName, { quick, runtimes, seed }: ExperimentChoices): string {
  return `weft lab ${experiment}${quick ? " --quick" : ""} --in ${runtimes.join(",")} --seed ${seed}`;
}
