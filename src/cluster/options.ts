// What users can choose when they create a cluster, checked at once.

import type { StoreKind } from "../base/store-kind.ts";
import type { SchedulerFactory } from "../scheduler/scheduler.ts";
import type { SchedulerName } from "../scheduler/schedulers.ts";
import { defaultMemoryLimit, parseMemoryLimit } from "./memory-limit.ts";
import type { Platform, WorkerSource } from "./platform.ts";
import type { RouteName } from "./routes.ts";

export interface ClusterOptions {
  /** Number of workers, 1 to 2048. Default: the machine's cores less one for the page, at least 2, at most 16. */
  readonly workers?: number;
  /** Tasks that each worker runs at once, 1 to 64; a task that is not asynchronous has its thread for itself. Default 1. */
  readonly cores?: number;
  /** Groups of workers between which transfers cost more; workers are spread evenly. Default 1. */
  readonly nodes?: number;
  /** By name, a factory of your own, or an object that says more; see `SchedulerChoice`. Default "work-stealing". */
  readonly scheduler?: SchedulerName | SchedulerFactory | SchedulerChoice;
  /**
   * Where reactor and scheduler work: on this thread, in slices of a few milliseconds, or in a worker of their own, which
   * goes on while this thread is busy. Default "main".
   */
  readonly server?: ServerPlace;
  /** Makes random choices repeatable, 0 to 2^32 - 1. Default: a new one each time; see `info`. */
  readonly seed?: number;
  /** The workers' script, which calls `serve`, or a function that starts a worker. Default: the package's own. */
  readonly worker?: WorkerSource;
  /** Functions that workers serve where there are no threads. */
  readonly tasks?: Readonly<Record<string, unknown>>;
  /** Whether plain functions may be sent as source text. Default true. */
  readonly allowSource?: boolean;
  /** How many workers may be lost under a task before it fails (ten times as often with its result), 0 or more. Default 3. */
  readonly allowedFailures?: number;
  /**
   * Milliseconds that a running task has to end after it was cancelled or its time was up; then its worker is replaced, and
   * what else was there is computed elsewhere. Infinity: for ever. Default 1,000. Where there are no threads a task that
   * does not give way cannot be ended, and its time limit is only looked at when it has.
   */
  readonly graceTime?: number;
  /**
   * Managed bytes of results in memory, of all workers together: a number or a text like "512MB"; each worker has an
   * equal share. Default: a safe share of what the device reports; see `info`.
   */
  readonly memoryLimit?: number | string;
  /**
   * Where results go that do not fit into memory: a kind of store, "auto" for the fastest that is found, or "none".
   * Default: "indexeddb" in pages, "files" in Deno and Node.
   */
  readonly spill?: SpillChoice;
  /** Milliseconds within which a worker must answer after its start. Default 15,000. */
  readonly bootTimeout?: number;
  /**
   * Whether `run` uses the ports to workers that are there anyway. With false each call makes a port to every worker and
   * closes it with the answer: slower, with the same results; to show what keeping ports is worth. Default true.
   */
  readonly reuseBroadcastPorts?: boolean;
  /**
   * How data goes from worker to worker: over ports of their own, or handed on by the thread that created the cluster.
   * Default "auto": what is clearly faster here, measured when the first cluster starts; see `info.route`.
   */
  readonly route?: RouteName | "auto";
  /**
   * Whether to record what happens, for `trace()` and `report()`: the last 32 MB of it, some 350,000 tasks, or as many
   * bytes as `capacity` says. Default false.
   */
  readonly trace?: TraceChoice;
}

/** Whether what happens is recorded; `capacity`: bytes. */
export type TraceChoice = boolean | { readonly capacity?: number };

/**
 * A scheduler that comes with the engine, or the export of a module (default "default") at an absolute URL that is a
 * factory. With `thread` it works in a thread of its own: the server goes on while it decides.
 */
export type SchedulerChoice =
  | { readonly name: SchedulerName; readonly thread?: boolean }
  | { readonly url: string | URL; readonly name?: string; readonly thread?: boolean };

/** Where reactor and scheduler work. */
export type ServerPlace = "main" | "worker";

/** Where results go that do not fit into memory. */
export type SpillChoice = StoreKind | "auto" | "none";

