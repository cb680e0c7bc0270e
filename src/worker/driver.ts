// Performs what a worker's machine wants: calls functions, moves messages. Short tasks run back to back for at most a
// slice; then the worker looks at its mailbox.

import { unreachable } from "../base/assert.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import { sizeOf, sizeWithBuffers } from "../codec/size.ts";
import type { Outcome } from "../protocol/executor.ts";
import { parseLineOffer } from "../protocol/line.ts";
import { parsePeerOffer, parseReactorEnvelope } from "../protocol/parse.ts";
import type { PeerOffer } from "../protocol/peer.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import { callFunction, isPromiseLike } from "./call-function.ts";
import { LEAST_STORED } from "./data.ts";
import type { WorkerEvent } from "./events.ts";
import type { WorkerHost } from "./host-entry.ts";
import type { Execute, WorkerInstruction } from "./instructions.ts";
import type { Large } from "./large-entry.ts";
import { WorkerMachine } from "./machine.ts";
import { ReportPort } from "./report-port.ts";
import type { Routes } from "./routes-port.ts";
import type { ShippedBytes } from "./shipping.ts";

/** The longest time in milliseconds that short tasks run before the mailbox is looked at. */
const SLICE = 4;
/** Most bytes of buffers that are kept for the next results. */
const MOST_POOLED = 268_435_456;

export class WorkerDriver {
  readonly machine: WorkerMachine;
  readonly #host: WorkerHost;
  readonly #report: ReportPort;
  readonly #sent: ShippedBytes = { moved: 0, copied: 0, shared: 0, cloned: 0 };
  /** Loaded with the first route to another worker. */
  #routes: Routes | undefined;
  /** Loaded with the first large result. */
  #large: Large | undefined;
  /** What waits for that, in order. */
  readonly #forLarge: ((large: Large) => void)[] = [];
  /** How to cancel what waits for its time. */
  readonly #waits = new Set<() => void>();
  #isDeferred = false;
  /** The clock when the last task ended: read once per task, since reading it costs as much as a short task. */
  #clock = 0;
  #hasStopped = false;
  #isWaiting = false;

