// A cluster worker: orders in, results kept. Pure: it knows no clock, promise, port or storage; values pass through it
// unseen. Communication is looked after once, when a turn ends. What it needs for other workers (`exchange`) and for large
// results (`storing`) are parts that it is given when they are needed.

import { unreachable } from "../base/assert.ts";
import type { Failure } from "../codec/failure.ts";
import type { ComputeBatch } from "../protocol/compute-batch.ts";
import { ComputeReader } from "../protocol/compute-batch.ts";
import { pushFinished } from "../protocol/finished-batch.ts";
import type { WorkerMemory } from "../protocol/memory-report.ts";
import type { ForCall, ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import { Data, MADE_HERE, RECEIVED } from "./data.ts";
import { Durations } from "./durations.ts";
import type { WorkerEvent } from "./events.ts";
import type { Exchange, ExchangeContext } from "./exchange.ts";
import { Gathering } from "./gathering.ts";
import { Gauge } from "./gauge.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { ReactorOutbox } from "./outbox.ts";
import type { FetchLimits } from "./peers.ts";
import type { Storing, StoringContext } from "./storing.ts";
import type { Order } from "./tasks.ts";
import { Orders } from "./tasks.ts";
import { tooLarge } from "./too-large.ts";

export interface WorkerMachineOptions {
  /** Tasks that may be started and not ended. */
  readonly cores: number;
  /** Threads that run them, if several may be given to one. Default: as many. */
  readonly threads?: number;
  /** This worker's share of the cluster's memory limit, in managed bytes. Default: none. */
  readonly memoryLimit?: number;
  /** Whether results can be stored outside of memory. */
  readonly hasStore?: boolean;
  /** Limits on what is fetched from other workers at a time. Default: `FETCH_LIMITS`, and a share of the memory limit. */
  readonly fetching?: Partial<FetchLimits>;
}

export class WorkerMachine {
  readonly data = new Data();
  readonly orders = new Orders();
  readonly gauge: Gauge;
  /** Absent until there is a large result: until then nothing is stored. */
  storing: Storing | undefined;
  /** Absent until there is a route to another worker: until then nobody can be asked for anything. */
  exchange: Exchange | undefined;
  /** Absent until a call is supervised. */
  supervision: { hear(message: ForCall): void } | undefined;
  readonly #options: WorkerMachineOptions;
  readonly #outbox = new ReactorOutbox();
  readonly #gathering: Gathering;
  readonly #durations = new Durations();
  readonly #cores: number;
  /** Tasks that may wait for the store at a time, less one. */
  readonly #loads: number;
  #out: WorkerInstruction[] = [];
  /** Results were lost with the store: tasks that take them may still be here, until the reactor takes them back. */
  #hasLost = false;
  /** Nothing new begins until it is lifted. */
  #isHeld = false;
  /** The first ready task could not start, and nothing has happened since that could change it. */
  #isStuck = false;
  /** Results came into memory since the ladder last made room: nothing more may come while memory is nearly full. */
  #isLadderDue = false;

  constructor(options: WorkerMachineOptions) {
    const { cores, threads = cores, memoryLimit = Number.POSITIVE_INFINITY } = options;
    this.#options = options;
    this.#cores = cores;
    this.#loads = threads;
    this.gauge = new Gauge(this.data, memoryLimit);
    this.#gathering = new Gathering(this.#shared);
  }

  /** Results can be stored from now on, if there is a store. */
  attachStoring(part: new (context: StoringContext) => Storing): void {
    const { orders } = this;
    this.#isStuck = false;
    this.storing = new part({
      ...this.#shared,
      hasStore: this.#hasStore,
      isExecuting: () => orders.executing.length > 0,
      inputsInUse: () => orders.executing.flatMap((order) => order.inputs),
    });
  }

  /** Copies can be fetched and sent from now on. */
  attachExchange(part: new (context: ExchangeContext) => Exchange): void {
    this.exchange = new part({ ...this.#shared, limits: this.#options.fetching ?? {} });
  }

  get #hasStore(): boolean {
    return this.#options.hasStore === true;
  }

  /** What all parts of this machine work on. */
  get #shared() {
    const { data, orders, gauge } = this;
    const emit = (instruction: WorkerInstruction): void => void this.#out.push(instruction);
    return { data, orders, gauge, outbox: this.#outbox, emit, storing: () => this.storing as Storing };
  }

  /** What there is to tell of this worker's memory. */
  get memoryFacts(): Omit<WorkerMemory, "store" | "sent"> {
    const { bytes, peak, storedBytes } = this.data;
    const { limit, pauses } = this.gauge;
    const { written = 0, read = 0 } = this.storing?.memory ?? {};
    return { limit, inMemory: bytes, peak, stored: storedBytes, written, read, pauses };
  }

  /** Whether a task could start now. */
  get hasWork(): boolean {
    if (this.#isHeld || this.#isStuck) return false;
    return this.orders.executing.length < this.#cores && this.orders.hasReady;
  }

  /** Whether a task runs of which the reactor does not know. */
  get hasUnreported(): boolean {
    return this.orders.executing.some((order) => order.state === "executing" && !order.isReported);
  }

  handle(event: WorkerEvent): readonly WorkerInstruction[] {
    if (event.kind !== "core-offered") this.#isStuck = false;
    switch (event.kind) {
      case "reactor-message":
        for (const message of event.envelope) this.#onReactorMessage(message);
        break;
      case "peer-message":
      case "peer-lost":
      case "peer-far":
      case "peer-retried":
      case "given-away":
        this.exchange?.handle(event);
        break;
      case "core-offered":
        this.#startNext();
        break;
      case "stored":
        this.storing?.onStored(event);
        break;
      case "loaded":
        this.#hasLost ||= event.entries.some(({ isLost }) => isLost);
        this.storing?.onLoaded(event);
        break;
      case "pause":
        this.#isHeld = true;
        break;
      case "resume":
        this.#isHeld = false;
        break;
      case "executed":
        this.#onExecuted(event);
        break;
      case "threw":
        this.#onThrew(event.task, event.run, event.failure);
        break;
      case "slice-ended":
        for (const order of this.orders.executing) this.#reportStarted(order);
        break;
      case "turn-ended":
        this.#endTurn();
        break;
      default:
        unreachable(event);
    }
    if (this.#out.length === 0) return NOTHING;
    const out = this.#out;
    this.#out = [];
    return out;
  }

  #onReactorMessage(message: ReactorToWorker): void {
    switch (message.kind) {
      case "functions":
        this.#out.push({ kind: "define", from: message.from, definitions: message.definitions });
        return;
      case "store":
        message.values.forEach((value, i) => {
          const run = message.tasks[2 * i + 1] as number;
          this.data.put(message.tasks[2 * i] as number, run, value, message.bytes[i] as number, RECEIVED);
        });
        return;
      case "gather":
        return this.#gathering.onGather(message);
      case "compute":
        return this.#onCompute(message);
      case "free":
        return this.#onFree(message.tasks);
      case "retract":
        return this.#onRetract(message.tasks);
      case "replicate":
        return this.exchange?.fetching.replicate(message.tasks);
      case "limit-memory":
        this.gauge.limit = message.bytes;
        return;
      case "peer-lost":
        return this.exchange?.onPeerLost(message.worker);
      case "run":
      case "report-memory":
      case "rest-store":
      case "stop":
        this.#out.push(message);
        return;
      default:
        this.supervision?.hear(message);
    }
  }

  /** Hot path (B2). */
  #onCompute(batch: ComputeBatch): void {
    if (this.orders.addRow(batch)) return;
    const reader = new ComputeReader(batch);
    while (reader.next()) {
      if (reader.inputCount > 0 && this.#refuseTooLarge(reader)) continue;
      const order = this.orders.add(reader);
      this.#wantInputs(order, reader);
      if (order.state === "released") continue;
      if (order.missing === 0) this.orders.makeReady(order);
      else this.orders.wait(order);
    }
  }

  /** Asks for what is not here; without a route to anybody the order goes back. The reader stands at it. Hot path (B2). */
  #wantInputs(order: Order, reader: ComputeReader): void {
    const { data, exchange } = this;
    const count = reader.inputCount;
    for (let i = 0; i < count; i++) {
      const source = reader.source(i);
      if (data.has(source.task, source.run)) continue;
      if (exchange === undefined) return this.#giveBack(order, source.task, source.holder);
      exchange.fetching.want(source, order);
    }
  }

  #giveBack(order: Order, input: number, holder: number): void {
    const { task, run } = order;
    this.#release(order);
    this.#outbox.others.push({ kind: "missing", task, run, input, holder });
  }

  /** A task whose inputs can never be in memory together fails at once. */
  #refuseTooLarge(reader: ComputeReader): boolean {
    const { limit } = this.gauge;
    let bytes = 0;
    for (let i = 0; i < reader.inputCount; i++) bytes += reader.source(i).bytes;
    if (bytes <= limit) return false;
    const byTask = new Map<number, number>(); // an input that stands there twice counts once
    for (let i = 0; i < reader.inputCount; i++) byTask.set(reader.input(i), reader.source(i).bytes);
    const needed = [...byTask.values()].reduce((sum, each) => sum + each, 0);
    if (needed <= limit) return false;
    if (reader.hasValue) reader.takeValue(); // or the tasks after it would get it
    const failure = tooLarge(needed, limit);
    this.#outbox.others.push({ kind: "failed", task: reader.task, run: reader.run, failure });
    return true;
  }

  #onFree(tasks: Int32Array): void {
    const notHere = new Map<number, number>();
    for (let at = 0; at < tasks.length; at += 2) {
      const task = tasks[at] as number;
      const run = tasks[at + 1] as number;
      if (this.data.drop(task, run)) {
        this.storing?.onDropped(task);
        continue;
      }
      this.exchange?.fetching.free(task, run);
      if (notHere.has(task)) this.#releaseAll(notHere); // two attempts at one task
      notHere.set(task, run);
    }
    this.#releaseAll(notHere);
  }

  #releaseAll(orders: Map<number, number>): void {
    if (orders.size === 0) return;
    for (const order of this.orders.findAll(orders)) this.#release(order);
    orders.clear();
  }

  #onRetract(tasks: Int32Array): void {
    const asked = new Map<number, number>();
    for (let at = 0; at < tasks.length; at += 2) asked.set(tasks[at] as number, tasks[at + 1] as number);
    const givenBack = this.orders
      .findAll(asked)
      .filter((order) => order.state !== "executing" && this.exchange?.fetching.isTakingFor(order) !== true);
    for (const order of givenBack) this.#release(order);
    const returned = new Set(givenBack.map((order) => order.task));
    for (const [task, run] of asked) {
      this.#outbox.retracted.push2(task, run);
      this.#outbox.retracted.push(returned.has(task) ? 1 : 0);
    }
  }

  /** Hot path (B2). */
  #startNext(): void {
    const { orders, gauge, data } = this;
    if (!this.hasWork) return;
    if (gauge.isPaused && (this.#isLadderDue || !this.#isIdle)) {
      this.#isStuck = true;
      return;
    }
    const order = orders.takeFirst(gauge.isFilling);
    if (order === undefined) return;
    const mayMiss = data.storedBytes > 0 || this.#hasLost;
    if (order.inputs.length > 0 && mayMiss && !this.#hasInputs(order)) return this.#loadInputs(order);
    const { task, run, fn, call, value } = order;
    orders.start(order);
    const inputs = order.inputs.length === 0 ? NO_INPUTS : order.inputs.map((input) => data.value(input));
    this.#endBringing(order);
    if (this.#durations.isLong(fn)) {
      this.#reportStarted(order);
      this.#report();
    }
    this.#out.push({ kind: "execute", task, run, fn, call, value, inputs });
  }

  /** Whether nothing is going on that would change what is in memory. */
  get #isIdle(): boolean {
    return this.orders.executing.length === 0 && !this.#isStoring && this.orders.loading.size === 0;
  }

  /** Whether the store is at work, or will be when the part for it is there. */
  get #isStoring(): boolean {
    return this.storing?.memory.isBusy ?? (this.#hasStore && this.data.hasLarge);
  }

  #hasInputs({ inputs }: Order): boolean {
    return inputs.every((input) => this.data.hasAny(input) && !this.data.isStored(input));
  }

  /** Its inputs are brought into memory; as many tasks as there are cores, and one ahead, may wait for that. */
  #loadInputs(order: Order): void {
    const { orders } = this;
    if (orders.loading.size > this.#loads) {
      orders.putBack(order);
      this.#isStuck = true;
      return;
    }
    orders.beginLoading(order);
    order.bringing = this.storing?.bring([...new Set(order.inputs)], (lost) => {
      if (lost === undefined) orders.endLoading(order);
      else this.#giveBack(order, lost, HERE);
    });
  }

  /** Ends an order before it ends by itself. */
  #release(order: Order): void {
    this.#endBringing(order);
    this.orders.release(order);
  }

  #endBringing(order: Order): void {
    if (order.bringing === undefined) return;
    this.storing?.release(order.bringing);
    order.bringing = undefined;
  }

  #onExecuted(event: WorkerEvent & { kind: "executed" }): void {
    const { task, run, value, bytes } = event;
    const order = this.orders.takeEnded(task, run);
    if (order === undefined) return; // freed while it ran
    this.#durations.learn(order.fn, event.duration);
    this.data.put(task, run, value, bytes, event.isReceived === true ? RECEIVED : MADE_HERE);
    this.#isLadderDue = true;
    pushFinished(this.#outbox.finished, task, run, bytes, event.isShared);
  }

  #onThrew(task: number, run: number, failure: Failure): void {
    const order = this.orders.takeEnded(task, run);
    if (order !== undefined) this.#outbox.others.push({ kind: "failed", task, run, failure });
  }

  #reportStarted(order: Order): void {
    if (order.state !== "executing" || order.isReported) return;
    order.isReported = true;
    this.#outbox.started.push2(order.task, order.run);
  }

  #endTurn(): void {
    this.storing?.ensure();
    this.#isLadderDue = false;
    if (!this.#isHeld) this.exchange?.fetching.ensure(this.gauge.isPaused ? (this.#isIdle ? 1 : 0) : undefined);
    const durations = this.#durations.takeChanged();
    if (durations !== undefined) this.#outbox.others.push({ kind: "measured", ...durations });
    this.#report();
    const changes = this.data.takeChanges();
    if (changes !== undefined) this.#out.push({ kind: "account", changes });
  }

  #report(): void {
    const envelope = this.#outbox.take();
    if (envelope !== undefined) this.#out.push({ kind: "report", envelope });
  }
}

const NOTHING: readonly WorkerInstruction[] = [];
const NO_INPUTS: readonly unknown[] = [];
/** The holder that a worker names when the input was lost here. */
const HERE = -1;
