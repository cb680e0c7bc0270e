// What a simulated cluster is made of.
import type { SchedulerFactory } from "../../src/scheduler/scheduler.ts";
import type { AnyFunction } from "../../src/worker/call-function.ts";
import type { StoreMood } from "./simulated-store.ts";

export interface SimulationOptions {
  /** Cores of each worker to begin with. */
  readonly workers: readonly number[];
  /** A name, or a factory. */
  readonly scheduler?: string | SchedulerFactory;
  readonly seed?: number;
  /** Default: any number. */
  readonly allowedFailures?: number;
  /** Functions that the workers serve. */
  readonly tasks?: Readonly<Record<string, AnyFunction>>;
  /** A worker that is killed gets a successor with as many cores. Default true. */
  readonly replace?: boolean;
  /** The scheduler is in a thread of its own: it hears and answers whenever. */
  readonly answersLate?: boolean;
  /** Keep a record of all instructions, in `instructions`. */
  readonly trace?: boolean;
  /** Managed bytes of each worker, and how its store is. Default: no limit and no store. */
  readonly memory?: SimulatedMemory;
}

export interface SimulatedMemory {
  readonly limit: number;
  readonly mood: StoreMood;
}
