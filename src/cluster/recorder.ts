// Writes the trace while the cluster works: looks on at the reactor's driver and copies columns into the log. Hot path:
// what it can it does per batch; a task costs the copying of some twenty integers.
import { ACTIVITY_SIZE, floatBits } from "../base/timing-columns.ts";
import { functionOf } from "../graph/call.ts";
import { orderEnd } from "../protocol/compute-batch.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { ReactorWatch } from "../reactor/watch.ts";
import type { Assignments, SchedulerEvent } from "../scheduler/scheduler.ts";
import { EventLog } from "../trace/event-log.ts";
import type { Part } from "../trace/records.ts";
import { Kind, PARTS, writeLong } from "../trace/records.ts";
import type { TraceData } from "../trace/trace-data.ts";

/** Stands for the worker in records that are of none. */
const NOBODY = -1;

export class Recorder implements ReactorWatch {
  /** When the trace began, in milliseconds since the epoch. */
  readonly start: number;
  readonly #log: EventLog;
  readonly #now: () => number;
  readonly #clockStart: number;
  /** Names by function. */
  readonly #functions: string[] = [];
  readonly #sentMessages: Messages = { envelopes: 0, messages: 0, length: 0 };
  readonly #receivedMessages: Messages = { envelopes: 0, messages: 0, length: 0 };
  /** The last reading of the clock, in microseconds since the start. */
  #time = 0;
  #part: Part | undefined;
  #since = 0;

  /** @param capacity bytes @param now a clock in milliseconds that showed zero at `epoch`, in milliseconds since 1970 */
  constructor(capacity: number, now: () => number, epoch: number) {
    this.#log = new EventLog(capacity);
    this.#now = now;
    this.#clockStart = now();
    this.start = epoch + this.#clockStart;
  }

  /** What has been recorded. */
  take(): TraceData {
    return { start: this.start, stop: this.#read(), functions: [...this.#functions], log: this.#log.copy() };
  }

  turnTo(part: Part | undefined): void {
    const time = this.#read();
    if (this.#part !== undefined && time > this.#since) {
      const at = this.#log.begin(Kind.measured, NOBODY, time, 2);
      this.#log.ints[at] = PARTS.indexOf(this.#part);
      this.#log.ints[at + 1] = floatBits(time - this.#since);
    }
    this.#part = part;
    this.#since = time;
    if (part !== undefined) return;
    this.#noteMessages(Kind.messagesSent, this.#sentMessages);
    this.#noteMessages(Kind.messagesReceived, this.#receivedMessages);
  }

  received(worker: number, envelope: readonly WorkerToReactor[]): void {
    if (this.#part === undefined) this.#read(); // workers on this thread answer within a turn
    const sum = this.#receivedMessages;
    sum.envelopes++;
    sum.messages += envelope.length;
    for (const message of envelope) this.#onReceived(worker, message);
  }

  sending(worker: number, envelope: readonly ReactorToWorker[]): void {
    const sum = this.#sentMessages;
    sum.envelopes++;
    sum.messages += envelope.length;
    for (const message of envelope) this.#onSending(worker, message);
  }

  informing(facts: readonly SchedulerEvent[]): void {
    for (const fact of facts) {
      switch (fact.kind) {
        case "tasks-added":
          this.#created(fact);
          break;
        case "data-added":
          this.#created({ tasks: fact.tasks, inputOffsets: new Int32Array(fact.tasks.length + 1), inputs: NOTHING });
          break;
        case "dropped":
          this.#copy(Kind.dropped, NOBODY, fact.tasks);
          break;
        case "forgotten":
          this.#copy(Kind.removed, NOBODY, fact.tasks);
          break;
        case "worker-added": {
          const at = this.#log.begin(Kind.workerJoined, fact.worker, this.#time, 2);
          this.#log.ints[at] = fact.cores;
          this.#log.ints[at + 1] = fact.node;
          break;
        }
        case "worker-removed":
          this.#log.begin(Kind.workerLost, fact.worker, this.#time, 0);
          break;
        default: // what else the scheduler hears, workers have said
      }
    }
  }

  assigned(assignments: Assignments): void {
    const { count } = assignments;
    if (count === 0) return;
    let at = this.#log.begin(Kind.assigned, NOBODY, this.#time, 2 * count);
    const { ints } = this.#log;
    for (let i = 0; i < count; i++) {
      ints[at++] = assignments.task(i);
      ints[at++] = assignments.worker(i);
    }
  }

  #onReceived(worker: number, message: WorkerToReactor): void {
    const sum = this.#receivedMessages;
    switch (message.kind) {
      case "finished":
      case "started":
      case "placed":
      case "taken":
        sum.length += message.tasks.length;
        return this.#copy(Kind[message.kind], worker, message.tasks);
      case "timings":
        sum.length += message.tasks.length + 2 * message.others.length;
        return this.#timings(worker, message);
      case "lost":
        sum.length += message.tasks.length;
        return this.#copy(Kind.mislaid, worker, message.tasks);
      case "retracted":
        sum.length += message.tasks.length;
        return this.#copy(Kind.retractionAnswered, worker, message.tasks);
      case "failed": {
        const at = this.#log.begin(Kind.failed, worker, this.#time, 2);
        this.#log.ints[at] = message.task;
        this.#log.ints[at + 1] = message.run;
        return;
      }
      default: // answers to clients, and news that change no task
    }
  }

  #onSending(worker: number, message: ReactorToWorker): void {
    const sum = this.#sentMessages;
    switch (message.kind) {
      case "compute":
        sum.length += message.tasks.length;
        return this.#sent(worker, message.tasks);
      case "free":
        sum.length += message.tasks.length;
        return this.#copy(Kind.freed, worker, message.tasks);
      case "retract":
        sum.length += message.tasks.length;
        return this.#copy(Kind.retractionAsked, worker, message.tasks);
      case "functions":
        message.definitions.forEach(({ name }, i) => {
          this.#functions[message.from + i] = name;
        });
        return;
      case "store":
        return this.#scattered(worker, message);
      default: // questions, and orders that end in an answer
    }
  }

