// What a cluster loads only if it is traced.
import { DEFAULT_CAPACITY } from "../trace/event-log.ts";
import { Trace } from "../trace/trace.ts";
import type { TraceAbout, TraceData } from "../trace/trace-data.ts";
import type { ClusterInfo } from "./cluster.ts";
import type { TraceChoice } from "./options.ts";
import type { Platform } from "./platform.ts";
import { Recorder } from "./recorder.ts";

/** @throws {TypeError} if the choice is none; undefined if nothing is to be recorded */
export function makeRecorder(choice: TraceChoice): Recorder | undefined {
  if (choice === false) return undefined;
  return new Recorder(capacityOf(choice), () => performance.now(), performance.timeOrigin);
}

/** @throws {TypeError} if nothing was recorded */
export function takeTrace(data: TraceData | undefined, info: ClusterInfo, platform: Platform): Trace {
  if (data === undefined) {
    throw new TypeError("Cannot take a trace: nothing was recorded, must be Cluster.create({ trace: true })");
  }
  return new Trace(data, aboutOf(info, platform));
}

function capacityOf(choice: Exclude<TraceChoice, false>): number {
  if (choice === true) return DEFAULT_CAPACITY;
  const capacity = (choice as { readonly capacity?: unknown } | null)?.capacity ?? DEFAULT_CAPACITY;
  if (typeof choice === "object" && typeof capacity === "number" && capacity > 0) return capacity;
  const given = JSON.stringify(choice);
  throw new TypeError(
    `Cannot create a cluster: "trace" is ${given}, must be true, false or like { capacity: 64_000_000 }`,
  );
}

function aboutOf(info: ClusterInfo, platform: Platform): TraceAbout {
  const cores = info.workers.reduce((sum, worker) => sum + worker.cores, 0);
  const nodes = new Set(info.workers.map(({ node }) => node)).size;
  const { bytes } = platform.memory();
  return {
    Scheduler: info.scheduler,
    Workers: info.workers.length,
    ...(cores > info.workers.length ? { Cores: cores } : {}),
    ...(nodes > 1 ? { Nodes: nodes } : {}),
    Route: info.route,
    Spill: info.spill,
    "Memory limit": info.memoryLimit,
    Seed: info.seed,
    Runtime: runtimeOf(info),
    ...(platform.cores === undefined ? {} : { Processors: platform.cores }),
    ...(bytes === undefined ? {} : { "Device memory": bytes }),
  };
}

function runtimeOf({ runtime }: ClusterInfo): string {
  const { process, Deno, navigator } = globalThis as Runtimes;
  if (runtime === "node" && process !== undefined) return `Node ${process.version}`;
  if (runtime === "deno" && Deno !== undefined) return `Deno ${Deno.version.deno}`;
  return navigator?.userAgent ?? runtime;
}

interface Runtimes {
  readonly process?: { readonly version: string };
  readonly Deno?: { readonly version: { readonly deno: string } };
  readonly navigator?: { readonly userAgent?: string };
}