  constructor(host: WorkerHost) {
    this.#host = host;
    const { executors, memoryLimit, spill } = host;
    const cores = executors?.capacity ?? host.cores;
    this.machine = new WorkerMachine({ cores, threads: host.cores, memoryLimit, hasStore: spill !== undefined });
    this.#report = new ReportPort({
      reactor: host.reactor,
      withLarge: (action) => this.#withLarge(action),
      cloned: (bytes) => {
        this.#sent.cloned += bytes;
      },
    });
    const wake = () => this.#wake();
    host.functions.caller = { machine: this.machine, port: host.reactor, cores, executors, wake };
    executors?.listen({
      ended: (task, outcome) => this.#onOutcome(task, outcome),
      turnEnded: wake,
      lost: (reason) => host.failed(reason),
    });
  }

  /**
   * A message of the reactor's, a route to another worker, or a line to the page. A promise if nothing more is to come
   * before it settles: a part is being loaded that what comes next may need.
   */
  onMessage(value: unknown): Promise<void> | undefined {
    if (this.#hasStopped) return undefined;
    const offer = parsePeerOffer(value);
    if (offer !== undefined) return this.#addRoute(offer);
    const line = parseLineOffer(value);
    if (line !== undefined) this.#host.openLine(line);
    else this.#onEnvelope(parseReactorEnvelope(value));
    return undefined;
  }

  #onEnvelope(envelope: readonly ReactorToWorker[]): void {
    this.#hear({ kind: "reactor-message", envelope });
    if (!envelope.every(isRun)) this.#wake();
  }

  /** Closes the routes to other workers. */
  stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    for (const cancel of this.#waits) cancel();
    this.#routes?.close();
    this.#host.executors?.close();
    this.#forLarge.length = 0;
    this.#large?.spill.close();
    this.#host.stopped();
  }

  #addRoute(offer: PeerOffer): Promise<void> | undefined {
    if (this.#routes === undefined) return this.#loadRoutes().then(() => this.#routes?.add(offer));
    this.#routes.add(offer);
    return undefined;
  }

  async #loadRoutes(): Promise<void> {
    const part = await this.#load(() => this.#host.parts.exchange());
    if (part === undefined) return;
    const { openRoute, routeLost } = this.#host;
    this.machine.attachExchange(part.Exchange);
    this.#routes = new part.Routes({
      open: openRoute,
      lost: routeLost,
      sizeOf,
      hear: (event) => this.#hear(event),
      wake: () => this.#wake(),
      wait: (milliseconds, callback) => this.#wait(milliseconds, callback),
      lacksLarge: () => this.#large === undefined && this.machine.data.hasLarge,
      withLarge: (action) => this.#withLarge(action),
    });
  }

  /** Does something with the part for large results: now, or when it is loaded, in the order of the calls. */
  #withLarge(action: (large: Large) => void): void {
    if (this.#large !== undefined) return action(this.#large);
    if (this.#forLarge.push(action) === 1) void this.#loadLarge();
  }

  async #loadLarge(): Promise<void> {
    const part = await this.#load(() => this.#host.parts.large());
    if (part === undefined) return;
    const { reactor, memoryLimit, spill, parts } = this.#host;
    const large = new part.Large({
      reactor,
      mostPooled: Math.min(MOST_POOLED, memoryLimit / 8),
      sent: this.#sent,
      encodeFailure,
      spill: {
        place: spill,
        load: parts.spill,
        loadPack: parts.pack,
        loadUnpack: parts.unpack,
        hear: (event) => this.#hearLater(event),
        opened: (store) => this.#report.post([{ kind: "notice", notice: { kind: "spill-began", store } }]),
      },
      giveBack: (peer, buffers) => this.#routes?.giveBack(peer, buffers) ?? buffers,
    });
    this.machine.attachStoring(part.Storing);
    for (const action of this.#forLarge) action(large); // and what they add
    this.#forLarge.length = 0;
    this.#large = large;
    this.#wake();
  }

  /** A part that this worker cannot do without; undefined if it has stopped, or will since there is none. */
  async #load<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
    try {
      const part = await load();
      return this.#hasStopped ? undefined : part;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#report.post([{ kind: "notice", notice: { kind: "script-incomplete", reason } }]);
      return undefined;
    }
  }

  #wake(): void {
    if (!this.#isDeferred) this.#work();
  }

  /** Runs tasks for a slice, then tells what happened. */
  #work(): void {
    if (this.#hasStopped) return;
    const { machine } = this;
    const { executors } = this.#host;
    this.#clock = this.#host.now();
    const end = this.#clock + SLICE;
    while (this.#clock < end && executors?.hasRoom !== false) {
      const instructions = machine.handle(CORE_OFFERED);
      if (instructions.length === 0) break;
      for (const instruction of instructions) this.#perform(instruction);
    }
    executors?.flush();
    if (machine.hasUnreported) this.#watchExecuting();
    this.#hear(TURN_ENDED);
    if (machine.hasWork && executors?.hasRoom !== false) this.#later(() => this.#work());
  }

  #later(callback: () => void): void {
    this.#isDeferred = true;
    this.#host.defer(() => {
      this.#isDeferred = false;
      callback();
    });
  }

  /** Asynchronous tasks that outlive a slice are reported as started. */
  #watchExecuting(): void {
    if (this.#host.executors !== undefined) return this.#watchExecutors();
    const since = this.#host.now();
    if (this.#isDeferred) return;
    const look = (): void => {
      if (!this.machine.hasUnreported) return this.#work();
      if (this.#host.now() - since < SLICE) return this.#later(look);
      this.#hear(SLICE_ENDED);
      this.#work();
    };
    this.#later(look);
  }

  /** While executors work this thread has nothing to do: it looks once per slice. */
  #watchExecutors(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#wait(SLICE, () => {
      this.#isWaiting = false;
      if (this.#hasStopped) return;
      this.#hear(SLICE_ENDED);
      this.#wake();
    });
  }

  /** Hears what happened outside of a turn, and looks after it. */
  #hearLater(event: WorkerEvent): void {
    if (this.#hasStopped) return;
    this.#hear(event);
    this.#wake();
  }

  #wait(milliseconds: number, callback: () => void): void {
    const cancel = this.#host.wait(milliseconds, () => {
      this.#waits.delete(cancel);
      callback();
    });
    this.#waits.add(cancel);
  }

  #hear(event: WorkerEvent): void {
    for (const instruction of this.machine.handle(event)) this.#perform(instruction);
  }

  #perform(instruction: WorkerInstruction): void {
    switch (instruction.kind) {
      case "define":
        this.#host.executors?.define(instruction.from, instruction.definitions);
        return this.#host.functions.define(instruction.from, instruction.definitions);
      case "execute":
        return this.#host.executors === undefined
          ? this.#execute(instruction)
          : this.#host.executors.execute(instruction);
      case "run":
        return this.#run(instruction);
      case "send-values":
        return this.#report.sendValues(instruction);
      case "report":
        return this.#report.post(instruction.envelope);
      case "tell-peer":
      case "send-data":
      case "retry-peer":
        return this.#routes?.perform(instruction);
      case "store":
      case "load":
      case "unstore":
        return this.#withLarge(({ spill }) => spill.perform(instruction));
      case "account":
        return this.#withLarge((large) => large.account(instruction.changes));
      case "report-memory":
        return this.#reportMemory();
      case "rest-store":
        return this.#large?.spill.rest();
      case "stop":
        return this.stop();
      default:
        return unreachable(instruction);
    }
  }

  /** Hot path (B2): a function that returns at once costs no promise and no closure. */
  #execute(instruction: Execute): void {
    const { fn, call, value, inputs } = instruction;
    try {
      const loaded = this.#host.functions.get(fn, instruction);
      if (loaded instanceof Promise) {
        return this.#settleLater(
          instruction,
          loaded.then((ready) => callFunction(ready, call, value, inputs)),
        );
      }
      const result = callFunction(loaded, call, value, inputs);
      if (isPromiseLike(result)) this.#settleLater(instruction, result);
      else this.#returned(instruction, result, this.#clock);
    } catch (error) {
      this.#threw(instruction, error);
    }
  }

  /** An asynchronous task keeps its core until it settles. */
  #settleLater(instruction: Execute, promise: PromiseLike<unknown>): void {
    const start = this.#host.now();
    promise.then(
      (result) => {
        this.#returned(instruction, result, start);
        this.#wake();
      },
      (error) => {
        this.#threw(instruction, error);
        this.#wake();
      },
    );
  }

  #returned(instruction: Execute, result: unknown, start: number): void {
    this.#clock = this.#host.now();
    const { task, run } = instruction;
    let bytes: number;
    try {
      bytes = sizeWithBuffers(result, LEAST_STORED);
      this.#large?.shipping.refuseSpent(result);
    } catch (error) {
      return this.#threw(instruction, error); // a getter of the result throws
    }
    const duration = this.#clock - start;
    this.#hear({ kind: "executed", task, run, value: result, bytes, duration, isShared: isSharedView(result) });
  }

  #threw({ task, run }: Execute, error: unknown): void {
    this.#clock = this.#host.now();
    this.#hear({ kind: "threw", task, run, failure: encodeFailure(error) });
  }

  #onOutcome({ task, run }: Execute, outcome: Outcome): void {
    if (outcome.kind === "threw") return this.#hear({ kind: "threw", task, run, failure: outcome.failure });
    const { value, bytes, duration } = outcome;
    this.#hear({
      kind: "executed",
      task,
      run,
      value,
      bytes,
      duration,
      isShared: isSharedView(value),
      isReceived: true,
    });
  }

  #reportMemory(): void {
    const memory = { ...this.machine.memoryFacts, store: this.#large?.spill.opened, sent: { ...this.#sent } };
    this.#report.post([{ kind: "notice", notice: { kind: "memory", memory } }]);
  }

  /** Calls a function outside of scheduling: the machine has no part in it (B8). */
  #run({ request, fn, args }: WorkerInstruction & { kind: "run" }): void {
    const ran = (value: unknown): void => this.#report.post([{ kind: "ran", request, value }]);
    const failed = (error: unknown): void => {
      this.#report.post([{ kind: "ran", request, value: undefined, failure: encodeFailure(error) }]);
    };
    try {
      const loaded = this.#host.functions.get(fn);
      const result = loaded instanceof Promise ? loaded.then((ready) => ready(...args)) : loaded(...args);
      if (isPromiseLike(result)) result.then(ran, failed);
      else ran(result);
    } catch (error) {
      failed(error);
    }
  }
}

const CORE_OFFERED = { kind: "core-offered" } as const;
const SLICE_ENDED = { kind: "slice-ended" } as const;
const TURN_ENDED = { kind: "turn-ended" } as const;

const isRun = ({ kind }: ReactorToWorker): boolean => kind === "run";

function isSharedView(value: unknown): boolean {
  if (!ArrayBuffer.isView(value) || typeof SharedArrayBuffer === "undefined") return false;
  return value.buffer instanceof SharedArrayBuffer;
}
