// Performs what a worker's machine wants: calls functions, moves messages. Short tasks run back to back for at most a
// slice; then the worker looks at its mailbox.

import { unreachable } from "../base/assert.ts";
import { ANY_TASK, EngineError } from "../base/errors.ts";
import { isWorthMoving } from "../base/int-list.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import type { Failure } from "../codec/failure.ts";
import { sizeOf } from "../codec/size.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import { parsePeerMessage, parsePeerOffer, parseReactorEnvelope } from "../protocol/parse.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { WorkerToWorker } from "../protocol/worker-to-worker.ts";
import type { Port } from "../transport/port.ts";
import type { AnyFunction } from "./call-function.ts";
import { callFunction } from "./call-function.ts";
import type { WorkerEvent } from "./events.ts";
import type { FunctionStore } from "./function-store.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { WorkerMachine } from "./machine.ts";

/** The longest time in milliseconds that short tasks run before the mailbox is looked at. */
const SLICE = 4;

export interface WorkerHost {
  readonly cores: number;
  readonly functions: FunctionStore;
  /** The port to the reactor. */
  readonly reactor: Port;
  /** Opens the end of a channel to another worker. */
  openPort(end: object): Port;
  /** The worker was told to stop. */
  stopped(): void;
  now(): number;
  /** Calls back after messages that are due. */
  defer(callback: () => void): void;
}

export class WorkerDriver {
  readonly machine: WorkerMachine;
  readonly #host: WorkerHost;
  readonly #peers = new Map<number, Port>();
  #isDeferred = false;
  /** The clock when the last task ended: read once per task, since reading it costs as much as a short task. */
  #clock = 0;
  #hasStopped = false;

  constructor(host: WorkerHost) {
    this.#host = host;
    this.machine = new WorkerMachine({ cores: host.cores });
  }

  /** A message of the reactor's, or a route to another worker. */
  onMessage(value: unknown): void {
    if (this.#hasStopped) return;
    const offer = parsePeerOffer(value);
    if (offer !== undefined) return this.#addPeer(offer.worker, this.#host.openPort(offer.port));
    this.#hear({ kind: "reactor-message", envelope: parseReactorEnvelope(value) });
    this.#wake();
  }

  /** Closes the routes to other workers. */
  stop(): void {
    if (this.#hasStopped) return;
    this.#hasStopped = true;
    for (const port of this.#peers.values()) port.close();
    this.#peers.clear();
    this.#host.stopped();
  }

  #addPeer(peer: number, port: Port): void {
    this.#peers.set(peer, port);
    port.listen({
      message: (value) => {
        const message = parsePeerMessage(value);
        if (message === undefined) return port.close();
        this.#hear({ kind: "peer-message", peer, message, sizeOf });
        this.#wake();
      },
      closed: () => {
        port.close();
        this.#peers.delete(peer);
        this.#hear({ kind: "peer-lost", peer });
        this.#wake();
      },
    });
  }

  #wake(): void {
    if (!this.#isDeferred) this.#work();
  }

  /** Runs tasks for a slice, then tells what happened. */
  #work(): void {
    if (this.#hasStopped) return;
    const { machine } = this;
    this.#clock = this.#host.now();
    const end = this.#clock + SLICE;
    while (this.#clock < end) {
      const instructions = machine.handle(CORE_OFFERED);
      if (instructions.length === 0) break;
      for (const instruction of instructions) this.#perform(instruction);
    }
    if (machine.hasUnreported) this.#watchExecuting();
    this.#hear(TURN_ENDED);
    if (machine.hasWork) this.#later(() => this.#work());
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

  #hear(event: WorkerEvent): void {
    for (const instruction of this.machine.handle(event)) this.#perform(instruction);
  }

  #perform(instruction: WorkerInstruction): void {
    switch (instruction.kind) {
      case "define":
        return this.#host.functions.define(instruction.from, instruction.definitions);
      case "execute":
        return this.#execute(instruction);
      case "run":
        return void this.#run(instruction);
      case "report":
        return this.#report(instruction.envelope);
      case "tell-peer":
        return this.#tellPeer(instruction.peer, instruction.message);
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
    } catch (error) {
      return this.#threw(instruction, error); // a getter of the result throws
    }
    this.#hear({ kind: "executed", task, run, value: result, bytes, duration: this.#clock - start });
  }

  #threw({ task, run }: Execute, error: unknown): void {
    this.#clock = this.#host.now();
    this.#hear({ kind: "threw", task, run, failure: encodeFailure(error) });
  }

