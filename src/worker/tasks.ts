// The tasks that a worker has orders for, until they end. Hot path (B2): a task without inputs goes from the batch to the
// queue, to its core and away again; nothing looks it up. Orders are searched only when some are freed or given back.

import type { Ranked } from "../base/heap.ts";
import { ReadyQueue } from "../base/ready-queue.ts";
import type { Call } from "../graph/call.ts";
import type { ComputeReader } from "../protocol/compute-batch.ts";
import type { WorkerTaskState } from "./states.ts";

/** One order. */
export interface Order extends Ranked {
  readonly task: number;
  readonly run: number;
  readonly fn: number;
  readonly call: Call;
  readonly value: unknown;
  /** Tasks whose results are the inputs, in order. */
  readonly inputs: readonly number[];
  /** Inputs, counted as often as they stand there, that are not here yet. */
  missing: number;
  state: WorkerTaskState & ("waiting" | "ready" | "executing" | "released");
  /** The reactor knows that it has started. */
  isReported: boolean;
}

export class Orders {
  /** Those with missing inputs. */
  readonly #waiting = new Set<Order>();
  readonly #ready = new ReadyQueue<Order>();
  /** Started and not ended, also those freed meanwhile: they hold their core until they end. */
  readonly executing: Order[] = [];
  /** Orders that are neither ended nor released. */
  count = 0;
  #sequence = 0;

  /** The order that a reader stands at; it waits until it is made ready. */
  add(reader: ComputeReader): Order {
    this.count++;
    return {
      task: reader.task,
      run: reader.run,
      fn: reader.fn,
      call: reader.call,
      value: reader.hasValue ? reader.takeValue() : undefined,
      inputs: reader.inputCount === 0 ? NO_INPUTS : inputsOf(reader),
      priority: reader.priority,
      sequence: this.#sequence++,
      missing: 0,
      state: "waiting",
      isReported: false,
    };
  }

  wait(order: Order): void {
    this.#waiting.add(order);
  }

  makeReady(order: Order): void {
    if (order.missing > 0 || order.inputs.length > 0) this.#waiting.delete(order);
    order.state = "ready";
    this.#ready.push(order);
  }

  /** The first ready task, if there is one. */
  peekReady(): Order | undefined {
    for (let order = this.#ready.peek(); order !== undefined; order = this.#ready.peek()) {
      if (order.state === "ready") return order;
      this.#ready.pop(); // released while it stood in the queue
    }
    return undefined;
  }

  startFirst(): Order | undefined {
    const order = this.peekReady();
    if (order === undefined) return undefined;
    this.#ready.pop();
    order.state = "executing";
    this.executing.push(order);
    return order;
  }

  /** Takes an order that has ended from its core; undefined when it was released meanwhile. */
  takeEnded(task: number, run: number): Order | undefined {
    const at = this.executing.findIndex((order) => order.task === task && order.run === run);
    const order = this.executing[at];
    if (order === undefined) return undefined;
    this.executing.splice(at, 1);
    if (order.state === "released") return undefined;
    this.count--;
    return order;
  }

  /** Ends an order; one that executes keeps its core until the function ends. */
  release(order: Order): void {
    if (order.state === "released") return;
    this.#waiting.delete(order);
    order.state = "released";
    this.count--;
  }

  /** The orders among pairs (task, run) that have not ended. Walks all orders: it is asked rarely. */
  findAll(pairs: ReadonlyMap<number, number>): Order[] {
    const found: Order[] = [];
    if (this.count === 0) return found;
    for (const orders of [this.#waiting, this.#ready, this.executing]) {
      for (const order of orders) {
        if (order.state !== "released" && pairs.get(order.task) === order.run) found.push(order);
      }
    }
    return found;
  }
}

function inputsOf(reader: ComputeReader): number[] {
  const inputs: number[] = [];
  for (let i = 0; i < reader.inputCount; i++) inputs.push(reader.input(i));
  return inputs;
}

const NO_INPUTS: readonly number[] = [];
