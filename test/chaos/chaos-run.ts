// One random program on one simulated cluster to which things happen, until nothing is left of it. Everything is decided
// by the run's data: the seed for what the program does and the order of deliveries, a list for what goes wrong.
import { isEngineError } from "../../src/base/errors.ts";
import { seededRandom } from "../../src/base/random.ts";
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { TASKS } from "../support/program-outcomes.ts";
import { RandomProgram } from "../support/random-program.ts";
import { Simulation } from "../support/simulation.ts";
import type { SimulatedMemory } from "../support/simulation-options.ts";
import type { Fault } from "./faults.ts";
import { commit, endFaults } from "./faults.ts";

export interface ChaosRun {
  readonly seed: number;
  readonly scheduler: SchedulerName;
  /** The scheduler is in a thread of its own. */
  readonly answersLate: boolean;
  readonly tasks: number;
  /** Cores of each worker. */
  readonly cores: readonly number[];
  /** Percentage of tasks that throw. */
  readonly failing: number;
  /** Data with no lineage is among the inputs. */
  readonly fragile: boolean;
  /** Tasks are cancelled, limited in time, tried again, pinned; some hang. */
  readonly demanding: boolean;
  /** Absent: any number. */
  readonly allowedFailures?: number;
  /** Absent: no limit. */
  readonly memory?: SimulatedMemory;
  readonly faults: readonly Fault[];
}

/** @throws whatever does not hold: an invariant, a value, an error that does not say what happened, a promise that is left, a row that is left */
export async function runChaos(run: ChaosRun): Promise<void> {
  const { seed, scheduler, answersLate, cores, memory, allowedFailures } = run;
  const sim = new Simulation({
    workers: cores,
    scheduler,
    seed,
    answersLate,
    tasks: TASKS,
    ...(memory && { memory }),
    ...(allowedFailures !== undefined && { allowedFailures }),
  });
  const random = seededRandom(~seed);
  const { tasks, failing, fragile, demanding: isDemanding } = run;
  const lossy =
    isDemanding || memory?.mood === "forgetful" || run.faults.some(({ kind }) => kind === "kill" || kind === "hang");
  const isExcused = (error: unknown): boolean => isFault(run, error);
  const program = new RandomProgram(sim.client, {
    ...{ random, tasks, failing, fragile, lossy, isDemanding, isExcused },
    workers: () => [...sim.workers.keys()],
  });
  const faults = [...run.faults];
  while (!program.isDone) {
    for (let acts = 1 + random.below(4); acts > 0; acts--) program.act();
    if (random.below(3) > 0) await sim.run(random.below(80));
    if (random.below(2) === 0) await commitNext(sim, faults);
  }
  program.finish();
  const results = program.results();
  while (faults.length > 0) await commitNext(sim, faults);
  endFaults(sim);
  for (const check of await ended(sim, results)) check();
  program.releaseAll();
  await sim.run();
  sim.expectQuiet();
}

async function commitNext(sim: Simulation, faults: Fault[]): Promise<void> {
  const fault = faults.shift();
  if (fault === undefined) return;
  await sim.run(fault.after);
  commit(sim, fault);
}

/** What a promise comes to when nothing more can happen. */
async function ended<T>(sim: Simulation, promise: Promise<T>): Promise<T> {
  let outcome: { readonly value: T } | { readonly error: unknown } | undefined;
  promise.then(
    (value) => {
      outcome = { value };
    },
    (error: unknown) => {
      outcome = { error };
    },
  );
  await sim.run();
  if (outcome === undefined) throw new Error("a result is left pending");
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}

/** Errors that say of a task that the cluster could not do it. */
function isFault({ allowedFailures, memory, demanding }: ChaosRun, error: unknown): boolean {
  if (demanding && (isEngineError(error, "timed-out") || isEngineError(error, "workers-gone"))) return true;
  if (allowedFailures !== undefined && isEngineError(error, "worker-lost")) return true;
  return memory !== undefined && isEngineError(error, "memory-exceeded");
}
