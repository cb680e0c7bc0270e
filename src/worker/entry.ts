// What runs first in a worker's thread: the handshake, then the driver, or an executor of a worker with several cores.
import type { BootReply, Hello, NotReady } from "../protocol/boot.ts";
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import { parseHello, parseProbeOrder } from "../protocol/parse.ts";
import type { ProbeOrder, ProbeReport, RouteLost } from "../protocol/peer.ts";
import type { Port } from "../transport/port.ts";
import { compareRoutes, echoOn } from "../transport/probe-port.ts";
import { Relay } from "../transport/relay-port.ts";
import { defer, now, throwLater } from "../transport/turn-port.ts";
import type { AnyFunction } from "./call-function.ts";
import type { WorkerHost } from "./driver.ts";
import { WorkerDriver } from "./driver.ts";
import type { ExecutorHost } from "./executor-entry.ts";
import { FunctionStore } from "./function-store.ts";
import { Lines } from "./line-entry.ts";

/** What a worker's thread offers to the engine. */
export interface WorkerThread {
  /** The port to the thread that started it. */
  readonly parent: Port;
  openPort(end: object): Port;
  /** How tasks get threads of their own; absent where there are no threads. */
  readonly executors?: ExecutorThreads;
  /** See `FunctionStoreOptions`. */
  readonly findLocal?: (source: string) => AnyFunction | undefined;
}

/** Loaded only where a worker has several cores. */
export interface ExecutorThreads {
  /** Starts as many as there are cores, from this thread's script. */
  start(hello: Hello): Promise<NonNullable<WorkerHost["executors"]> | NotReady>;
  /** Makes this thread one. */
  serve(host: ExecutorHost): Promise<Served>;
}

type Tasks = Readonly<Record<string, unknown>>;

/** What listens to the parent when the handshake is over. */
interface Served {
  onMessage(value: unknown): void;
  stop?(): void;
}

/** Makes this thread a cluster worker that serves the functions among `tasks`, or an executor of one. */
export function serveOn(thread: WorkerThread, tasks: Tasks): void {
  const { parent } = thread;
  const relay = new Relay(parent);
  let served: Served | undefined;
  parent.listen({
    message(value) {
      if (relay.take(value)) return;
      const probe = parseProbeOrder(value);
      if (probe !== undefined) return void answerProbe(thread, relay, probe);
      if (served !== undefined) return served.onMessage(value);
      const hello = parseHello(value);
      if (hello.version !== PROTOCOL_VERSION) return parent.post(otherVersion(hello));
      const { executors } = thread;
      if (executors !== undefined && (hello.cores > 1 || hello.role === "executor"))
        return void startThreaded(executors, hello);
      served = startDriver({ thread, relay, tasks, hello });
      parent.post(readyReply(hello, tasks));
    },
    closed: () => served?.stop?.(),
  });
  parent.post({ kind: "listening" } satisfies BootReply);

  /** A worker with executors, or one of them. */
  async function startThreaded(executors: ExecutorThreads, hello: Hello): Promise<void> {
    try {
      const functions = functionsOf(thread, tasks, hello);
      if (hello.role === "executor") served = await executors.serve({ functions, worker: parent, now });
      else {
        const started = await executors.start(hello);
        if ("kind" in started) return parent.post(started);
        served = startDriver({ thread, relay, tasks, hello }, started);
      }
      parent.post(readyReply(hello, tasks));
    } catch (error) {
      const text = `the code for workers of several cores could not be loaded: ${String(error)}; the files beside its script must be served too`;
      parent.post({ kind: "not-ready", phase: "fetch", text } satisfies NotReady);
    }
  }
}

interface Start {
  readonly thread: WorkerThread;
  readonly relay: Relay;
  readonly tasks: Tasks;
  readonly hello: Hello;
}

function startDriver({ thread, relay, tasks, hello }: Start, executors?: WorkerHost["executors"]): WorkerDriver {
  const functions = functionsOf(thread, tasks, hello);
  const lines = new Lines(functions);
  return new WorkerDriver({
    cores: hello.cores,
    memoryLimit: hello.memoryLimit,
    spill: hello.spill && { ...hello.spill, worker: hello.worker },
    ...(executors && { executors }),
    functions,
    reactor: thread.parent,
    openRoute: ({ link, port }) => (port === undefined ? relay.open(link) : thread.openPort(port)),
    routeLost: (link) => thread.parent.post({ kind: "route-lost", link } satisfies RouteLost),
    openLine: (offer) => lines.open(offer, thread.openPort(offer.port)),
    stopped: () => thread.parent.close(),
    now,
    defer,
    wait(milliseconds, callback) {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    failed: throwLater,
  });
}

/** Helps to find out which route between workers is the better one here. */
async function answerProbe({ parent, openPort }: WorkerThread, relay: Relay, probe: ProbeOrder): Promise<void> {
  const page = relay.open(probe.link);
  const ports = openPort(probe.port);
  if (probe.role === "measure") {
    const times = await compareRoutes({ ports, page });
    return parent.post({ kind: "probed", ...times } satisfies ProbeReport);
  }
  echoOn(page);
  echoOn(ports);
}

function functionsOf({ findLocal }: WorkerThread, tasks: Tasks, { allowSource }: Hello): FunctionStore {
  return new FunctionStore(findLocal === undefined ? { tasks, allowSource } : { tasks, allowSource, findLocal });
}

function otherVersion(hello: Hello): NotReady {
  const text = `it speaks version ${PROTOCOL_VERSION} of the protocol, must be ${hello.version}: page and worker come from different versions of weftwork`;
  return { kind: "not-ready", phase: "ready", text };
}

function readyReply(hello: Hello, tasks: Tasks): BootReply {
  const served = Object.keys(tasks).filter((name) => typeof tasks[name] === "function");
  return { kind: "ready", version: PROTOCOL_VERSION, tasks: served, globals: hello.listGlobals ? globalNames() : [] };
}

/** The names that any function can use here. */
function globalNames(): string[] {
  const names = new Set<string>();
  for (let scope: object | null = globalThis; scope !== null; scope = Object.getPrototypeOf(scope)) {
    for (const name of Object.getOwnPropertyNames(scope)) names.add(name);
  }
  return [...names];
}
