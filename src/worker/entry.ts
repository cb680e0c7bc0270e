// What runs first in a worker's thread: the handshake, then the driver, or an executor of a worker with several cores.
import { encodeFailure } from "../codec/encode-failure.ts";
import { sizeOf } from "../codec/size.ts";
import type { BootReply, Hello, NotReady } from "../protocol/boot.ts";
import { PROTOCOL_VERSION } from "../protocol/boot.ts";
import type { LineGreeting, LineOffer } from "../protocol/line.ts";
import { parseHello, parseProbeOrder } from "../protocol/parse.ts";
import type { PeerOffer, ProbeOrder, RouteLost } from "../protocol/peer.ts";
import type { Port } from "../transport/port.ts";
import { parseRelayMessage } from "../transport/relay.ts";
import type { Relay } from "../transport/relay-port.ts";
import { defer, now, throwLater } from "../transport/turn-port.ts";
import type { AnyFunction } from "./call-function.ts";
import { WorkerDriver } from "./driver.ts";
import { FunctionStore } from "./function-store.ts";
import type { WorkerHost } from "./host-entry.ts";
import type { Execute } from "./instructions.ts";
import { Mailbox } from "./mailbox.ts";
import { Parts } from "./parts-port.ts";
import type { Timings } from "./timings.ts";

/** What a worker's thread offers to the engine. */
export interface WorkerThread {
  /** The port to the thread that started it. */
  readonly parent: Port;
  openPort(end: object): Port;
  /** How tasks get threads of their own; absent where there are no threads. */
  readonly importExecutors?: () => Promise<typeof import("./executor-threads-entry.ts")>;
  /** See `FunctionStoreOptions`. */
  readonly findLocal?: (source: string) => AnyFunction | undefined;
}

type Tasks = Readonly<Record<string, unknown>>;
type ExchangePart = typeof import("./exchange-entry.ts");

/** What listens to the parent when the handshake is over. */
interface Served {
  onMessage(value: unknown): Promise<void> | undefined;
  stop?(): void;
}

/** Makes this thread a cluster worker that serves the functions among `tasks`, or an executor of one. */
export function serveOn(thread: WorkerThread, tasks: Tasks): void {
  new WorkerEntry(thread, tasks).listen();
}

class WorkerEntry {
  readonly #thread: WorkerThread;
  readonly #tasks: Tasks;
  readonly #parts: Parts;
  readonly #mailbox = new Mailbox((value) => this.#deliver(value), throwLater);
  #relay: Relay | undefined;
  #served: Served | undefined;
  #functions: FunctionStore | undefined;

  constructor(thread: WorkerThread, tasks: Tasks) {
    this.#thread = thread;
    this.#tasks = tasks;
    this.#parts = new Parts(thread.parent);
  }

  listen(): void {
    const { parent } = this.#thread;
    parent.listen({
      message: (value) => {
        if (!this.#parts.take(value)) this.#mailbox.push(value);
      },
      closed: () => {
        this.#mailbox.close();
        this.#parts.close();
        this.#served?.stop?.();
      },
    });
    parent.post({ kind: "listening" } satisfies BootReply);
  }

  #deliver(value: unknown): Promise<void> | undefined {
    if (parseRelayMessage(value) !== undefined) return void this.#relay?.take(value);
    const probe = parseProbeOrder(value);
    if (probe !== undefined) return this.#onProbe(probe);
    if (this.#served !== undefined) return this.#served.onMessage(value);
    return this.#onHello(parseHello(value));
  }

  #onHello(hello: Hello): Promise<void> | undefined {
    const { parent, importExecutors } = this.#thread;
    if (hello.version !== PROTOCOL_VERSION) return void parent.post(otherVersion(hello));
    const isThreaded = importExecutors !== undefined && (hello.cores > 1 || hello.role === "executor");
    if (isThreaded || hello.traceStart !== undefined) return this.#startWithParts(hello);
    this.#served = this.#startDriver(hello);
    this.#sayReady(hello);
    return undefined;
  }

