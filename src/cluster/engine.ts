// The running parts of a cluster: its workers, its reactor, and who is told when something happens.
import { EngineError } from "../base/errors.ts";
import type { Client } from "../client/client.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { PeerOffer } from "../protocol/peer.ts";
import { ReactorDriver } from "../reactor/driver.ts";
import type { TaskExplanation, TaskPlace } from "../reactor/explain.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import type { Channel, Port } from "../transport/port.ts";
import { defer, now } from "../transport/turn-port.ts";
import type { AnyFunction } from "../worker/call-function.ts";
import type { BootedWorker } from "./boot.ts";
import { bootWorker } from "./boot.ts";
import { ClusterEvents } from "./events.ts";
import type { Choices } from "./options.ts";
import { wholeNumber } from "./options.ts";
import type { Platform, StartedWorker } from "./platform.ts";

export interface WorkerInfo {
  readonly worker: number;
  readonly cores: number;
  readonly node: number;
}

export interface EngineInfo {
  readonly runtime: Platform["runtime"];
  /** "workers", or "one" where the runtime has none and everything runs on this thread. */
  readonly threads: "workers" | "one";
  readonly workers: readonly WorkerInfo[];
  readonly scheduler: string;
  /** Tasks that the reactor remembers. */
  readonly tasks: number;
}

/** Times that a worker is started anew in the place of a lost one before that is given up. */
const MAX_BOOT_FAILURES = 3;

export class Engine {
  readonly name: string;
  readonly driver: ReactorDriver;
  readonly events = new ClusterEvents();
  readonly #choices: Choices;
  readonly #platform: Platform;
  readonly #schedulerName: string;
  readonly #workers = new Map<number, WorkerInfo>();
  /** Plain functions by source, for workers on this thread. */
  readonly #plain = new Map<string, AnyFunction>();
  /** A channel whose ends can be posted to workers. */
  #makeChannel: () => Channel;
  #globals: ReadonlySet<string> | undefined;
  #served: readonly string[] = [];
  #client: Client | undefined;
  #nextWorker = 0;
  #target: number;
  #bootFailures = 0;
  #hasEnded = false;
  readonly #ports = new Map<number, Port>();
  #isHeld = true;
  readonly #ending = new AbortController();
  /** Workers that are starting. */
  readonly #boots = new Set<Promise<void>>();
  /** Workers that are being retired. */
  readonly #leaving = new Set<number>();
  /** Those who wait for a worker to be gone. */
  readonly #onceLeft: (() => void)[] = [];

  constructor(choices: Choices, platform: Platform, scheduler: Scheduler) {
    this.#choices = choices;
    this.#platform = platform;
    this.#target = choices.workers;
    this.#makeChannel = platform.channel;
    this.#schedulerName = scheduler.name;
    this.name = `${choices.workers} workers, ${scheduler.name}`;
    this.driver = new ReactorDriver({
      scheduler,
      allowedFailures: choices.allowedFailures,
      connect: (a, b) => this.#connect(a, b),
      toClient: (messages) => {
        this.#client?.receive(messages);
        this.#holdProcess();
      },
      workerLost: (worker, reason, wasRetired) => this.#onWorkerLost(worker, reason, wasRetired),
      failed: (error) => this.#onFailure(error),
      now,
      defer,
    });
  }

  /** Names that any function can use on a worker. */
  get globals(): ReadonlySet<string> {
    return this.#globals ?? new Set();
  }

  /** Names of the tasks that the workers serve. */
  get served(): readonly string[] {
    return this.#served;
  }

