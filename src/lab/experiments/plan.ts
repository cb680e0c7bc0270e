// What an experiment is going to measure, as data and closures: cells in blocks. The cells of a block are measured in turn
// (A B A B), so that what changes on the machine meanwhile changes all of them.
import type { SchedulerFactory } from "../../scheduler/scheduler.ts";
import type { RowFacts } from "./row.ts";

/** One number to find out. */
export interface Cell {
  readonly facts: RowFacts;
  /** Takes one sample in the row's unit. */
  measure(sample: number, signal: AbortSignal): Promise<number>;
}

export interface Block {
  /** What is shown while it is measured. */
  readonly label: string;
  readonly cells: readonly Cell[];
  /** Rounds that do not count. */
  readonly warmUps: number;
  /** Rounds that count. Fewer, but at least 2 (or all of fewer), when `budget` milliseconds are over. */
  readonly rounds: number;
  readonly budget: number;
  /** Lets go of what the block alone needs. */
  close?(): void | Promise<void>;
}

export interface Plan {
  readonly blocks: readonly Block[];
  /** Lets go of what blocks share. */
  close(): Promise<void>;
}

/** A scheduler as a user names it. */
export interface NamedScheduler {
  readonly name: string;
  readonly make: SchedulerFactory;
}

export interface ExperimentOptions {
  /** A few minutes instead of hours: fewer graphs and samples, cheaper tasks. */
  readonly quick?: boolean;
  /** How rows name this runtime. Default: node, deno or browser. */
  readonly runtime?: string;
  /** Default: those that come with the engine and have a place in the experiment. */
  readonly schedulers?: readonly NamedScheduler[];
  /** Names of Table I. Default: those of the paper's figure. */
  readonly graphs?: readonly string[];
  /** Makes random choices repeatable. Default 1. */
  readonly seed?: number;
  /** Whether to measure on real threads, to simulate, or both. Default both. */
  readonly how?: "real" | "simulated" | "both";
  /** Keys of rows that are there already. */
  readonly done?: ReadonlySet<string>;
  readonly signal?: AbortSignal;
  /** Told before each sample. */
  onProgress?(progress: Progress): void;
  /** Told of a measurement that failed; the others go on. */
  onProblem?(problem: Problem): void;
}

export interface Progress {
  /** The part of all samples that has been taken, 0 to 1. */
  readonly share: number;
  /** What is being measured. */
  readonly label: string;
}

export interface Problem {
  /** The key of the row that is missing. */
  readonly key: string;
  readonly message: string;
}