/** Options with every choice made. */
export interface Choices {
  readonly workers: number;
  readonly cores: number;
  readonly nodes: number;
  /** What is an object, and a server that is elsewhere, is looked at in `placements.ts`. */
  readonly scheduler: SchedulerName | SchedulerFactory | SchedulerChoice;
  readonly server: ServerPlace;
  readonly seed: number;
  readonly worker: WorkerSource | undefined;
  readonly tasks: Readonly<Record<string, unknown>>;
  readonly allowSource: boolean;
  readonly allowedFailures: number;
  readonly graceTime: number;
  /** In bytes. */
  readonly memoryLimit: number;
  readonly spill: SpillChoice;
  readonly bootTimeout: number;
  readonly reuseBroadcastPorts: boolean;
  readonly route: RouteName | "auto";
  /** Looked at in `tracing.ts`. */
  readonly trace: TraceChoice;
}

const SPILL_CHOICES: readonly SpillChoice[] = ["auto", "indexeddb", "opfs", "files", "memory", "none"];

const KNOWN = new Set<string>([
  "workers",
  "cores",
  "nodes",
  "scheduler",
  "server",
  "seed",
  "worker",
  "tasks",
  "allowSource",
  "allowedFailures",
  "graceTime",
  "memoryLimit",
  "spill",
  "bootTimeout",
  "reuseBroadcastPorts",
  "route",
  "trace",
] satisfies (keyof ClusterOptions)[]);

/** @throws {TypeError | RangeError} naming the option, what it is and what it must be */
export function chooseOptions(options: ClusterOptions, platform: Platform, freshSeed: () => number): Choices {
  for (const name of Object.keys(options)) {
    if (!KNOWN.has(name))
      throw new TypeError(
        `Cannot create a cluster: option "${name}" is unknown, must be one of ${[...KNOWN].join(", ")}`,
      );
  }
  return {
    workers: wholeNumber("workers", options.workers ?? defaultWorkers(platform), 1, 2048),
    cores: wholeNumber("cores", options.cores ?? 1, 1, 64),
    nodes: wholeNumber("nodes", options.nodes ?? 1, 1, 2048),
    scheduler: options.scheduler ?? "work-stealing",
    server: options.server ?? "main",
    seed: wholeNumber("seed", options.seed ?? freshSeed(), 0, 0xffff_ffff),
    worker: options.worker,
    tasks: options.tasks ?? {},
    allowSource: options.allowSource ?? true,
    allowedFailures: numberOrInfinity("allowedFailures", options.allowedFailures ?? 3, Number.MAX_SAFE_INTEGER),
    graceTime: numberOrInfinity("graceTime", options.graceTime ?? 1000, 2 ** 31 - 1),
    memoryLimit:
      options.memoryLimit === undefined ? defaultMemoryLimit(platform.memory()) : parseMemoryLimit(options.memoryLimit),
    spill: chooseSpill(options.spill, platform),
    reuseBroadcastPorts: options.reuseBroadcastPorts ?? true,
    bootTimeout: wholeNumber("bootTimeout", options.bootTimeout ?? 15_000, 1, 2 ** 31 - 1),
    route: routeName(options.route ?? "auto"),
    trace: options.trace ?? false,
  };
}

function routeName(route: unknown): Choices["route"] {
  if (route === "auto" || route === "ports" || route === "page") return route;
  throw new TypeError(`Cannot create a cluster: "route" is ${String(route)}, must be "auto", "ports" or "page"`);
}

function chooseSpill(choice: SpillChoice | undefined, platform: Platform): SpillChoice {
  if (choice === undefined) return platform.spill;
  if (SPILL_CHOICES.includes(choice)) return choice;
  const known = SPILL_CHOICES.map((each) => `"${each}"`).join(", ");
  throw new TypeError(`Cannot create a cluster: "spill" is ${JSON.stringify(choice)}, must be one of ${known}`);
}

function defaultWorkers(platform: Platform): number {
  if (!platform.hasWorkers) return 1;
  const cores = platform.cores;
  const known = cores !== undefined && Number.isFinite(cores) && cores > 0 ? Math.floor(cores) : 4;
  return Math.min(16, Math.max(2, known - 1));
}

function numberOrInfinity(name: string, value: number, most: number): number {
  return value === Number.POSITIVE_INFINITY ? value : wholeNumber(name, value, 0, most);
}

/** @throws {RangeError} unless `value` is a whole number within the limits */
export function wholeNumber(
  name: string,
  value: number,
  least: number,
  most: number,
  action = "create a cluster",
): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(
    `Cannot ${action}: "${name}" is ${String(value)}, must be a whole number from ${least} to ${most}`,
  );
}
