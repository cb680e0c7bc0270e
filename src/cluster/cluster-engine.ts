// What `Cluster` needs of an engine, wherever it works: on this thread (`engine.ts`) or in a worker (`remote-engine.ts`).
import type { EngineError } from "../base/errors.ts";
import type { ClassContext } from "../client/actor-class.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { FunctionDefinition } from "../protocol/functions.ts";
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { TaskExplanation, TaskPlace } from "../reactor/explain.ts";
import type { RemoteScheduler } from "../reactor/remote-scheduler.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import type { TraceData } from "../trace/trace-data.ts";
import type { Port } from "../transport/port.ts";
import type { ClusterEvents } from "./events.ts";
import type { EngineInfo } from "./info.ts";
import type { Platform } from "./platform.ts";
import type { Recorder } from "./recorder.ts";
import type { ResidentActors } from "./resident-actors.ts";

/** What an engine works with, beside its choices. */
export interface EngineParts {
  readonly platform: Platform;
  readonly scheduler: Scheduler | RemoteScheduler;
  readonly recorder?: Recorder | undefined;
  /** The reactor has nothing to do for now. */
  readonly idle?: () => void;
}

/** What an engine needs of a client. */
export interface EngineClient {
  /** Whether nobody waits for anything. */
  readonly isIdle: boolean;
  receive(messages: readonly ReactorToClient[]): void;
  close(error: EngineError<"closed">): void;
}

/** What a line to a worker is for; its port is made by the engine. */
export interface ActorOffer {
  readonly kind: "actor-line";
  readonly definition: FunctionDefinition;
}

/** A line to the worker that an actor is to live on. */
export interface ActorLine {
  readonly worker: number;
  readonly port: Port;
}

export interface ClusterEngine {
  readonly name: string;
  readonly events: ClusterEvents;
  readonly info: EngineInfo;
  readonly actors: ResidentActors;
  /** Names that any function can use on a worker. */
  readonly globals: ReadonlySet<string>;
  /** Names of the tasks that the workers serve. */
  readonly served: readonly string[];
  /** What must be known to send a class. */
  readonly classContext: ClassContext;
  /** Starts the workers; one at least must come up, the others are tried again. @throws {EngineError} boot-failed */
  start(): Promise<void>;
  attach(client: EngineClient): void;
  fromClient(message: ClientToReactor): void;
  rememberPlain(source: string, fn: unknown): void;
  /** Undefined while there is no worker. @throws {EngineError} closed */
  openActorLine(offer: ActorOffer): ActorLine | undefined | Promise<ActorLine | undefined>;
  /** Somebody waits for an actor, or no longer. */
  waitForActors(more: 1 | -1): void;
  /** What each worker tells of its memory. */
  memory(): Promise<ReadonlyMap<number, WorkerMemory>>;
  /** What was recorded so far; undefined of a cluster that is not traced. */
  takeTrace(): Promise<TraceData | undefined>;
  explain(place: TaskPlace): Promise<TaskExplanation | undefined>;
  /** Ends when as many workers as were asked for last are there, and no other leaves or starts. */
  scale(workers: number): Promise<void>;
  /** Replaces a worker, or each in turn, by a new one that takes its results over. @throws {RangeError} no such worker */
  recycle(worker?: number): Promise<void>;
  /** The page was left and may be frozen: workers let go of what would keep it from that. */
  pageHidden(): void;
  /** The page is back after so many milliseconds, and its workers should be. */
  pageRestored(milliseconds: number): void;
  /** Ends workers and reactor; `error` is what everybody who waits hears. */
  close(error: EngineError<"closed">): void;
  /** As `close`, before there is a client. */
  end(reason?: unknown): void;
  /** Removes what workers have stored, after they were ended. */
  removeScratch(): Promise<void>;
}
