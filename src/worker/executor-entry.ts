// What runs in an executor's thread: the tasks that its worker gives it, one at a time, in order.
import { unreachable } from "../base/assert.ts";
import type { Shipment, ShipOptions } from "../codec/ship.ts";
import { shipSized } from "../codec/ship.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { ExecutorTask, ExecutorToWorker, LetGo, Outcome } from "../protocol/executor.ts";
import { parseExecutorOrder } from "../protocol/parse.ts";
import type { ToCall } from "../protocol/task-talk.ts";
import type { Port } from "../transport/port.ts";
import { callFunction, isPromiseLike } from "./call-function.ts";
import type { EncodeFailure } from "./clone-port.ts";
import { CloneFailures } from "./clone-port.ts";
import type { FunctionStore } from "./function-store.ts";

/** Milliseconds after which the worker hears of tasks that ended, although others of the same message go on. */
const SLICE = 4;

export interface ExecutorHost {
  readonly functions: FunctionStore;
  /** The port to the worker. */
  readonly worker: Port;
  readonly encodeFailure: EncodeFailure;
  sizeOf(value: unknown): number;
  now(): number;
}

export class ExecutorThread {
  readonly #host: ExecutorHost;
  readonly #queue: ExecutorTask[] = [];
  /** The call that has not settled yet: it holds the thread's only core. */
  #held: number | undefined;
  /** The last call that was begun: its number. */
  readonly #call = { task: 0, run: 0 };
  #outcomes: (Outcome | LetGo)[] = [];
  #clock = 0;
  #hear = (_call: number, _message: ToCall): void => {};

  constructor(host: ExecutorHost) {
    this.#host = host;
    host.functions.caller = {
      port: host.worker,
      letGo: (call) => void Promise.resolve().then(() => this.#letGo(call)),
      listen: (listener) => {
        this.#hear = listener;
      },
    };
  }

  onMessage(value: unknown): void {
    const order = parseExecutorOrder(value);
    switch (order.kind) {
      case "define":
        return this.#host.functions.define(order.from, order.definitions);
      case "execute":
        this.#queue.push(...order.tasks);
        return this.#work();
      case "call":
        return this.#hear(order.call, order.message);
      default:
        return unreachable(order);
    }
  }

  #work(): void {
    this.#clock = this.#host.now();
    let end = this.#clock + SLICE;
    while (this.#held === undefined) {
      const task = this.#queue.shift();
      if (task === undefined) break;
      this.#execute(task);
      if (this.#clock < end) continue;
      this.#tell();
      end = this.#clock + SLICE;
    }
    this.#tell();
  }

  #execute({ fn, call, value, inputs }: ExecutorTask): void {
    this.#call.task++;
    try {
      const loaded = this.#host.functions.get(fn, this.#call);
      if (loaded instanceof Promise)
        return this.#hold(loaded.then((ready) => callFunction(ready, call, value, inputs)));
      const result = callFunction(loaded, call, value, inputs);
      if (isPromiseLike(result)) this.#hold(result);
      else this.#outcomes.push(this.#returned(result, this.#clock, false));
    } catch (error) {
      this.#outcomes.push(this.#threw(error));
    }
  }

  #hold(promise: PromiseLike<unknown>): void {
    const start = this.#host.now();
    const call = this.#call.task;
    this.#held = call;
    const settled = (outcome: Outcome): void => {
      if (this.#held !== call) return this.#postShipped([outcome], (outcomes) => endedLate(call, outcomes));
      this.#held = undefined;
      this.#outcomes.push(outcome);
      this.#work();
    };
    promise.then(
      (result) => settled(this.#returned(result, start, true)),
      (error) => settled(this.#threw(error)),
    );
  }

  /** A call waits for tasks of its own: others are begun meanwhile. */
  #letGo(call: number): void {
    if (this.#held !== call) return;
    this.#held = undefined;
    this.#outcomes.push({ kind: "let-go" });
    this.#work();
  }

  #returned(value: unknown, start: number, isAsync: boolean): Outcome {
    this.#clock = this.#host.now();
    try {
      const bytes = this.#host.sizeOf(value);
      const outcome = { value, bytes, start: performance.timeOrigin + start, duration: this.#clock - start, isAsync };
      return { kind: "returned", ...outcome };
    } catch (error) {
      return this.#threw(error); // a getter of the result throws
    }
  }

  #threw(error: unknown): Outcome {
    this.#clock = this.#host.now();
    return { kind: "threw", failure: this.#host.encodeFailure(error) };
  }

  /** What is moved travels alone: a message that is refused must not have emptied the buffers of others (Deno). */
  #tell(): void {
    if (this.#outcomes.length === 0) return;
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    this.#postShipped(outcomes, ended);
  }

  #postShipped(outcomes: readonly Ended[], messageFor: MessageFor): void {
    let together: Ended[] = [];
    for (const outcome of outcomes) {
      const shipment = outcome.kind === "returned" ? shipResult(outcome.value) : undefined;
      if (outcome.kind !== "returned" || shipment === undefined) {
        together.push(outcome);
        continue;
      }
      this.#post(together, messageFor);
      together = [];
      this.#post([{ ...outcome, value: shipment.value }], messageFor, shipment.transfer);
    }
    this.#post(together, messageFor);
  }

  #post(outcomes: readonly Ended[], messageFor: MessageFor, transfer: readonly object[] = []): void {
    if (outcomes.length === 0) return;
    const { worker, encodeFailure } = this.#host;
    try {
      worker.post(messageFor(outcomes), transfer);
    } catch (error) {
      worker.post(messageFor(outcomes.map((outcome) => withoutUncloneable(outcome, error, encodeFailure))));
    }
  }
}

type Ended = Outcome | LetGo;
type MessageFor = (outcomes: readonly Ended[]) => ExecutorToWorker;

const ended: MessageFor = (outcomes) => ({ kind: "ended", outcomes });

const endedLate = (call: number, [outcome]: readonly Ended[]): ExecutorToWorker => {
  return { kind: "ended-late", call, outcome: outcome as Outcome };
};

const MOVED: ShipOptions = {
  mayMove: true,
  takeBuffer: (bytes) => new ArrayBuffer(bytes),
  detach: (buffer) => structuredClone(buffer, { transfer: [buffer] }),
};

/** How a result leaves this thread if buffers of it can be moved: nobody here is to need them any more. */
function shipResult(value: unknown): Shipment | undefined {
  if (typeof value !== "object" || value === null || findUncloneable(value) !== undefined) return undefined;
  const shipment = shipSized(value, 0, MOVED);
  return shipment.transfer.length > 0 ? shipment : undefined;
}

function withoutUncloneable(outcome: Ended, cause: unknown, encodeFailure: EncodeFailure): Ended {
  if (outcome.kind !== "returned") return outcome;
  const failure = new CloneFailures(encodeFailure).find(outcome.value, cause);
  return failure === undefined ? outcome : { kind: "threw", failure };
}
