// What page and server say to each other when the server works in a worker: the client's messages, and everything else
// that a cluster can be asked. After the handshake of `boot.ts`; over the port that started the server's thread.
import { EngineError } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { TaskExplanation, TaskPlace } from "../reactor/explain.ts";
import type { SchedulerName } from "../scheduler/schedulers.ts";
import type { TraceData } from "../trace/trace-data.ts";
import type { ActorOffer } from "./cluster-engine.ts";
import type { ClusterEvent } from "./events.ts";
import type { EngineInfo, WorkerInfo } from "./info.ts";
import type { Choices } from "./options.ts";
import type { RouteName } from "./routes.ts";

/** A scheduler that can be loaded in any thread. */
export type SchedulerSource = SchedulerName | SchedulerModule;

/** The export `name`, a factory, of the module at an absolute URL. */
export interface SchedulerModule {
  readonly url: string;
  readonly name: string;
}

/** Choices that can travel: no functions, no objects of a class. */
export interface PlacedChoices extends Omit<Choices, "scheduler" | "worker" | "tasks"> {
  readonly scheduler: SchedulerSource;
  /** Whether the scheduler works in a thread of its own. */
  readonly schedulerThread: boolean;
  /** The workers' script; undefined: the package's own. */
  readonly worker: string | undefined;
}

/** The first message to a thread that runs the server's script: what it is to be. */
export type ServerHello = { readonly kind: "hello"; readonly version: number } & (
  | { readonly role: "server" }
  | { readonly role: "scheduler"; readonly scheduler: SchedulerSource; readonly seed: number }
);

/** Questions, each answered once, with what `Answers` says or with a failure. */
export type Question =
  /** Make the engine and start its workers; the first. */
  | { readonly kind: "start"; readonly choices: PlacedChoices }
  | { readonly kind: "scale"; readonly workers: number }
  /** Replace this worker, or each. */
  | { readonly kind: "recycle"; readonly worker: number | undefined }
  | { readonly kind: "explain"; readonly place: TaskPlace }
  | { readonly kind: "memory" }
  | { readonly kind: "trace" }
  /** Open a line to the worker that an actor is to live on. */
  | { readonly kind: "actor"; readonly offer: ActorOffer }
  /** End everything and remove what was stored; the last. */
  | { readonly kind: "close" };

export interface Answers {
  readonly start: Started;
  readonly scale: undefined;
  readonly recycle: undefined;
  readonly explain: TaskExplanation | undefined;
  readonly memory: ReadonlyMap<number, WorkerMemory>;
  readonly trace: TraceData | undefined;
  readonly actor: PlacedLine | undefined;
  readonly close: undefined;
}

export interface Started {
  readonly name: string;
  readonly globals: ReadonlySet<string>;
  readonly served: readonly string[];
  readonly info: EngineInfo;
}

/** This end of a line to a worker, and the number under which the server counts it. */
export interface PlacedLine {
  readonly worker: number;
  readonly line: number;
  readonly end: object;
}

export type PageToServer =
  | { readonly kind: "client"; readonly message: ClientToReactor }
  | { readonly kind: "ask"; readonly request: number; readonly question: Question }
  /** The page was left, and may be frozen. */
  | { readonly kind: "page-hidden" }
  /** The page is back. */
  | { readonly kind: "page-restored"; readonly milliseconds: number }
  /** An actor is gone: its worker has one less. */
  | { readonly kind: "line-closed"; readonly line: number };

export type ServerToPage =
  /** What a turn of the reactor had to say to the client, and how many tasks it remembers. */
  | { readonly kind: "client"; readonly messages: readonly ReactorToClient[]; readonly tasks: number }
  | { readonly kind: "answer"; readonly request: number; readonly value: unknown }
  | { readonly kind: "refused"; readonly request: number; readonly failure: Failure }
  /** Something happened in the cluster; with a worker that joined come its particulars. */
  | {
      readonly kind: "event";
      readonly event: ClusterEvent;
      readonly joined: WorkerInfo | undefined;
      readonly route: RouteName;
    }
  /** The actors of this worker are lost. */
  | { readonly kind: "actors-lost"; readonly worker: number; readonly reason: string }
  /** The engine cannot go on; told once. */
  | { readonly kind: "failed"; readonly failure: Failure };

const FROM_PAGE: ReadonlySet<string> = new Set([
  ...(["client", "ask", "line-closed", "page-hidden", "page-restored"] satisfies PageToServer["kind"][]),
]);
const FROM_SERVER: ReadonlySet<string> = new Set([
  ...(["client", "answer", "refused"] satisfies ServerToPage["kind"][]),
  ...(["event", "actors-lost", "failed"] satisfies ServerToPage["kind"][]),
]);

/** @throws {EngineError} protocol-violated */
export const parsePageMessage = (value: unknown): PageToServer => parse(value, FROM_PAGE) as PageToServer;

/** @throws {EngineError} protocol-violated */
export const parseServerMessage = (value: unknown): ServerToPage => parse(value, FROM_SERVER) as ServerToPage;

/** The first message to a thread of the server's. @throws {EngineError} protocol-violated */
export const parseServerHello = (value: unknown): ServerHello => parse(value, new Set(["hello"])) as ServerHello;

function parse(value: unknown, kinds: ReadonlySet<string>): unknown {
  const kind = typeof value === "object" && value !== null && "kind" in value ? String(value.kind) : typeof value;
  if (kinds.has(kind)) return value;
  const wanted = `must be one of ${[...kinds].join(", ")}`;
  throw new EngineError("protocol-violated", `Cannot read a message: found ${kind}, ${wanted}`, { found: kind });
}
