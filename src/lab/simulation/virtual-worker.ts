// A worker on virtual time: the real machine of a worker, driven as `worker/driver.ts` drives it, except that functions
// take their time without being called. With one thread, tasks and messages wait for each other; else tasks run beside.
import { brokenInvariant, unreachable } from "../../base/assert.ts";
import type { ReactorToWorker } from "../../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../protocol/worker-to-reactor.ts";
import type { WorkerToWorker } from "../../protocol/worker-to-worker.ts";
import type { WorkerEvent } from "../../worker/events.ts";
import type { WorkerInstruction } from "../../worker/instructions.ts";
import type { WorkerMachine } from "../../worker/machine.ts";
import { wholeMachine } from "../../worker/whole-machine.ts";
import type { EventQueue } from "./event-queue.ts";
import type { WorkerCosts } from "./server-model.ts";

/** What stands for the result of a task. */
export interface VirtualResult {
  readonly task: number;
  readonly bytes: number;
  /** What `evaluate` made of it. */
  readonly value: unknown;
}

/** What a worker finds in its mailbox. */
export type WorkerMail =
  | { readonly kind: "envelope"; readonly envelope: readonly ReactorToWorker[] }
  | { readonly kind: "far-peer"; readonly peer: number }
  | { readonly kind: "peer-message"; readonly peer: number; readonly message: WorkerToWorker };

type Item =
  | WorkerMail
  | { readonly kind: "peer-retried"; readonly peer: number }
  | (WorkerEvent & { readonly kind: "executed" })
  | { readonly kind: "slice-ended" };

export interface VirtualWorkerHost {
  readonly queue: EventQueue;
  readonly costs: WorkerCosts;
  readonly cores: number;
  /** Computes a task: its result, and how long it takes. */
  execute(task: number, inputs: readonly unknown[]): { readonly result: VirtualResult; readonly milliseconds: number };
  /** A message to the server leaves at `at`, with so many bytes of results; returns when they have left. */
  report(at: number, envelope: readonly WorkerToReactor[], bytes: number): number;
  /** A message to another worker, likewise. */
  tellPeer(at: number, peer: number, message: WorkerToWorker, bytes: number): number;
  /** Whether results may be moved to that worker. */
  mayMoveTo(peer: number): boolean;
}

export class VirtualWorker {
  readonly id: number;
  readonly machine: WorkerMachine;
  /** Tasks that it has computed. */
  executed = 0;
  readonly #host: VirtualWorkerHost;
  readonly #isOneThread: boolean;
  readonly #mail: Item[] = [];
  readonly #peers = new Set<number>();
  /** When the thread has done what it has begun. */
  #free = 0;
  /** While the thread does something: the time as it sees it. */
  #at = 0;
  #isAwaited = false;
  #isDeferred = false;
  #isWatching = false;

  constructor(id: number, host: VirtualWorkerHost) {
    this.id = id;
    this.#host = host;
    this.#isOneThread = host.costs.isOneThread && host.cores === 1;
    this.machine = wholeMachine({ cores: host.cores });
  }

