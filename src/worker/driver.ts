// Performs what a worker's machine wants: calls functions, moves messages. Short tasks run back to back for at most a
// slice; then the worker looks at its mailbox.

import { unreachable } from "../base/assert.ts";
import { findBuffers } from "../codec/buffers.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import { sizeOf } from "../codec/size.ts";
import type { Outcome } from "../protocol/executor.ts";
import type { LineOffer } from "../protocol/line.ts";
import { parseLineOffer } from "../protocol/line.ts";
import { parsePeerMessage, parsePeerOffer, parseReactorEnvelope } from "../protocol/parse.ts";
import type { PeerOffer } from "../protocol/peer.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { SpareBuffers } from "../protocol/worker-to-worker.ts";
import type { Port } from "../transport/port.ts";
import { callFunction } from "./call-function.ts";
import type { DataChanges } from "./data.ts";
import { LEAST_STORED } from "./data.ts";
import { postData } from "./data-port.ts";
import type { WorkerEvent } from "./events.ts";
import type { Executors } from "./executors.ts";
import type { FunctionStore } from "./function-store.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { WorkerMachine } from "./machine.ts";
import { ReportPort } from "./report-port.ts";
import { Shipping } from "./shipping.ts";
import type { SpillOptions } from "./spill-store.ts";
import { SpillStore } from "./spill-store.ts";

/** The longest time in milliseconds that short tasks run before the mailbox is looked at. */
const SLICE = 4;
/** Most bytes of buffers that are kept for the next results. */
const MOST_POOLED = 128_000_000;

export interface WorkerHost {
  readonly cores: number;
  /** This worker's share of the cluster's limit, in managed bytes. */
  readonly memoryLimit: number;
  /** Where results go that do not fit; undefined: nowhere. */
  readonly spill: Omit<SpillOptions, "hear" | "opened"> | undefined;
  /** The threads that run tasks, if not this one does. */
  readonly executors?: Executors<Execute>;
  readonly functions: FunctionStore;
  /** The port to the reactor. */
  readonly reactor: Port;
  /** Opens this end of a route to another worker. */
  openRoute(offer: PeerOffer): Port;
  /** A route has ended; another may be offered. */
  routeLost(link: number): void;
  /** A port of its own to the page, for one purpose. */
  openLine(offer: LineOffer): void;
  /** The worker was told to stop. */
  stopped(): void;
  now(): number;
  /** Calls back after messages that are due. */
  defer(callback: () => void): void;
  /** Calls back after some milliseconds; returns how to have it not call. */
  wait(milliseconds: number, callback: () => void): () => void;
  /** The worker cannot go on: whoever started it is to hear why. */
  failed(error: Error): void;
}