  async #run({ request, fn, args }: WorkerInstruction & { kind: "run" }): Promise<void> {
    try {
      const loaded: AnyFunction = await this.#host.functions.get(fn);
      this.#hear({ kind: "ran", request, value: await loaded(...args) });
    } catch (error) {
      this.#hear({ kind: "ran", request, value: undefined, failure: encodeFailure(error) });
    }
    this.#hear(TURN_ENDED);
  }

  #report(envelope: readonly WorkerToReactor[]): void {
    try {
      this.#host.reactor.post(envelope, columnsOf(envelope));
    } catch (error) {
      const refused = envelope.map((message) => withoutUncloneable(message, error));
      this.#host.reactor.post(refused, columnsOf(refused));
    }
  }

  #tellPeer(peer: number, message: WorkerToWorker): void {
    const port = this.#peers.get(peer);
    if (port === undefined) {
      this.#hear({ kind: "peer-lost", peer });
      return this.#hear(TURN_ENDED); // a turn is just ending: nobody else would tell
    }
    try {
      port.post(message);
    } catch (error) {
      if (message.kind !== "data") throw error;
      const failed = [...message.failed];
      const values = message.values.map((value, position) => {
        const failure = failureToClone(value, error);
        if (failure !== undefined) failed.push({ position, failure });
        return failure === undefined ? value : undefined;
      });
      port.post({ ...message, values, failed });
    }
  }
}

type Execute = WorkerInstruction & { readonly kind: "execute" };

const CORE_OFFERED = { kind: "core-offered" } as const;
const SLICE_ENDED = { kind: "slice-ended" } as const;
const TURN_ENDED = { kind: "turn-ended" } as const;

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Why a result cannot be sent, or undefined when it can. */
function failureToClone(value: unknown, cause: unknown): Failure | undefined {
  const path = findUncloneable(value);
  if (path === undefined) {
    try {
      structuredClone(value);
      return undefined;
    } catch {
      return notCloneable("", cause);
    }
  }
  return notCloneable(path, cause);
}

function notCloneable(path: string, cause: unknown): Failure {
  const message = `Cannot send the result of ${ANY_TASK}: ${path === "" ? "it" : `its part result${path}`} cannot be cloned`;
  const details = { key: ANY_TASK, path: `result${path}` };
  return encodeFailure(new EngineError("not-cloneable", message, details, { cause }));
}

function withoutUncloneable(message: WorkerToReactor, cause: unknown): WorkerToReactor {
  if (message.kind === "ran") {
    const failure = failureToClone(message.value, cause);
    return failure === undefined ? message : { ...message, value: undefined, failure };
  }
  if (message.kind !== "values") return message;
  const failed = [...message.failed];
  const values = message.values.map((value, i) => {
    const failure = failureToClone(value, cause);
    if (failure !== undefined) failed.push({ position: message.positions[i] as number, failure });
    return failure === undefined ? value : undefined;
  });
  return { ...message, values, failed };
}

/**
 * The buffers of an envelope's columns, which are ours to move; none if the envelope may be refused: Deno empties buffers
 * even when it then refuses the message.
 */
function columnsOf(envelope: readonly WorkerToReactor[]): object[] {
  const buffers: object[] = [];
  for (const message of envelope) {
    if (message.kind === "values" || message.kind === "ran") return [];
    if ("tasks" in message && isWorthMoving(message.tasks)) buffers.push(message.tasks.buffer);
  }
  return buffers;
}
