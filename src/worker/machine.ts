// A cluster worker: orders in, results kept, copies fetched from other workers. Pure: it knows no clock, promise, port or
// storage; values pass through it unseen. Communication is looked after once, when a turn ends.

import { unreachable } from "../base/assert.ts";
import { ANY_TASK } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import type { ComputeBatch } from "../protocol/compute-batch.ts";
import { ComputeReader } from "../protocol/compute-batch.ts";
import { pushFinished } from "../protocol/finished-batch.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToWorker } from "../protocol/worker-to-worker.ts";
import { Data } from "./data.ts";
import { Durations } from "./durations.ts";
import type { WorkerEvent } from "./events.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { ReactorOutbox } from "./outbox.ts";
import type { Copy } from "./peers.ts";
import { Peers } from "./peers.ts";
import type { Order } from "./tasks.ts";
import { Orders } from "./tasks.ts";

export class WorkerMachine {
  readonly data = new Data();
  readonly orders = new Orders();
  readonly peers = new Peers();
  readonly #outbox = new ReactorOutbox();
  readonly #durations = new Durations();
  readonly #cores: number;
  #out: WorkerInstruction[] = [];

  constructor(options: { readonly cores: number }) {
    this.#cores = options.cores;
  }

  /** Whether a task could start now. */
  get hasWork(): boolean {
    return this.orders.executing.length < this.#cores && this.orders.hasReady;
  }

  /** Whether a task runs of which the reactor does not know. */
  get hasUnreported(): boolean {
    return this.orders.executing.some((order) => order.state === "executing" && !order.isReported);
  }

