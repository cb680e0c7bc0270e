// The running parts of a cluster: its workers, its reactor, and who is told when something happens.
import { EngineError } from "../base/errors.ts";
import { lossOf } from "../base/worker-loss.ts";
import type { ClassContext } from "../client/actor-class.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerNotice } from "../protocol/worker-to-reactor.ts";
import { ReactorDriver } from "../reactor/driver.ts";
import type { TaskExplanation, TaskPlace } from "../reactor/explain.ts";
import type { TraceData } from "../trace/trace-data.ts";
import type { Port } from "../transport/port.ts";
import { defer, now, wait } from "../transport/turn-port.ts";
import type { AnyFunction } from "../worker/call-function.ts";
import type { BootedWorker } from "./boot.ts";
import { bootWorker } from "./boot.ts";
import type { ActorLine, ActorOffer, ClusterEngine, EngineClient, EngineParts } from "./cluster-engine.ts";
import { ClusterEvents } from "./events.ts";
import type { Fleet } from "./fleet.ts";
import type { EngineInfo, WorkerInfo } from "./info.ts";
import { Lines } from "./lines.ts";
import { MemoryReports } from "./memory-reports.ts";
import type { Choices } from "./options.ts";
import { wholeNumber } from "./options.ts";
import type { Platform } from "./platform.ts";
import type { Recorder } from "./recorder.ts";
import { ResidentActors } from "./resident-actors.ts";
import { Routes } from "./routes.ts";
import type { withRunLines } from "./run-lines.ts";
import { Scratch } from "./scratch.ts";
import { workerStarter } from "./worker-starter.ts";

/** Times that a worker is started anew in the place of a lost one before that is given up. */
const MAX_BOOT_FAILURES = 3;

export class Engine implements ClusterEngine {
  readonly name: string;
  readonly driver: ReactorDriver;
  readonly events = new ClusterEvents();
  readonly #choices: Choices;
  readonly #platform: Platform;
  readonly #schedulerName: string;
  readonly #workers = new Map<number, Omit<WorkerInfo, "actors">>();
  readonly actors = new ResidentActors();
  /** Plain functions by source, for workers on this thread. */
  readonly #plain = new Map<string, AnyFunction>();
  readonly #lines: Lines;
  /** Loaded where ports are not to be reused. */
  #withRunLines: typeof withRunLines | undefined;
  readonly #routes: Routes;
  #globals: ReadonlySet<string> | undefined;
  #served: readonly string[] = [];
  #client: EngineClient | undefined;
  #nextWorker = 0;
  #target: number;
  #bootFailures = 0;
  #hasEnded = false;
  readonly #ports = new Map<number, Port>();
  #isHeld = true;
  /** One for each worker that is starting. */
  readonly #endings = new Set<AbortController>();
  #endReason: unknown;
  /** Workers that are starting. */
  readonly #boots = new Set<Promise<void>>();
  /** Workers that are being retired. */
  readonly #leaving = new Set<number>();
  /** Those who wait for a worker to be gone. */
  readonly #onceLeft: (() => void)[] = [];
  readonly #memoryReports = new MemoryReports();
  /** What workers store; undefined if they store nothing. */
  readonly #scratch: Scratch | undefined;
  /** Of a cluster that is traced. */
  readonly recorder: Recorder | undefined;

