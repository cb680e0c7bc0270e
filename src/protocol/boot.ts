// The handshake that starts a worker. It ends before the first envelope is sent.
import type { BootPhase } from "../base/errors.ts";
import type { StoreKind } from "../base/store-kind.ts";
import type { PartName } from "./part.ts";

/** The version of this protocol; both sides must have the same. */
export const PROTOCOL_VERSION = 2;

/** The first message of a worker: now it hears. What was sent while its script was loading may be lost. */
export interface Listening {
  readonly kind: "listening";
}

/** The first message to a worker, or from a worker of several cores to a thread that it started from its own script. */
export interface Hello {
  readonly kind: "hello";
  readonly version: number;
  /** A worker keeps results and speaks to the reactor; its executors run tasks for it. */
  readonly role: "worker" | "executor";
  /** The worker's number; an executor has its worker's. */
  readonly worker: number;
  /** Tasks to run at once; a worker starts an executor for each if they are several. */
  readonly cores: number;
  /** Whether there are other workers: the part of the script for them can be loaded ahead. */
  readonly hasPeers?: boolean;
  /** Parts of the script that are not beside it, as texts: what an executor's worker had to ask for. */
  readonly parts?: Partial<Readonly<Record<PartName, string>>>;
  /** Whether the worker is to list the names of its global scope. */
  readonly listGlobals: boolean;
  /** Whether functions may arrive as source text. */
  readonly allowSource: boolean;
  /** The worker's share of the cluster's memory limit, in managed bytes. */
  readonly memoryLimit: number;
  /** When the trace began, in milliseconds since the epoch; absent: no times are to be told. */
  readonly traceStart?: number | undefined;
  /** Where results go that do not fit, under the name of the cluster's scratch; undefined: nowhere. */
  readonly spill: SpillPlace | undefined;
}

/** Where a worker stores results. */
export interface SpillPlace {
  readonly kind: StoreKind | "auto";
  /** Names the cluster's scratch. */
  readonly session: string;
  /** Why nothing can be stored there; undefined if nothing is known to be in the way. */
  readonly obstacle: string | undefined;
}

/** The worker's answer: it can work now. */
export interface Ready {
  readonly kind: "ready";
  readonly version: number;
  /** Names of the functions it serves. */
  readonly tasks: readonly string[];
  /** Names of its global scope, if asked for. */
  readonly globals: readonly string[];
  /** Of a scheduler's thread: how its scheduler calls itself. */
  readonly scheduler?: string;
}

/** The worker's answer: it cannot. */
export interface NotReady {
  readonly kind: "not-ready";
  /** How far it came: "ready" unless it could not start its executors. */
  readonly phase: BootPhase;
  readonly text: string;
}

export type BootReply = Listening | Ready | NotReady;