export class WorkerDriver {
  readonly machine: WorkerMachine;
  readonly #host: WorkerHost;
  readonly #shipping: Shipping;
  readonly #report: ReportPort;
  readonly #spill: SpillStore | undefined;
  readonly #peers = new Map<number, Port>();
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
    this.#shipping = new Shipping({
      limit: Math.min(MOST_POOLED, memoryLimit / 8),
      detach: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
    });
    this.#report = new ReportPort(host.reactor, this.#shipping);
    this.#spill =
      spill &&
      new SpillStore({
        ...spill,
        hear: (event) => this.#hearLater(event),
        opened: (store) => this.#report.post([{ kind: "notice", notice: { kind: "spill-began", store } }]),
      });
    host.executors?.listen({
      ended: (task, outcome) => this.#onOutcome(task, outcome),
      turnEnded: () => this.#wake(),
      lost: (reason) => host.failed(reason),
    });
  }

  /** A message of the reactor's, a route to another worker, or a line to the page. */
  onMessage(value: unknown): void {
    if (this.#hasStopped) return;
    const offer = parsePeerOffer(value);
    if (offer !== undefined) return this.#addPeer(offer, this.#host.openRoute(offer));
    const line = parseLineOffer(value);
    if (line !== undefined) return this.#host.openLine(line);
    const envelope = parseReactorEnvelope(value);
    this.#hear({ kind: "reactor-message", envelope });
    if (!envelope.every(isRun)) this.#wake();
  }

  /** Closes the routes to other workers. */
  stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    for (const cancel of this.#waits) cancel();
    for (const port of this.#peers.values()) port.close();
    this.#peers.clear();
    this.#host.executors?.close();
    void this.#spill?.close();
    this.#host.stopped();
  }

  /** A route in the place of another: what was asked over that one will not be answered. */
  #addPeer({ worker: peer, link, isFar }: PeerOffer, port: Port): void {
    if (isFar === true) this.#hear({ kind: "peer-far", peer });
    const former = this.#peers.get(peer);
    this.#peers.set(peer, port);
    former?.close();
    const lose = (): void => {
      port.close();
      if (this.#peers.get(peer) !== port) return;
      this.#peers.delete(peer);
      this.#host.routeLost(link);
      this.#hear({ kind: "peer-lost", peer });
      this.#wake();
    };
    port.listen({
      message: (value) => {
        const message = parsePeerMessage(value);
        if (message === undefined) return lose();
        if (message.kind === "spare") return this.#shipping.reuse(message.buffers);
        this.#hear({ kind: "peer-message", peer, message, sizeOf });
        this.#wake();
      },
      closed: lose,
    });
    if (former === undefined) return;
    this.#hear({ kind: "peer-lost", peer });
    this.#wake();
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
        return this.#tellPeer(instruction.peer, instruction.message);
      case "send-data":
        return this.#sendData(instruction);
      case "retry-peer": {
        const { peer, delay } = instruction;
        return this.#wait(delay, () => this.#hearLater({ kind: "peer-retried", peer }));
      }
      case "store":
        return void this.#spill?.write(instruction.entries);
      case "load":
        return void this.#spill?.read(instruction.entries);
      case "unstore":
        return void this.#spill?.forget(instruction.keys);
      case "account":
        return this.#account(instruction.changes);
      case "report-memory":
        return this.#reportMemory();
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
      const loaded = this.#host.functions.get(fn);
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
      bytes = sizeOf(result);
      if (bytes < LEAST_STORED && typeof result === "object" && findBuffers(result).buffers.size > 0)
        bytes = LEAST_STORED;
      if (this.#shipping.hasSpent && typeof result === "object" && result !== null) this.#shipping.refuseSpent(result);
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
    const memory = { ...this.machine.memory.facts, store: this.#spill?.opened, sent: { ...this.#shipping.bytes } };
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

  #account(changes: DataChanges): void {
    for (const [peer, buffers] of this.#shipping.account(changes)) {
      const port = this.#peers.get(peer);
      if (port === undefined) this.#shipping.reuse(buffers);
      else if (buffers.length > 0) port.post({ kind: "spare", buffers } satisfies SpareBuffers, buffers);
    }
  }

  #tellPeer(peer: number, message: object): void {
    const port = this.#peers.get(peer);
    if (port !== undefined) return port.post(message);
    this.#hear({ kind: "peer-lost", peer });
    this.#hear(TURN_ENDED); // a turn is just ending: nobody else would tell
  }

  #sendData(answer: WorkerInstruction & { readonly kind: "send-data" }): void {
    const port = this.#peers.get(answer.peer);
    if (port === undefined) return; // whoever asked is gone
    const given = postData(port, answer, this.#shipping);
    if (given.length > 0) this.#hear({ kind: "given-away", tasks: given });
  }
}

type Execute = WorkerInstruction & { readonly kind: "execute" };

const CORE_OFFERED = { kind: "core-offered" } as const;
const SLICE_ENDED = { kind: "slice-ended" } as const;
const TURN_ENDED = { kind: "turn-ended" } as const;

const isRun = ({ kind }: ReactorToWorker): boolean => kind === "run";

function isSharedView(value: unknown): boolean {
  if (!ArrayBuffer.isView(value) || typeof SharedArrayBuffer === "undefined") return false;
  return value.buffer instanceof SharedArrayBuffer;
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