  constructor(choices: Choices, { platform, scheduler, recorder, idle }: EngineParts) {
    this.#choices = choices;
    this.#platform = platform;
    this.#target = choices.workers;
    this.#scratch = choices.spill === "none" ? undefined : new Scratch();
    this.#lines = new Lines(platform);
    const measures = platform.hasWorkers && platform.runtime === "browser"; // elsewhere ports were always the faster ones
    this.#routes = new Routes({
      ...{ choice: choices.route, measures },
      channel: () => this.#lines.channel(),
      areFar: (a, b) => a % choices.nodes !== b % choices.nodes,
    });
    this.#schedulerName = scheduler.name;
    this.name = `${choices.workers} workers, ${scheduler.name}`;
    this.driver = new ReactorDriver({
      scheduler,
      allowedFailures: choices.allowedFailures,
      graceTime: choices.graceTime,
      connect: (a, b) => this.#routes.connect(a.worker, b.worker),
      toClient: (messages) => {
        this.#client?.receive(messages);
        this.#holdProcess();
      },
      workerLost: (worker, reason, wasRetired) => this.#onWorkerLost(worker, reason, wasRetired),
      notice: (worker, notice) => this.#onNotice(worker, notice),
      failed: (error) => this.#onFailure(error),
      idle,
      ...{ now, defer, wait },
      watch: recorder,
    });
    this.recorder = recorder;
  }

  get globals(): ReadonlySet<string> {
    return this.#globals ?? new Set();
  }

  get served(): readonly string[] {
    return this.#served;
  }

  get info(): EngineInfo {
    return {
      runtime: this.#platform.runtime,
      threads: this.#platform.hasWorkers ? "workers" : "one",
      workers: [...this.#workers.keys()].map((worker) => this.workerInfo(worker) as WorkerInfo),
      scheduler: this.#schedulerName,
      memoryLimit: this.#choices.memoryLimit,
      spill: this.#choices.spill,
      route: this.#routes.name,
      tasks: this.tasks,
    };
  }

  /** How many tasks the reactor remembers. */
  get tasks(): number {
    return this.driver.machine.state.tasks.count;
  }

  /** What is told of one worker; undefined if it is not there. */
  workerInfo(worker: number): WorkerInfo | undefined {
    const info = this.#workers.get(worker);
    return info && { ...info, actors: this.actors.countOn(worker) };
  }

  async start(): Promise<void> {
    const workers = Array.from({ length: this.#choices.workers }, () => this.#boot());
    const outcomes = await Promise.allSettled(workers);
    const failed = outcomes.filter((outcome) => outcome.status === "rejected");
    if (failed.length === workers.length || (this.#hasEnded && failed.length > 0)) throw failed[0]?.reason;
    for (const _ of failed) void this.#replace(); // meanwhile those that came up can work
    await this.#routes.settled();
  }

  attach(client: EngineClient): void {
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

  get classContext(): ClassContext {
    return {
      served: this.#served,
      allowSource: this.#choices.allowSource,
      isGlobal: (name) => this.globals.has(name),
      onPlain: (source, Class) => this.rememberPlain(source, Class),
    };
  }

  openActorLine(offer: ActorOffer): ActorLine | undefined {
    const line = this.offerActorLine(offer);
    return line && { worker: line.worker, port: this.#lines.open(line.end) };
  }

  /** As `openActorLine`, with an end that can be posted to another thread. */
  offerActorLine(offer: ActorOffer): { readonly worker: number; readonly end: object } | undefined {
    if (this.#hasEnded)
      throw new EngineError("closed", "Cannot make an actor: the cluster is closed", { cluster: this.name });
    const staying = [...this.#workers.keys()].filter((worker) => !this.#leaving.has(worker));
    const worker = this.actors.leastOf(staying);
    const port = worker === undefined ? undefined : this.#ports.get(worker);
    return worker === undefined || port === undefined ? undefined : { worker, end: this.#lines.offer(port, offer) };
  }

  waitForActors(more: 1 | -1): void {
    this.actors.wait(more);
    this.#holdProcess();
  }

  async memory(): Promise<ReadonlyMap<number, WorkerMemory>> {
    const answers = this.#memoryReports.ask(this.#ports);
    this.#holdProcess();
    return answers.finally(() => this.#holdProcess());
  }

  async takeTrace(): Promise<TraceData | undefined> {
    return this.recorder?.take();
  }

  async explain(place: TaskPlace): Promise<TaskExplanation | undefined> {
    const { explainTask } = await import("../reactor/explain.ts");
    return explainTask(this.driver.machine.state, place);
  }

  async scale(workers: number): Promise<void> {
    this.#target = wholeNumber("workers", workers, 1, 2048, "scale");
    do {
      if (this.#hasEnded)
        throw new EngineError("closed", "Cannot scale: the cluster is closed", { cluster: this.name });
      this.#retireSurplus();
      this.#shareMemory();
      for (let missing = this.#target - this.#staying - this.#boots.size; missing > 0; missing--) void this.#boot();
      this.#holdProcess();
      await Promise.all(this.#boots);
      if (this.#leaving.size > 0) await new Promise<void>((resolve) => this.#onceLeft.push(resolve));
    } while (this.#staying !== this.#target || this.#leaving.size + this.#boots.size > 0);
    this.#holdProcess();
  }

  async recycle(worker?: number): Promise<void> {
    await (await import("./fleet.ts")).recycle(this.#fleet, worker);
  }

  pageHidden(): void {
    this.#tellAll({ kind: "rest-store" });
  }

  pageRestored(milliseconds: number): void {
    this.driver.clocks.beginAnew();
    this.events.emit({ kind: "page-restored", milliseconds });
    void import("./fleet.ts").then(({ loseLeftBehind }) => loseLeftBehind(this.#fleet));
  }

  close(error: EngineError<"closed">): void {
    if (this.#hasEnded) return;
    this.end(error);
    this.#client?.close(error);
    this.events.emit({ kind: "closed" });
  }

  async removeScratch(): Promise<void> {
    await this.#scratch?.end();
  }

  end(reason?: unknown): void {
    this.#hasEnded = true;
    this.#endReason = reason;
    for (const ending of this.#endings) ending.abort(reason);
    this.driver.end();
    this.#workers.clear();
    this.#leaving.clear();
    this.#ports.clear();
    this.actors.close(reason);
    for (const resolve of this.#onceLeft.splice(0)) resolve();
    this.#memoryReports.end();
  }

  /** A cluster keeps the process alive (Node) while somebody waits for something or workers come and go, and not while it is idle. */
  #holdProcess(): void {
    const isIdle = this.#client?.isIdle === true && this.actors.isIdle && this.#memoryReports.isIdle;
    const isHeld = !isIdle || this.#leaving.size + this.#boots.size > 0;
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    for (const port of this.#ports.values()) port.hold?.(isHeld);
  }

  get #fleet(): Fleet {
    return {
      ...{
        name: this.name,
        driver: this.driver,
        ports: this.#ports,
        leaving: this.#leaving,
        reports: this.#memoryReports,
      },
      hasEnded: () => this.#hasEnded,
      start: () => this.#boot(),
      onceLeft: () => new Promise<void>((resolve) => this.#onceLeft.push(resolve)),
    };
  }

  /** Workers that are there and not leaving. */
  get #staying(): number {
    return this.#workers.size - this.#leaving.size;
  }

  #retireSurplus(): void {
    const staying = [...this.#workers.keys()].filter((worker) => !this.#leaving.has(worker));
    const surplus = this.actors.mostFirst(staying).slice(this.#target);
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
    const { cores, nodes, allowSource, bootTimeout, spill } = this.#choices;
    const node = worker % nodes;
    if (!this.#choices.reuseBroadcastPorts) this.#withRunLines ??= (await import("./run-lines.ts")).withRunLines;
    const [start] = await Promise.all([
      workerStarter(this.#platform, this.#choices, { worker, lines: this.#lines, plain: this.#plain }),
      this.#scratch?.begin(),
    ]);
    const hello = {
      ...{ worker, cores, allowSource, listGlobals: worker === 0, memoryLimit: this.#memoryShare },
      hasPeers: this.#target > 1,
      spill: spill === "none" ? undefined : this.#scratch?.place(spill),
      traceStart: this.recorder?.start,
    };
    const ending = new AbortController();
    this.#endings.add(ending);
    try {
      if (this.#hasEnded) ending.abort(this.#endReason);
      this.#takeIn(worker, node, await bootWorker(start, hello, { timeout: bootTimeout, signal: ending.signal }));
    } finally {
      this.#endings.delete(ending);
    }
  }

  #takeIn(worker: number, node: number, { port: own, ready }: BootedWorker): void {
    const joined = this.#routes.join(worker, own);
    const port =
      this.#withRunLines?.(joined, () => this.#lines.open(this.#lines.offer(joined, { kind: "run-line" }))) ?? joined;
    if (this.#globals === undefined && ready.globals.length > 0) this.#globals = new Set(ready.globals);
    this.#served = ready.tasks;
    const { cores } = this.#choices;
    this.#workers.set(worker, { worker, cores, node });
    this.#ports.set(worker, port);
    port.hold?.(this.#isHeld);
    this.driver.addWorker(worker, cores, node, port);
    this.events.emit({ kind: "worker-joined", worker });
  }

  #onNotice(worker: number, notice: WorkerNotice): void {
    if (notice.kind === "script-incomplete") return this.#onFailure(new Error(notice.reason));
    if (notice.kind === "memory") return this.#memoryReports.answer(worker, notice.memory);
    if (notice.kind === "spill-began") this.#scratch?.note(worker, notice.store);
    this.events.emit({ ...notice, worker });
  }

  /** Every worker has an equal share of the limit. */
  #shareMemory(): void {
    this.#tellAll({ kind: "limit-memory", bytes: this.#memoryShare });
  }

  #tellAll(message: ReactorToWorker): void {
    for (const port of this.#ports.values()) port.post([message]);
  }

  get #memoryShare(): number {
    return this.#choices.memoryLimit / this.#target;
  }

  #onWorkerLost(worker: number, reason: Error, wasRetired: boolean): void {
    this.#ports.delete(worker);
    this.#memoryReports.answer(worker, undefined);
    this.actors.lose(worker, reason.message);
    if (!this.#workers.delete(worker) || this.#hasEnded) return;
    if (wasRetired) this.events.emit({ kind: "worker-retired", worker });
    else this.events.emit({ kind: "worker-lost", worker, reason: reason.message, loss: lossOf(reason) });
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