  /** A worker that begins with more than this file: with executors, or one that tells when things happened; or an executor. */
  async #startWithParts(hello: Hello): Promise<void> {
    const { parent, importExecutors } = this.#thread;
    try {
      this.#parts.know(hello.parts);
      const isThreaded = hello.cores > 1 || hello.role === "executor";
      const threads =
        isThreaded && importExecutors !== undefined ? await this.#parts.load("executors", importExecutors) : undefined;
      if (threads !== undefined && hello.role === "executor") {
        const functions = this.#functionsFor(hello);
        const executor = new threads.ExecutorThread({ functions, worker: parent, encodeFailure, sizeOf, now });
        this.#served = { onMessage: (value) => void executor.onMessage(value) };
      } else {
        const timings = await this.#loadTimings(hello);
        const started = await threads?.startExecutors(threads.startNested, { ...hello, parts: this.#parts.texts });
        if (started !== undefined && "kind" in started) return parent.post(started);
        const executors = started && threads?.makeExecutors<Execute>(started, this.#functionsFor(hello), encodeFailure);
        this.#served = this.#startDriver(hello, executors, timings);
      }
      this.#sayReady(hello);
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      parent.post({ kind: "not-ready", phase: "fetch", text } satisfies NotReady);
    }
  }

  /** Loaded only where the cluster is traced. */
  async #loadTimings({ traceStart }: Hello): Promise<Timings | undefined> {
    if (traceStart === undefined) return undefined;
    const part = await this.#parts.load("timings", () => import("./timings.ts"));
    return new part.Timings({ now, epoch: performance.timeOrigin, traceStart });
  }

  #sayReady(hello: Hello): void {
    const { parent } = this.#thread;
    parent.post(readyReply(hello, this.#tasks));
    if (hello.role === "worker" && hello.hasPeers === true) defer(() => void this.#loadExchange().catch(() => {}));
  }

  async #loadExchange(): Promise<ExchangePart> {
    const part = await this.#parts.load("exchange", () => import("./exchange-entry.ts"));
    this.#relay ??= new part.Relay(this.#thread.parent);
    return part;
  }

  #startDriver(hello: Hello, executors?: WorkerHost["executors"], timings?: Timings): WorkerDriver {
    const { parent, openPort } = this.#thread;
    const functions = this.#functionsFor(hello);
    const driver = new WorkerDriver({
      cores: hello.cores,
      memoryLimit: hello.memoryLimit,
      spill: hello.spill && { ...hello.spill, worker: hello.worker },
      ...(executors && { executors }),
      functions,
      parts: {
        exchange: () => this.#loadExchange(),
        large: () => this.#parts.load("large", () => import("./large-entry.ts")),
        spill: () => this.#parts.load("spill", () => import("./spill-store.ts")),
        pack: () => this.#parts.load("pack", () => import("../codec/pack.ts")),
        unpack: () => this.#parts.load("unpack", () => import("../codec/unpack.ts")),
      },
      reactor: parent,
      openRoute: ({ link, port }: PeerOffer) =>
        port === undefined ? (this.#relay as Relay).open(link) : openPort(port),
      routeLost: (link) => parent.post({ kind: "route-lost", link } satisfies RouteLost),
      openLine: (offer) => void this.#openLine(offer, functions),
      stopped: () => parent.close(),
      now: timings?.now ?? now,
      defer,
      wait(milliseconds, callback) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
      failed: throwLater,
    });
    timings?.watch(driver.machine);
    return driver;
  }

  async #openLine(offer: LineOffer, functions: FunctionStore): Promise<void> {
    const port = this.#thread.openPort(offer.port);
    try {
      const { serveLine } = await this.#parts.load("lines", () => import("./line-entry.ts"));
      serveLine(offer, port, functions);
    } catch (error) {
      port.listen({ message: () => {}, closed: () => port.close() });
      port.post({ kind: "deaf", failure: encodeFailure(error) } satisfies LineGreeting);
    }
  }

  /** Has two routes compared when the part for it is loaded; whoever asked does without an answer if that cannot be. */
  #onProbe(probe: ProbeOrder): Promise<void> {
    const { parent, openPort } = this.#thread;
    return this.#loadExchange().then(
      ({ answerProbe }) =>
        answerProbe(probe, { page: (this.#relay as Relay).open(probe.link), ports: openPort(probe.port) }, parent),
      () => {},
    );
  }

  #functionsFor({ allowSource }: Hello): FunctionStore {
    const { findLocal } = this.#thread;
    const tasks = this.#tasks;
    this.#functions ??= new FunctionStore({ tasks, allowSource, parts: this.#parts, ...(findLocal && { findLocal }) });
    return this.#functions;
  }
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
