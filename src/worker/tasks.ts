// The tasks that a worker has orders for, until they end. Hot path (B2): tasks without inputs stay in the batch that
// brought them until a core is free. Orders are searched only when some are freed or given back.

import type { Ranked } from "../base/heap.ts";
import { isBefore } from "../base/heap.ts";
import { ReadyQueue } from "../base/ready-queue.ts";
import type { Call } from "../graph/call.ts";
import type { ComputeBatch } from "../protocol/compute-batch.ts";
import { ComputeReader } from "../protocol/compute-batch.ts";
import type { WorkerTaskState } from "./states.ts";
import type { Bringing } from "./storing.ts";

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
  state: WorkerTaskState & ("waiting" | "ready" | "loading" | "executing" | "released");
  /** The reactor knows that it has started. */
  isReported: boolean;
  /** What it has asked the store for, until it ends. */
  bringing: Bringing | undefined;
}

/** A batch of tasks without inputs, in the order in which they are to run: read when their turn comes. */
interface Row {
  /** Stands at the first task that has not been taken. */
  readonly reader: ComputeReader;
  /** Order of arrival of that task. */
  sequence: number;
}

export class Orders {
  /** Those with missing inputs. */
  readonly #waiting = new Set<Order>();
  /** Ready, with inputs and without. */
  readonly #consumers = new ReadyQueue<Order>();
  readonly #producers = new ReadyQueue<Order>();
  /** Those whose inputs are being read from the store. */
  readonly loading = new Set<Order>();
  /** Those whose inputs have been read: they go first. */
  readonly #loaded: Order[] = [];
  /** Ready too: whole batches, one after the other in order of priority. */
  readonly #rows: Row[] = [];
  /** Priority of the last task in the rows. */
  #lastPriority = 0;
  /** Started and not ended, also those freed meanwhile: they hold their core until they end. */
  readonly executing: Order[] = [];
  /** Orders that are neither ended nor released. */
  count = 0;
  #sequence = 0;

  /** Keeps a batch as it came if all its tasks are ready and in order; false if each needs to be looked at. */
  addRow(batch: ComputeBatch): boolean {
    const scan = new ComputeReader(batch);
    let last = this.#rows.length === 0 ? Number.NEGATIVE_INFINITY : this.#lastPriority;
    let count = 0;
    while (scan.next()) {
      if (scan.inputCount > 0 || scan.priority < last) return false;
      last = scan.priority;
      count++;
    }
    const reader = new ComputeReader(batch);
    if (!reader.next()) return true;
    this.#rows.push({ reader, sequence: this.#sequence });
    this.#lastPriority = last;
    this.#sequence += count;
    this.count += count;
    return true;
  }

  /** The order that a reader stands at; it waits until it is made ready. */
  add(reader: ComputeReader): Order {
    this.count++;
    return orderAt(reader, this.#sequence++);
  }

  wait(order: Order): void {
    this.#waiting.add(order);
  }

  makeReady(order: Order): void {
    if (order.missing > 0 || order.inputs.length > 0) this.#waiting.delete(order);
    this.putBack(order);
  }

  /** An order whose turn came is not started after all. */
  putBack(order: Order): void {
    order.state = "ready";
    (order.inputs.length === 0 ? this.#producers : this.#consumers).push(order);
  }

  /** The inputs of an order are being read from the store. */
  beginLoading(order: Order): void {
    order.state = "loading";
    this.loading.add(order);
  }

  endLoading(order: Order): void {
    this.loading.delete(order);
    this.#loaded.push(order);
  }

  get hasReady(): boolean {
    if (this.#rows.length > 0 || this.#loaded.length > 0) return true;
    return peek(this.#consumers) !== undefined || peek(this.#producers) !== undefined;
  }

  /** Takes the first ready task, if there is one; with `consumersFirst` one without inputs only if no other is ready. */
  takeFirst(consumersFirst: boolean): Order | undefined {
    for (let order = this.#loaded.shift(); order !== undefined; order = this.#loaded.shift()) {
      if (order.state === "loading") return order;
    }
    const consumer = peek(this.#consumers);
    const producer = peek(this.#producers);
    const row = this.#rows[0];
    if (consumer !== undefined && (consumersFirst || (isFirst(consumer, producer) && isFirst(consumer, rankOf(row))))) {
      return this.#consumers.pop();
    }
    if (producer !== undefined && isFirst(producer, rankOf(row))) return this.#producers.pop();
    return row && this.#takeFromRow(row);
  }

  /** A task that was taken runs from now on. */
  start(order: Order): void {
    order.state = "executing";
    this.executing.push(order);
  }

  #takeFromRow(row: Row): Order {
    const order = orderAt(row.reader, row.sequence++);
    if (!row.reader.next()) this.#rows.shift();
    return order;
  }

  /** Takes an order that has ended from its core; undefined when it was released meanwhile. */
  takeEnded(task: number, run: number): Order | undefined {
    const { executing } = this;
    let at = executing.length - 1;
    while (at >= 0 && (executing[at]?.task !== task || executing[at]?.run !== run)) at--;
    const order = executing[at];
    if (order === undefined) return undefined;
    if (at === executing.length - 1) executing.pop();
    else executing.splice(at, 1);
    if (order.state === "released") return undefined;
    this.count--;
    return order;
  }

  /** Ends an order; one that executes keeps its core until the function ends. */
  release(order: Order): void {
    if (order.state === "released") return;
    this.#waiting.delete(order);
    this.loading.delete(order);
    order.state = "released";
    this.count--;
  }

  /** The orders among pairs (task, run) that have not ended. Walks all orders: it is asked rarely. */
  findAll(pairs: ReadonlyMap<number, number>): Order[] {
    const found: Order[] = [];
    if (this.count === 0) return found;
    for (let row = this.#rows[0]; row !== undefined; row = this.#rows[0]) this.makeReady(this.#takeFromRow(row));
    for (const orders of [
      this.#waiting,
      this.#consumers,
      this.#producers,
      this.loading,
      this.#loaded,
      this.executing,
    ]) {
      for (const order of orders) {
        if (order.state !== "released" && pairs.get(order.task) === order.run) found.push(order);
      }
    }
    return found;
  }
}

function orderAt(reader: ComputeReader, sequence: number): Order {
  return {
    task: reader.task,
    run: reader.run,
    fn: reader.fn,
    call: reader.call,
    value: reader.hasValue ? reader.takeValue() : undefined,
    inputs: reader.inputCount === 0 ? NO_INPUTS : inputsOf(reader),
    priority: reader.priority,
    sequence,
    missing: 0,
    state: "waiting",
    isReported: false,
    bringing: undefined,
  };
}

/** The first of a queue; those released while they stood in it go. */
function peek(queue: ReadyQueue<Order>): Order | undefined {
  for (let order = queue.peek(); order !== undefined; order = queue.peek()) {
    if (order.state === "ready") return order;
    queue.pop();
  }
  return undefined;
}

function isFirst(order: Order, other: Ranked | undefined): boolean {
  return other === undefined || isBefore(order, other);
}

function rankOf(row: Row | undefined): Ranked | undefined {
  return row && { priority: row.reader.priority, sequence: row.sequence };
}

function inputsOf(reader: ComputeReader): number[] {
  const inputs: number[] = [];
  for (let i = 0; i < reader.inputCount; i++) inputs.push(reader.input(i));
  return inputs;
}

const NO_INPUTS: readonly number[] = [];
