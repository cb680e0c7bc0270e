// The boundary: what arrives from another thread is looked at once, before a machine sees it.
import { EngineError } from "../base/errors.ts";
import type { BootReply, Hello } from "./boot.ts";
import type { ExecutorToWorker, WorkerToExecutor } from "./executor.ts";
import type { PeerOffer, ProbeOrder, ProbeReport, RouteLost } from "./peer.ts";
import type { ReactorToWorker } from "./reactor-to-worker.ts";
import { isWorkerMessage } from "./worker-shapes.ts";
import type { WorkerToReactor } from "./worker-to-reactor.ts";
import type { SpareBuffers, WorkerToWorker } from "./worker-to-worker.ts";

/** The columns that a message of each kind must bring; its other fields come from our own code on the other side. */
type ColumnsOf<Message extends { readonly kind: string }> = Readonly<Record<Message["kind"], readonly string[]>>;

const FROM_REACTOR: ColumnsOf<ReactorToWorker> = {
  functions: [],
  store: ["tasks"],
  gather: ["tasks", "positions"],
  compute: ["tasks"],
  free: ["tasks"],
  retract: ["tasks"],
  interrupt: [],
  context: [],
  replicate: ["tasks"],
  run: [],
  "limit-memory": [],
  "report-memory": [],
  "rest-store": [],
  "peer-lost": [],
  stop: [],
};

const FROM_PEER: ColumnsOf<WorkerToWorker | SpareBuffers> = { fetch: ["tasks"], data: [], spare: [] };

/** What a reactor sent to a worker. @throws {EngineError} protocol-violated */
export const parseReactorEnvelope = (value: unknown): readonly ReactorToWorker[] =>
  parseEnvelope<ReactorToWorker>(value, (message) => isMessage(message, FROM_REACTOR));

/** What a worker sent to the reactor; a task of a user may have posted it too. @throws {EngineError} protocol-violated */
export const parseWorkerEnvelope = (value: unknown): readonly WorkerToReactor[] =>
  parseEnvelope<WorkerToReactor>(value, isWorkerMessage);

/** What a worker sent to another, or undefined if it is nothing of ours. */
export function parsePeerMessage(value: unknown): WorkerToWorker | SpareBuffers | undefined {
  return isMessage(value, FROM_PEER) ? (value as WorkerToWorker | SpareBuffers) : undefined;
}

const TO_EXECUTOR: ColumnsOf<WorkerToExecutor> = { define: [], execute: [], call: [] };

const FROM_EXECUTOR: ColumnsOf<ExecutorToWorker> = { ended: [], "ended-late": [], call: [] };

/** What a worker sent to one of its executors. @throws {EngineError} protocol-violated */
export function parseExecutorOrder(value: unknown): WorkerToExecutor {
  if (isMessage(value, TO_EXECUTOR)) return value as WorkerToExecutor;
  throw violation("an order to an executor", value);
}

/** What an executor sent to its worker; a task of a user may have posted it too. @throws {EngineError} protocol-violated */
export function parseExecutorMessage(value: unknown): ExecutorToWorker {
  if (isMessage(value, FROM_EXECUTOR)) return value as ExecutorToWorker;
  throw violation("an executor's answer", value);
}

function parseEnvelope<Message>(value: unknown, isOurs: (message: unknown) => boolean): readonly Message[] {
  if (!Array.isArray(value)) throw violation("an envelope of messages", value);
  for (const message of value) if (!isOurs(message)) throw violation("a message of ours", message);
  return value as Message[];
}

function isMessage(value: unknown, columns: Readonly<Record<string, readonly string[]>>): boolean {
  const kind = kindOf(value);
  if (kind === undefined || !Object.hasOwn(columns, kind)) return false;
  const message = value as Readonly<Record<string, unknown>>;
  return (columns[kind] as readonly string[]).every((name) => message[name] instanceof Int32Array);
}

/** A route to another worker, or undefined if the message is something else. */
export function parsePeerOffer(value: unknown): PeerOffer | undefined {
  return kindOf(value) === "peer" ? (value as PeerOffer) : undefined;
}

/** A comparison of routes that this worker is to take part in, or undefined if the message is something else. */
export function parseProbeOrder(value: unknown): ProbeOrder | undefined {
  return kindOf(value) === "probe" ? (value as ProbeOrder) : undefined;
}

/** What a worker says of its routes, or undefined if the message is something else. */
export function parseRouteNews(value: unknown): RouteLost | ProbeReport | undefined {
  const kind = kindOf(value);
  if (kind !== "route-lost" && kind !== "probed") return undefined;
  const { link, page, ports } = value as Readonly<Record<string, unknown>>;
  const numbers = kind === "probed" ? [page, ports] : [link];
  return numbers.every((each) => typeof each === "number") ? (value as RouteLost | ProbeReport) : undefined;
}

/** The first message to a worker. @throws {EngineError} protocol-violated */
export function parseHello(value: unknown): Hello {
  if (kindOf(value) === "hello") return value as Hello;
  throw violation("a greeting", value);
}

/** What a worker says before its first envelope. @throws {EngineError} protocol-violated */
export function parseBootReply(value: unknown): BootReply {
  const kind = kindOf(value);
  const { tasks, globals, text, phase } = Object(value) as Readonly<Record<string, unknown>>;
  const isWhole =
    kind === "listening" ||
    (kind === "ready" && [tasks, globals].every(Array.isArray)) ||
    (kind === "not-ready" && [text, phase].every((each) => typeof each === "string"));
  if (isWhole) return value as BootReply;
  throw violation("an answer to the greeting", value);
}

function kindOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("kind" in value)) return undefined;
  return typeof value.kind === "string" ? value.kind : undefined;
}

function violation(wanted: string, value: unknown): EngineError<"protocol-violated"> {
  const found = kindOf(value) ?? (Array.isArray(value) ? "an array" : typeof value);
  return new EngineError("protocol-violated", `Cannot read a message: found ${found}, must be ${wanted}`, { found });
}
