// One random program on one simulated cluster, from the first submission until nothing is left.
import type { SchedulerName } from "../../src/scheduler/schedulers.ts";
import { TASKS } from "./program-outcomes.ts";
import { RandomProgram } from "./random-program.ts";
import { Simulation } from "./simulation.ts";

export interface RandomRun {
  readonly seed: number;
  readonly scheduler: SchedulerName;
  readonly tasks: number;
  /** Cores of each worker. */
  readonly cores: readonly number[];
  /** Percentage of tasks that throw. */
  readonly failing: number;
  readonly fragile: boolean;
  /** What happens to workers: nothing, joins and retirements, or deaths too. */
  readonly turmoil: "none" | "orderly" | "deadly";
  readonly trace?: boolean;
  /** The scheduler is in a thread of its own. */
  readonly answersLate?: boolean;
}

/** Runs the program, checks all results, releases everything and expects quiet. */
export async function runAtRandom(run: RandomRun): Promise<Simulation> {
  const { seed, scheduler, cores, turmoil, trace = false, answersLate = false } = run;
  const sim = new Simulation({ workers: cores, scheduler, seed, tasks: TASKS, trace, answersLate });
  const { random } = sim;
  const lossy = turmoil === "deadly";
  const { tasks, failing, fragile } = run;
  const program = new RandomProgram(sim.client, { random, tasks, failing, fragile, lossy });
  while (!program.isDone) {
    for (let acts = 1 + random.below(4); acts > 0; acts--) program.act();
    if (random.below(3) > 0) await sim.run(random.below(200));
    disturb(sim, turmoil);
  }
  const results = program.results();
  if (turmoil !== "none") {
    for (let i = random.below(8); i > 0; i--) {
      await sim.run(random.below(100));
      disturb(sim, turmoil);
    }
  }
  let checks: readonly (() => void)[] | undefined;
  let failure: unknown;
  results.then(
    (found) => {
      checks = found;
    },
    (error: unknown) => {
      failure = error;
    },
  );
  await sim.run();
  if (failure !== undefined) throw failure;
  if (checks === undefined) throw new Error("a result is left pending");
  for (const check of checks) check();
  program.releaseAll();
  await sim.run();
  sim.expectQuiet();
  return sim;
}

/** Workers come and go. One that stays is always left. */
function disturb(sim: Simulation, turmoil: RandomRun["turmoil"]): void {
  const { random, workers, reactor } = sim;
  if (turmoil === "none" || random.below(3) > 0) return;
  const staying = [...reactor.state.workers.byId.values()].filter((record) => record.leaving === undefined);
  const anyOf = <T>(items: readonly T[]): T => items[random.below(items.length)] as T;
  const kind = random.below(turmoil === "deadly" ? 4 : 2);
  if (kind === 0 && workers.size < 9) sim.addWorker(1 + random.below(3));
  else if (kind === 1 && staying.length > 1) {
    const leavers = [anyOf(staying).id, anyOf(staying).id].slice(0, 1 + random.below(Math.min(2, staying.length - 1)));
    sim.retire([...new Set(leavers)]);
  } else if (kind >= 2 && workers.size > 0) sim.kill(anyOf([...workers.keys()]));
}