  get info(): EngineInfo {
    return {
      runtime: this.#platform.runtime,
      threads: this.#platform.hasWorkers ? "workers" : "one",
      workers: [...this.#workers.values()],
      scheduler: this.#schedulerName,
      tasks: this.driver.machine.state.tasks.count,
    };
  }

  /** Starts the workers; all must come up. @throws {EngineError} boot-failed */
  async start(): Promise<void> {
    const workers = Array.from({ length: this.#choices.workers }, () => this.#boot());
    const outcomes = await Promise.allSettled(workers);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  attach(client: Client): void {
    this.#client = client;
    this.#holdProcess();
  }

  fromClient(message: ClientToReactor): void {
    this.driver.fromClient(message);
    this.#holdProcess();
  }

  rememberPlain(source: string, fn: unknown): void {
    if (!this.#platform.hasWorkers) this.#plain.set(source, fn as AnyFunction);
  }

  async explain(place: TaskPlace): Promise<TaskExplanation | undefined> {
    const { explainTask } = await import("../reactor/explain.ts");
    return explainTask(this.driver.machine.state, place);
  }

  /** Ends when as many workers as were asked for last are there, and no other leaves or starts. */
  async scale(workers: number): Promise<void> {
    this.#target = wholeNumber("workers", workers, 1, 2048, "scale");
    do {
      if (this.#hasEnded)
        throw new EngineError("closed", "Cannot scale: the cluster is closed", { cluster: this.name });
      this.#retireSurplus();
      for (let missing = this.#target - this.#staying - this.#boots.size; missing > 0; missing--) void this.#boot();
      this.#holdProcess();
      await Promise.all(this.#boots);
      if (this.#leaving.size > 0) await new Promise<void>((resolve) => this.#onceLeft.push(resolve));
    } while (this.#staying !== this.#target || this.#leaving.size + this.#boots.size > 0);
    this.#holdProcess();
  }

  /** Ends workers and reactor; `error` is what everybody who waits hears. */
  close(error: EngineError<"closed">): void {
    if (this.#hasEnded) return;
    this.end(error);
    this.#client?.close(error);
    this.events.emit({ kind: "closed" });
  }

  end(reason?: unknown): void {
    this.#hasEnded = true;
    this.#ending.abort(reason);
    this.driver.end();
    this.#workers.clear();
    this.#leaving.clear();
    this.#ports.clear();
    for (const resolve of this.#onceLeft.splice(0)) resolve();
  }

  /** A cluster keeps the process alive (Node) while somebody waits for something or workers come and go, and not while it is idle. */
  #holdProcess(): void {
    const isHeld = this.#client?.isIdle !== true || this.#leaving.size + this.#boots.size > 0;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    for (const port of this.#ports.values()) port.hold?.(isHeld);
  }

  /** Workers that are there and not leaving. */
  get #staying(): number {
    return this.#workers.size - this.#leaving.size;
  }

  #retireSurplus(): void {
    const surplus = [...this.#workers.keys()].filter((worker) => !this.#leaving.has(worker)).slice(this.#target);
    if (surplus.length === 0) return;
    for (const worker of surplus) this.#leaving.add(worker);
    this.driver.retireWorkers(surplus);
  }

  #boot(): Promise<void> {
    const boot = this.#bootNext().finally(() => this.#boots.delete(boot));
    this.#boots.add(boot);
    return boot;
  }

  async #bootNext(): Promise<void> {
    const worker = this.#nextWorker++;
    const { cores, nodes, allowSource, bootTimeout } = this.#choices;
    const node = worker % nodes;
    const hello = { worker, cores, allowSource, listGlobals: worker === 0 };
    const start = await this.#starter(worker);
    this.#takeIn(worker, node, await bootWorker(start, hello, { timeout: bootTimeout, signal: this.#ending.signal }));
  }

  #takeIn(worker: number, node: number, { port, ready }: BootedWorker): void {
    if (this.#globals === undefined && ready.globals.length > 0) this.#globals = new Set(ready.globals);
    this.#served = ready.tasks;
    const { cores } = this.#choices;
    this.#workers.set(worker, { worker, cores, node });
    this.#ports.set(worker, port);
    port.hold?.(this.#isHeld);
    this.driver.addWorker(worker, cores, node, port);
    this.events.emit({ kind: "worker-joined", worker });
  }

  /** How to start a worker: a thread, or (loaded only then) one on this thread. */
  async #starter(worker: number): Promise<() => StartedWorker> {
    const { worker: source, tasks } = this.#choices;
    if (this.#platform.hasWorkers) return () => this.#platform.startWorker(source, `weftwork-${worker}`);
    const { startLocalWorker, localChannel } = await import("./local-worker.ts");
    this.#makeChannel = localChannel;
    return () => startLocalWorker(tasks, (text) => this.#plain.get(text));
  }

  #connect(a: { worker: number; port: Port }, b: { worker: number; port: Port }): void {
    const channel = this.#makeChannel();
    const toA: PeerOffer = { kind: "peer", worker: b.worker, port: channel.a };
    const toB: PeerOffer = { kind: "peer", worker: a.worker, port: channel.b };
    a.port.post(toA, [channel.a]);
    b.port.post(toB, [channel.b]);
  }

  #onWorkerLost(worker: number, reason: Error, wasRetired: boolean): void {
    this.#ports.delete(worker);
    if (!this.#workers.delete(worker) || this.#hasEnded) return;
    if (wasRetired) this.events.emit({ kind: "worker-retired", worker });
    else this.events.emit({ kind: "worker-lost", worker, reason: reason.message });
    this.#leaving.delete(worker);
    for (const resolve of this.#onceLeft.splice(0)) resolve();
    if (this.#staying + this.#boots.size < this.#target) void this.#replace();
  }

  async #replace(): Promise<void> {
    try {
      await this.#boot();
      this.#bootFailures = 0;
      this.#retireSurplus(); // the cluster may have been scaled down meanwhile
    } catch (error) {
      if (this.#hasEnded) return;
      this.events.emit({ kind: "worker-not-replaced", reason: String(error) });
      if (++this.#bootFailures < MAX_BOOT_FAILURES) await this.#replace();
      else if (this.#workers.size === 0) this.#onFailure(error);
    }
  }

  /** Nothing can go on: everybody who waits hears why. */
  #onFailure(error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    const closed = new EngineError(
      "closed",
      `Cannot go on: the cluster has failed: ${why}`,
      { cluster: this.name },
      { cause: error },
    );
    this.close(closed);
  }
}