  handle(event: WorkerEvent): readonly WorkerInstruction[] {
    switch (event.kind) {
      case "reactor-message":
        for (const message of event.envelope) this.#onReactorMessage(message);
        break;
      case "peer-message":
        this.#onPeerMessage(event.peer, event.message, event.sizeOf);
        break;
      case "peer-lost":
        for (const copy of this.peers.takeLost(event.peer)) this.#onMissing(copy, undefined);
        break;
      case "core-offered":
        return this.#startNext();
      case "executed":
        this.#onExecuted(event);
        break;
      case "threw":
        this.#onThrew(event.task, event.run, event.failure);
        break;
      case "ran":
        this.#outbox.others.push(event);
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
          this.data.put(message.tasks[2 * i] as number, run, value, 0);
        });
        return;
      case "gather":
        return this.#onGather(message);
      case "compute":
        return this.#onCompute(message);
      case "free":
        return this.#onFree(message.tasks);
      case "retract":
        return this.#onRetract(message.tasks);
      case "replicate":
        for (let at = 0; at < message.tasks.length; at += 3) {
          const [task, run, holder] = message.tasks.subarray(at, at + 3) as unknown as [number, number, number];
          if (!this.data.has(task, run)) this.peers.want(task, run, holder, undefined);
        }
        return;
      case "run":
        this.#out.push(message);
        return;
      case "peer-lost":
        for (const copy of this.peers.takeLost(message.worker)) this.#onMissing(copy, undefined);
        return;
      case "stop":
        this.#out.push(message);
        return;
      default:
        unreachable(message);
    }
  }

  /** Hot path (B2). */
  #onCompute(batch: ComputeBatch): void {
    if (this.orders.addRow(batch)) return;
    const reader = new ComputeReader(batch);
    while (reader.next()) {
      const order = this.orders.add(reader);
      for (let i = 0; i < reader.inputCount; i++) {
        const run = reader.inputRun(i);
        if (this.data.has(reader.input(i), run)) continue;
        order.missing++;
        this.peers.want(reader.input(i), run, reader.holder(i), order);
      }
      if (order.missing === 0) this.orders.makeReady(order);
      else this.orders.wait(order);
    }
  }

  #onFree(tasks: Int32Array): void {
    const notHere = new Map<number, number>();
    for (let at = 0; at < tasks.length; at += 2) {
      const task = tasks[at] as number;
      const run = tasks[at + 1] as number;
      if (this.data.drop(task, run)) continue;
      this.peers.free(task, run);
      if (notHere.has(task)) this.#releaseAll(notHere); // two attempts at one task
      notHere.set(task, run);
    }
    this.#releaseAll(notHere);
  }

  #releaseAll(orders: Map<number, number>): void {
    if (orders.size === 0) return;
    for (const order of this.orders.findAll(orders)) this.orders.release(order);
    orders.clear();
  }

  #onRetract(tasks: Int32Array): void {
    const asked = new Map<number, number>();
    for (let at = 0; at < tasks.length; at += 2) asked.set(tasks[at] as number, tasks[at + 1] as number);
    const givenBack = this.orders.findAll(asked).filter((order) => order.state !== "executing");
    for (const order of givenBack) this.orders.release(order);
    const returned = new Set(givenBack.map((order) => order.task));
    for (const [task, run] of asked) {
      this.#outbox.retracted.push2(task, run);
      this.#outbox.retracted.push(returned.has(task) ? 1 : 0);
    }
  }

  #onGather({ request, positions, tasks }: ReactorToWorker & { kind: "gather" }): void {
    const values: unknown[] = [];
    const failed: { position: number; failure: Failure }[] = [];
    tasks.forEach((task, i) => {
      values.push(this.data.value(task));
      if (!this.data.hasAny(task)) failed.push({ position: positions[i] as number, failure: notHere() });
    });
    this.#outbox.others.push({ kind: "values", request, positions, values, failed });
  }

  #onPeerMessage(peer: number, message: WorkerToWorker, sizeOf: (value: unknown) => number): void {
    switch (message.kind) {
      case "fetch":
        this.#out.push({ kind: "tell-peer", peer, message: this.#answerFetch(message.tasks) });
        return;
      case "data": {
        const failed = new Map(message.failed.map(({ position, failure }) => [position, failure]));
        this.peers.takeFlight(peer).forEach((copy, position) => {
          if (copy.state === "released") return;
          if (failed.has(position)) {
            const failure = failed.get(position);
            if (failure === undefined && this.peers.askAgain(copy)) return;
            return this.#onMissing(copy, failure);
          }
          const value = message.values[position];
          this.#onCopy(copy, value, sizeOf(value));
        });
        return;
      }
      default:
        unreachable(message);
    }
  }

  #answerFetch(tasks: Int32Array): WorkerToWorker {
    const values: unknown[] = [];
    const failed: { position: number }[] = [];
    for (let at = 0; at < tasks.length; at += 2) {
      const task = tasks[at] as number;
      const isHere = this.data.has(task, tasks[at + 1] as number);
      if (!isHere) failed.push({ position: values.length });
      values.push(isHere ? this.data.value(task) : undefined);
    }
    return { kind: "data", values, failed };
  }

  #onCopy(copy: Copy, value: unknown, bytes: number): void {
    this.peers.arrive(copy);
    this.data.put(copy.task, copy.run, value, bytes);
    this.#outbox.placed.push2(copy.task, copy.run);
    for (const order of copy.waiters) {
      if (--order.missing === 0 && order.state === "waiting") this.orders.makeReady(order);
    }
  }

  /** A copy will not come: the tasks that wait for it go back to the reactor, which knows what to do. */
  #onMissing(copy: Copy, failure: Failure | undefined): void {
    this.peers.giveUp(copy);
    if (copy.isOrdered && failure !== undefined) {
      const { task, run, holder } = copy;
      this.#outbox.others.push({ kind: "missing", task, run, input: task, holder, failure });
    }
    for (const order of copy.waiters) {
      if (order.state !== "waiting") continue;
      const { task, run } = order;
      this.orders.release(order);
      const missing = { kind: "missing", task, run, input: copy.task, holder: copy.holder } as const;
      this.#outbox.others.push(failure === undefined ? missing : { ...missing, failure });
    }
  }

  /** Hot path (B2). */
  #startNext(): readonly WorkerInstruction[] {
    if (this.orders.executing.length >= this.#cores) return NOTHING;
    const order = this.orders.startFirst();
    if (order === undefined) return NOTHING;
    const { task, run, fn, call, value } = order;
    const inputs = order.inputs.length === 0 ? NO_INPUTS : order.inputs.map((input) => this.data.value(input));
    const execute = { kind: "execute", task, run, fn, call, value, inputs } as const;
    if (!this.#durations.isLong(fn)) return [execute];
    this.#reportStarted(order);
    this.#report();
    return [...this.#out.splice(0), execute];
  }

  #onExecuted(event: WorkerEvent & { kind: "executed" }): void {
    const { task, run, value, bytes } = event;
    const order = this.orders.takeEnded(task, run);
    if (order === undefined) return; // freed while it ran
    this.#durations.learn(order.fn, event.duration);
    this.data.put(task, run, value, bytes);
    pushFinished(this.#outbox.finished, task, run, bytes);
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
    for (const { peer, tasks } of this.peers.takeRequests()) {
      this.#out.push({ kind: "tell-peer", peer, message: { kind: "fetch", tasks } });
    }
    this.#report();
  }

  #report(): void {
    const envelope = this.#outbox.take();
    if (envelope !== undefined) this.#out.push({ kind: "report", envelope });
  }
}

const NOTHING: readonly WorkerInstruction[] = [];
const NO_INPUTS: readonly unknown[] = [];

function notHere(): Failure {
  const message = `Cannot send the result of ${ANY_TASK}: it is not on the worker any more`;
  return engineFailure("data-lost", message, { key: ANY_TASK });
}
