// What a cluster needs of the runtime it lives in. One implementation per family of runtimes, chosen by the package's
// conditional import "#platform"; no file but those knows where it runs.
import type { BootPhase } from "../base/errors.ts";
import type { StoreKind } from "../base/store-kind.ts";
import type { Channel, Port } from "../transport/port.ts";
import type { DeviceMemory } from "./memory-limit.ts";

/** Where workers come from: a script, or a function that starts one. */
export type WorkerSource = URL | string | (() => object);

/** A worker that has been started and has not said anything yet. */
export interface StartedWorker {
  readonly port: Port;
  /** The script, for error messages. */
  readonly url: string;
  /** Looks at the script after the worker died without a word: what is wrong with it, and how far it came. */
  diagnose(reason: Error): Promise<{ readonly phase: BootPhase; readonly advice: string }>;
}

export interface Platform {
  readonly runtime: "browser" | "deno" | "node" | "other";
  /** Whether this is the thread of a page, which can be left, frozen and come back. */
  readonly isPage?: boolean;
  /** Processor cores, as far as the runtime says. */
  readonly cores: number | undefined;
  /** What the runtime tells of its memory. */
  memory(): DeviceMemory;
  /** Where results go by default that do not fit into memory. */
  readonly spill: StoreKind | "none";
  /** Whether threads can be started; without them the cluster runs on this one. */
  readonly hasWorkers: boolean;
  /** Starts a thread; the package's own worker script by default. */
  startWorker(source: WorkerSource | undefined, name: string): StartedWorker;
  /** A channel whose ends can be posted to workers. */
  channel(): Channel;
  /** Opens an end of a channel here. */
  openPort(end: object): Port;
}
