// What runs in an executor's thread: the tasks that its worker gives it, one at a time, in order.
import { unreachable } from "../base/assert.ts";
import { encodeFailure } from "../codec/encode-failure.ts";
import type { Shipment, ShipOptions } from "../codec/ship.ts";
import { shipSized } from "../codec/ship.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import type { ExecutorTask, ExecutorToWorker, Outcome } from "../protocol/executor.ts";
import { parseExecutorOrder } from "../protocol/parse.ts";
import type { Port } from "../transport/port.ts";
import { callFunction, isPromiseLike } from "./call-function.ts";
import { CloneFailures } from "./clone-port.ts";
import type { FunctionStore } from "./function-store.ts";

/** Milliseconds after which the worker hears of tasks that ended, although others of the same message go on. */
const SLICE = 4;

export interface ExecutorHost {
  readonly functions: FunctionStore;
  /** The port to the worker. */
  readonly worker: Port;
  sizeOf(value: unknown): number;
  now(): number;
}

export class ExecutorThread {
  readonly #host: ExecutorHost;
  readonly #queue: ExecutorTask[] = [];
  /** A task has not settled yet: it holds the thread's only core. */
  #isHeld = false;
  #outcomes: Outcome[] = [];
  #clock = 0;

  constructor(host: ExecutorHost) {
    this.#host = host;
  }

  onMessage(value: unknown): void {
    const order = parseExecutorOrder(value);
    switch (order.kind) {
      case "define":
        return this.#host.functions.define(order.from, order.definitions);
      case "execute":
        this.#queue.push(...order.tasks);
        return this.#work();
      default:
        return unreachable(order);
    }
  }

  #work(): void {
    this.#clock = this.#host.now();
    let end = this.#clock + SLICE;
    while (!this.#isHeld) {
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
    try {
      const loaded = this.#host.functions.get(fn);
      if (loaded instanceof Promise)
        return this.#hold(loaded.then((ready) => callFunction(ready, call, value, inputs)));
      const result = callFunction(loaded, call, value, inputs);
      if (isPromiseLike(result)) this.#hold(result);
      else this.#returned(result, this.#clock, false);
    } catch (error) {
      this.#threw(error);
    }
  }

  #hold(promise: PromiseLike<unknown>): void {
    const start = this.#host.now();
    this.#isHeld = true;
    const settled = (): void => {
      this.#isHeld = false;
      this.#work();
    };
    promise.then(
      (result) => {
        this.#returned(result, start, true);
        settled();
      },
      (error) => {
        this.#threw(error);
        settled();
      },
    );
  }

  #returned(value: unknown, start: number, isAsync: boolean): void {
    this.#clock = this.#host.now();
    try {
      const bytes = this.#host.sizeOf(value);
      const outcome = { value, bytes, start: performance.timeOrigin + start, duration: this.#clock - start, isAsync };
      this.#outcomes.push({ kind: "returned", ...outcome });
    } catch (error) {
      this.#threw(error); // a getter of the result throws
    }
  }

  #threw(error: unknown): void {
    this.#clock = this.#host.now();
    this.#outcomes.push({ kind: "threw", failure: encodeFailure(error) });
  }

  /** What is moved travels alone: a message that is refused must not have emptied the buffers of others (Deno). */
  #tell(): void {
    if (this.#outcomes.length === 0) return;
    const outcomes = this.#outcomes;
    this.#outcomes = [];
    let together: Outcome[] = [];
    for (const outcome of outcomes) {
      const shipment = outcome.kind === "returned" ? shipResult(outcome.value) : undefined;
      if (outcome.kind === "threw" || shipment === undefined) {
        together.push(outcome);
        continue;
      }
      this.#post(together);
      together = [];
      this.#post([{ ...outcome, value: shipment.value }], shipment.transfer);
    }
    this.#post(together);
  }

  #post(outcomes: readonly Outcome[], transfer: readonly object[] = []): void {
    if (outcomes.length === 0) return;
    const { worker } = this.#host;
    try {
      worker.post({ kind: "ended", outcomes } satisfies ExecutorToWorker, transfer);
    } catch (error) {
      const refused = outcomes.map((outcome) => withoutUncloneable(outcome, error));
      worker.post({ kind: "ended", outcomes: refused } satisfies ExecutorToWorker);
    }
  }
}

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

const failures = new CloneFailures(encodeFailure);

function withoutUncloneable(outcome: Outcome, cause: unknown): Outcome {
  if (outcome.kind !== "returned") return outcome;
  const failure = failures.find(outcome.value, cause);
  return failure === undefined ? outcome : { kind: "threw", failure };
}
