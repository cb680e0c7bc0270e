// What is told of a cluster and of its workers.
import type { SpillChoice } from "./options.ts";
import type { Platform } from "./platform.ts";
import type { RouteName } from "./routes.ts";

export interface WorkerInfo {
  readonly worker: number;
  readonly cores: number;
  readonly node: number;
  /** Actors that live there. */
  readonly actors: number;
}

export interface EngineInfo {
  /** Managed bytes of results in memory that all workers together may have. */
  readonly memoryLimit: number;
  /** Where results go that do not fit; "auto": what a worker finds when its memory is full. */
  readonly spill: SpillChoice;
  readonly runtime: Platform["runtime"];
  /** "workers", or "one" where the runtime has none and everything runs on this thread. */
  readonly threads: "workers" | "one";
  readonly workers: readonly WorkerInfo[];
  readonly scheduler: string;
  /** How data goes from worker to worker: "ports", directly, or "page", handed on by this thread. */
  readonly route: RouteName;
  /** Tasks that the reactor remembers. */
  readonly tasks: number;
}