  #timings(worker: number, { base, tasks, others }: WorkerToReactor & { readonly kind: "timings" }): void {
    if (tasks.length > 0) {
      const at = this.#log.begin(Kind.computed, worker, this.#time, 2 + tasks.length);
      writeLong(this.#log.ints, at, base);
      this.#log.ints.set(tasks, at + 2);
    }
    for (let i = 0; i < others.length; i += ACTIVITY_SIZE) {
      this.#activity(worker, base, others.subarray(i, i + ACTIVITY_SIZE));
    }
  }

  #sent(worker: number, orders: Int32Array): void {
    const start = this.#log.begin(Kind.sent, worker, this.#time, orders.length); // more than it takes
    const { ints } = this.#log;
    let at = start;
    for (let from = 0; from < orders.length; from = orderEnd(orders, from)) {
      ints[at] = orders[from] as number;
      ints[at + 1] = orders[from + 1] as number;
      ints[at + 2] = functionOf(orders[from + 2] as number);
      at += 3;
    }
    this.#log.shorten(start, at - start);
  }

  /** Data of a client's counts as finished. */
  #scattered(worker: number, { tasks, bytes }: ReactorToWorker & { readonly kind: "store" }): void {
    let at = this.#log.begin(Kind.finished, worker, this.#time, 2 * tasks.length);
    const { ints } = this.#log;
    for (let i = 0; i < tasks.length; i += 2) {
      ints[at] = tasks[i] as number;
      ints[at + 1] = tasks[i + 1] as number;
      writeLong(ints, at + 2, bytes[i >> 1] as number);
      at += 4;
    }
  }

  #created(added: {
    readonly tasks: Int32Array;
    readonly inputOffsets: Int32Array;
    readonly inputs: Int32Array;
  }): void {
    const { tasks, inputOffsets, inputs } = added;
    const count = tasks.length;
    const at = this.#log.begin(Kind.created, NOBODY, this.#time, 2 + 2 * count + inputs.length);
    const { ints } = this.#log;
    ints[at] = count;
    ints.set(tasks, at + 1);
    ints.set(inputOffsets, at + 1 + count);
    ints.set(inputs, at + 2 + 2 * count);
  }

  #activity(worker: number, base: number, row: Float64Array): void {
    const [what, peer, results, bytes, start, duration] = row as unknown as readonly [
      ...[number, number, number, number, number, number],
    ];
    const at = this.#log.begin(Kind.activity, worker, this.#time, 8);
    const { ints } = this.#log;
    ints[at] = what;
    ints[at + 1] = peer;
    ints[at + 2] = results;
    writeLong(ints, at + 3, bytes);
    writeLong(ints, at + 5, base + start);
    ints[at + 7] = floatBits(duration);
  }

  #copy(kind: number, worker: number, content: Int32Array): void {
    if (content.length === 0) return;
    const at = this.#log.begin(kind, worker, this.#time, content.length);
    const { ints } = this.#log;
    if (content.length > SHORT) return ints.set(content, at);
    for (let i = 0; i < content.length; i++) ints[at + i] = content[i] as number;
  }

  #noteMessages(kind: number, sum: Messages): void {
    if (sum.envelopes === 0) return;
    const at = this.#log.begin(kind, NOBODY, this.#time, 4);
    const { ints } = this.#log;
    ints[at] = sum.envelopes;
    ints[at + 1] = sum.messages;
    writeLong(ints, at + 2, 4 * sum.length);
    sum.envelopes = 0;
    sum.messages = 0;
    sum.length = 0;
  }

  #read(): number {
    this.#time = 1000 * (this.#now() - this.#clockStart);
    return this.#time;
  }
}

/** What has gone one way since it was last noted. */
interface Messages {
  envelopes: number;
  messages: number;
  /** Integers in columns. */
  length: number;
}

const NOTHING = new Int32Array(0);
/** Columns up to this length are copied one by one, which is quicker than to call for it. */
const SHORT = 48;