  /** Something has arrived. */
  receive(item: Item): void {
    this.#mail.push(item);
    if (this.#isAwaited) return;
    if (this.#free <= this.#host.queue.now) this.#run();
    else this.#await();
  }

  #await(): void {
    this.#isAwaited = true;
    this.#host.queue.at(this.#free, this.id, () => {
      this.#isAwaited = false;
      this.#run();
    });
  }

  /** Has the thread do one thing. */
  #run(): void {
    this.#at = this.#host.queue.now;
    const item = this.#mail.shift();
    if (item !== undefined) {
      this.#open(item);
      if (!this.#isDeferred) this.#work();
    } else if (this.#isDeferred) {
      this.#isDeferred = false;
      this.#work();
    }
    this.#free = this.#at;
    if (this.#mail.length > 0 || this.#isDeferred) this.#await();
  }

  #open(item: Item): void {
    const { costs } = this.#host;
    switch (item.kind) {
      case "envelope":
        this.#at += costs.perMessage;
        return this.#hear({ kind: "reactor-message", envelope: item.envelope });
      case "far-peer":
        return this.#hear({ kind: "peer-far", peer: item.peer });
      case "peer-message": {
        const { peer, message } = item;
        this.#at += costs.perMessage;
        if (message.kind === "data") this.#at += costs.perFetched * message.values.length;
        else this.#at += (costs.perServed * message.tasks.length) / 2;
        return this.#hear({ kind: "peer-message", peer, message, sizeOf });
      }
      case "peer-retried":
      case "executed":
        return this.#hear(item);
      case "slice-ended":
        this.#isWatching = false;
        return this.#hear(item);
      default:
        return unreachable(item);
    }
  }

  /** Starts tasks, with one thread for a slice, then tells what happened. */
  #work(): void {
    const { machine } = this;
    const end = this.#at + this.#host.costs.slice;
    while (this.#at < end) {
      const instructions = machine.handle(CORE_OFFERED);
      if (instructions.length === 0) break;
      for (const instruction of instructions) this.#perform(instruction);
    }
    this.#hear(TURN_ENDED);
    this.#isDeferred = machine.hasWork;
    if (machine.hasUnreported) this.#watch();
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#later(this.#host.costs.slice, { kind: "slice-ended" });
  }

  #later(milliseconds: number, item: Item): void {
    this.#host.queue.at(this.#at + milliseconds, this.id, () => this.receive(item));
  }

  #hear(event: WorkerEvent): void {
    for (const instruction of this.machine.handle(event)) this.#perform(instruction);
  }

  #perform(instruction: WorkerInstruction): void {
    switch (instruction.kind) {
      case "execute":
        return this.#execute(instruction);
      case "report":
        this.#at += this.#host.costs.perMessage;
        this.#host.report(this.#at, instruction.envelope, 0);
        return;
      case "send-values":
        return this.#sendValues(instruction);
      case "tell-peer":
        if (!this.#peers.has(instruction.peer)) this.#at += this.#host.costs.perPeer;
        this.#peers.add(instruction.peer);
        this.#at += this.#host.costs.perMessage;
        this.#host.tellPeer(this.#at, instruction.peer, instruction.message, 0);
        return;
      case "send-data":
        return this.#sendData(instruction);
      case "retry-peer":
        return this.#later(instruction.delay, { kind: "peer-retried", peer: instruction.peer });
      case "define":
      case "account":
      case "stop":
        return;
      case "run":
      case "store":
      case "load":
      case "unstore":
      case "report-memory":
      case "rest-store":
        throw brokenInvariant(`a virtual worker was told to ${instruction.kind}`);
      default:
        return unreachable(instruction);
    }
  }

  #execute({ task, run, inputs }: WorkerInstruction & { kind: "execute" }): void {
    const { perTask, speed } = this.#host.costs;
    const { result, milliseconds } = this.#host.execute(task, inputs);
    this.executed++;
    const duration = milliseconds / speed;
    const ended = { kind: "executed", task, run, value: result, bytes: result.bytes, duration } as const;
    if (!this.#isOneThread) return this.#later(perTask + duration, ended);
    this.#at += perTask + duration;
    this.#hear(ended);
  }

  #sendValues({ request, positions, values, sizes, given }: WorkerInstruction & { kind: "send-values" }): void {
    const bytes = sizes.reduce((sum, size, i) => (given.includes(i) ? sum : sum + size), 0);
    this.#at += this.#host.costs.perMessage;
    this.#leave(this.#host.report(this.#at, [{ kind: "values", request, positions, values, failed: [] }], bytes));
  }

  #sendData({ peer, tasks, values, refused, movable }: WorkerInstruction & { kind: "send-data" }): void {
    const moved = this.#host.mayMoveTo(peer) ? movable : NOTHING;
    let bytes = 0;
    for (const value of values) bytes += sizeOf(value);
    for (const position of moved) bytes -= sizeOf(values[position]);
    this.#at += this.#host.costs.perMessage;
    this.#leave(this.#host.tellPeer(this.#at, peer, { kind: "data", values, refused, moved }, bytes));
    if (moved.length > 0) {
      this.#hear({ kind: "given-away", tasks: moved.map((position) => tasks[2 * position] as number) });
    }
  }

  /** What one thread sends, it copies itself. */
  #leave(left: number): void {
    if (this.#isOneThread) this.#at = left;
  }
}

const CORE_OFFERED = { kind: "core-offered" } as const;
const TURN_ENDED = { kind: "turn-ended" } as const;
const NOTHING: readonly never[] = [];

const sizeOf = (value: unknown): number => (value === undefined ? 0 : (value as VirtualResult).bytes);
