// What a worker's driver is given by the thread it runs on.
import type { LineOffer } from "../protocol/line.ts";
import type { PeerOffer } from "../protocol/peer.ts";
import type { Port } from "../transport/port.ts";
import type { Executors } from "./executors.ts";
import type { FunctionStore } from "./function-store.ts";
import type { Execute } from "./instructions.ts";
import type { SpillHost } from "./spill-port.ts";

/** What is loaded when it is needed. Each is loaded once, however often it is asked for. */
export interface WorkerParts {
  exchange(): Promise<typeof import("./exchange-entry.ts")>;
  large(): Promise<typeof import("./large-entry.ts")>;
  readonly spill: SpillHost["load"];
  readonly pack: SpillHost["loadPack"];
  readonly unpack: SpillHost["loadUnpack"];
}

export interface WorkerHost {
  readonly cores: number;
  /** This worker's share of the cluster's limit, in managed bytes. */
  readonly memoryLimit: number;
  /** Where results go that do not fit; undefined: nowhere. */
  readonly spill: SpillHost["place"];
  /** The threads that run tasks, if not this one does. */
  readonly executors?: Executors<Execute>;
  readonly functions: FunctionStore;
  readonly parts: WorkerParts;
  /** The port to the reactor. */
  readonly reactor: Port;
  /** Opens this end of a route to another worker. */
  openRoute(offer: PeerOffer): Port;
  /** A route has ended; another may be offered. */
  routeLost(link: number): void;
  /** A port of its own to the page, for one purpose. */
  openLine(offer: LineOffer): void;
  /** The worker was told to stop. */
  stopped(): void;
  now(): number;
  /** Calls back after messages that are due. */
  defer(callback: () => void): void;
  /** Calls back after some milliseconds; returns how to have it not call. */
  wait(milliseconds: number, callback: () => void): () => void;
  /** The worker cannot go on: whoever started it is to hear why. */
  failed(error: Error): void;
}
