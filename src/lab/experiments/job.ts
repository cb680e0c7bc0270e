// An experiment that is run somewhere else, by a page or another process: the order, and what is told back. All of it is
// plain data that passes through JSON.
import type { Scheduler, SchedulerFactory } from "../../scheduler/scheduler.ts";
import { findScheduler } from "../../scheduler/schedulers.ts";
import { aot } from "./aot.ts";
import { compare } from "./compare.ts";
import type { Machine } from "./machine.ts";
import { describeMachine } from "./machine.ts";
import type { NamedScheduler, Problem, Progress } from "./plan.ts";
import type { ExperimentName, ExperimentRow } from "./row.ts";
import { scale } from "./scale.ts";
import { zero } from "./zero.ts";

export interface Job {
  readonly experiment: ExperimentName;
  readonly runtime: string;
  readonly quick: boolean;
  readonly how: "real" | "simulated" | "both";
  readonly seed: number;
  /** Default: the experiment's own. */
  readonly graphs?: readonly string[];
  readonly schedulers?: readonly SchedulerChoice[];
  /** Keys of rows that are there already. */
  readonly done: readonly string[];
}

/** A scheduler that comes with the engine, or the default export of a module. */
export interface SchedulerChoice {
  readonly name: string;
  readonly url?: string;
}

export type JobMessage =
  | { readonly kind: "machine"; readonly machine: Machine }
  | { readonly kind: "row"; readonly row: ExperimentRow }
  | { readonly kind: "progress"; readonly progress: Progress }
  | { readonly kind: "problem"; readonly problem: Problem };

const EXPERIMENTS = { compare, scale, zero, aot } as const;

/** Runs it here. @throws {TypeError} if a module exports no scheduler */
export async function runJob(
  { experiment, done, schedulers, ...options }: Job,
  tell: (message: JobMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const chosen = schedulers && (await Promise.all(schedulers.map(loadScheduler)));
  tell({ kind: "machine", machine: describeMachine(options.runtime) });
  const rows = EXPERIMENTS[experiment]({
    ...options,
    ...(chosen && { schedulers: chosen }),
    ...{ done: new Set(done), signal },
    onProgress: (progress) => tell({ kind: "progress", progress }),
    onProblem: (problem) => tell({ kind: "problem", problem }),
  });
  for await (const row of rows) tell({ kind: "row", row });
}

async function loadScheduler({ name, url }: SchedulerChoice): Promise<NamedScheduler> {
  if (url === undefined) return { name, make: findScheduler(name) };
  const { default: found } = (await import(url)) as { readonly default?: unknown };
  if (typeof found !== "function")
    throw new TypeError(
      `Cannot use scheduler "${name}": its default export is ${found === undefined ? "missing" : `a ${typeof found}`}, must be a class or a function that makes a scheduler`,
    );
  return { name, make: isClass(found) ? (seed) => new (found as SchedulerClass)(seed) : (found as SchedulerFactory) };
}

type SchedulerClass = new (seed: number) => Scheduler;

const isClass = (found: object): boolean => /^class\b/.test(Function.prototype.toString.call(found));
