// Performs what the reactor's machine wants: ports, the scheduler, the clock. It decides when to handle what, in slices
// of at most a few milliseconds, so that the thread stays free for others; it decides nothing else.

import { brokenInvariant, unreachable } from "../base/assert.ts";
import { EngineError } from "../base/errors.ts";
import { lossError, lossOf } from "../base/worker-loss.ts";
import { findUncloneable } from "../codec/uncloneable.ts";
import { Call } from "../graph/call.ts";
import { LevelSweep } from "../graph/levels.ts";
import type { ClientToReactor, Submission } from "../protocol/client-to-reactor.ts";
import { ComputeReader } from "../protocol/compute-batch.ts";
import { parseWorkerEnvelope } from "../protocol/parse.ts";
import type { ReactorToClient } from "../protocol/reactor-to-client.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerNotice } from "../protocol/worker-to-reactor.ts";
import type { Scheduler } from "../scheduler/scheduler.ts";
import { Assignments } from "../scheduler/scheduler.ts";
import type { Port } from "../transport/port.ts";
import { Clocks } from "./clocks.ts";
import type { Clock } from "./deadlines.ts";
import type { ReactorEvent } from "./events.ts";
import type { Instruction } from "./instructions.ts";
import { ReactorMachine } from "./machine.ts";
import type { RemoteScheduler } from "./remote-scheduler.ts";
import { columnsOf, pathOfUncloneable, refusal } from "./sendable-port.ts";
import type { ReactorWatch } from "./watch.ts";

/** The longest time in milliseconds that the reactor works before it gives way. */
const SLICE = 4;
/** With less than this left of a slice in milliseconds another turn would carry too little for its messages. */
const LEAST_TURN = 2;
/** Tasks added before the clock is looked at. */
const PIECE = 512;
/** Tasks and arcs whose levels are computed before the clock is looked at. */
const LEVELS_PIECE = 16_384;

export interface ReactorHost extends Clock {
  readonly scheduler: Scheduler | RemoteScheduler;
  readonly allowedFailures: number;
  /** See `ReactorOptions`. */
  readonly graceTime?: number | undefined;
  /** Looks on. */
  readonly watch?: ReactorWatch | undefined;
  /** Makes a channel and hands its ends to two workers, before anything else that is sent to them. */
  connect(
    a: { readonly worker: number; readonly port: Port },
    b: { readonly worker: number; readonly port: Port },
  ): void;
  /** Messages for the client, at the end of a turn. */
  toClient(messages: readonly ReactorToClient[]): void;
  /** A worker is gone: it died, or it was retired and has been told to stop. */
  workerLost(worker: number, reason: Error, wasRetired: boolean): void;
  /** A worker has something to tell its users. */
  notice(worker: number, notice: WorkerNotice): void;
  /** The reactor cannot go on. Called once. */
  failed(error: unknown): void;
  /** There is nothing to do for now. */
  readonly idle?: (() => void) | undefined;
}

export class ReactorDriver {
  readonly machine: ReactorMachine;
  /** What is waited for. */
  readonly clocks: Clocks;
  readonly #host: ReactorHost;
  readonly #ports: (Port | undefined)[] = [];
  readonly #assignments = new Assignments();
  /** What workers and the cluster have said and is not handled yet. */
  #events: ReactorEvent[] = [];
  /** What the client has said and is not handled yet; a submission at the head is being added piece by piece. */
  #requests: ClientToReactor[] = [];
  #submission: { readonly count: number; added: number } | undefined;
  /** The levels of the submission at the head, while they are being computed. */
  #levels: LevelSweep | undefined;
  #state: "idle" | "working" | "deferred" | "ended" = "idle";

  constructor(host: ReactorHost) {
    this.#host = host;
    const { scheduler, allowedFailures, graceTime } = host;
    this.machine = new ReactorMachine({ allowedFailures, graceTime, answersLate: isRemote(scheduler) });
    this.clocks = new Clocks(host, (event) => this.#hear(event));
    if (isRemote(scheduler)) this.#listenTo(scheduler);
  }

  /** Takes a worker in; its handshake is over. */
  addWorker(worker: number, cores: number, node: number, port: Port): void {
    this.#ports[worker] = port;
    port.listen({
      message: (value) => this.#onMessage(worker, value),
      closed: (reason) => this.loseWorker(worker, reason),
    });
    this.#hear({ kind: "worker-joined", worker, cores, node });
  }

  /** Declares a worker dead. */
  loseWorker(worker: number, reason: Error, wasRetired = false): void {
    const port = this.#ports[worker];
    if (port === undefined) return;
    this.#ports[worker] = undefined;
    port.close();
    this.#hear({ kind: "worker-lost", worker, reason: reason.message, loss: lossOf(reason) });
    this.#host.workerLost(worker, reason, wasRetired);
  }

  /** Lets workers go when their results have been copied. */
  retireWorkers(workers: readonly number[]): void {
    this.#hear({ kind: "workers-retiring", workers });
  }

  fromClient(message: ClientToReactor): void {
    this.#requests.push(message);
    this.#wake();
  }

  /** Stops all workers and handles nothing more. */
  end(): void {
    this.#state = "ended";
    for (const port of this.#ports.splice(0)) port?.close();
    const { scheduler } = this.#host;
    if (isRemote(scheduler)) scheduler.close();
    this.clocks.end();
    this.#events = [];
    this.#requests = [];
  }

  #listenTo(scheduler: RemoteScheduler): void {
    scheduler.listen({
      assigned: (assignments) => {
        this.#host.watch?.assigned(assignments);
        this.#hear({ kind: "answered", scheduler: scheduler.name, assignments });
      },
      closed: ({ message }) => {
        if (this.#hasEnded) return;
        this.end();
        const { name } = scheduler;
        const why = `Cannot go on: the thread of scheduler "${name}" is gone: ${message}`;
        this.#host.failed(new EngineError("scheduler-misbehaved", why, { scheduler: name }));
      },
    });
  }

  #onMessage(worker: number, value: unknown): void {
    try {
      const envelope = parseWorkerEnvelope(value);
      this.#host.watch?.received(worker, envelope);
      this.#hear({ kind: "worker-message", worker, envelope });
    } catch (error) {
      this.loseWorker(worker, error as Error);
    }
  }

  #hear(event: ReactorEvent): void {
    this.#events.push(event);
    this.#wake();
  }

  #wake(): void {
    if (this.#state === "idle") this.#work();
  }

  #work(): void {
    if (this.#state === "ended") return;
    this.#state = "working";
    try {
      const deadline = this.#host.now() + SLICE;
      do this.#turn(deadline);
      while (this.#hasWork && this.#host.now() < deadline - LEAST_TURN);
    } catch (error) {
      this.end();
      this.#host.failed(error);
      return;
    }
    if (this.#hasEnded) return;
    this.#state = this.#hasWork ? "deferred" : "idle";
    if (this.#hasWork) this.#host.defer(() => this.#work());
    else this.#host.idle?.();
  }

  /** Whether `end` was called from within. */
  get #hasEnded(): boolean {
    return this.#state === "ended";
  }

  get #hasWork(): boolean {
    return this.#events.length > 0 || this.#canHandleRequest || this.machine.hasLeftovers;
  }

  /** Whether the client's next message can be handled: what goes to workers waits until there is one. */
  get #canHandleRequest(): boolean {
    const kind = this.#requests[0]?.kind;
    return kind !== undefined && (this.machine.hasWorkers || (kind !== "scatter" && kind !== "run"));
  }

  #turn(deadline: number): void {
    const { watch } = this.#host;
    watch?.turnTo("server");
    const events = this.#events;
    this.#events = [];
    for (const event of events) this.machine.handle(event);
    // Half of what is left of the slice goes to new tasks: scheduling and sending them takes its time too.
    const now = this.#host.now();
    const until = now + (deadline - now) / 2;
    while (this.#canHandleRequest) {
      this.#handleRequest();
      if (this.#host.now() >= until) break;
    }
    this.#perform(this.machine.handle({ kind: "scheduling-due" }));
    const instructions = this.machine.handle({ kind: "turn-ended" });
    watch?.turnTo("messages");
    this.#perform(instructions);
    watch?.turnTo(undefined);
  }

  /** Handles the client's next message, or a piece of it. */
  #handleRequest(): void {
    const request = this.#requests[0];
    if (request === undefined) return;
    if (request.kind === "submit") {
      this.#addPiece(request);
      if (this.#levels !== undefined || this.#submission !== undefined) return;
    } else {
      this.machine.handle({ kind: "client-message", message: request });
    }
    this.#requests.shift();
  }

  #addPiece(submission: Submission): void {
    if (this.#submission === undefined) {
      this.#levels ??= new LevelSweep(submission.graph);
      const levels = this.#levels.advance(LEVELS_PIECE);
      if (levels === undefined) return;
      this.#levels = undefined;
      this.machine.handle({ kind: "submission-opened", submission, levels });
      this.#submission = { count: submission.graph.count, added: 0 };
    } else {
      this.machine.handle({ kind: "tasks-submitted", count: PIECE });
      this.#submission.added += PIECE;
    }
    if (this.#submission.added >= this.#submission.count) this.#submission = undefined;
  }

  #perform(instructions: readonly Instruction[]): void {
    for (const instruction of instructions) {
      switch (instruction.kind) {
        case "inform-scheduler":
          this.#schedule(instruction.facts);
          break;
        case "connect":
          this.#connect(instruction.a, instruction.b);
          break;
        case "send":
          this.#send(instruction);
          break;
        case "tell-client":
          this.#host.watch?.turnTo("client");
          this.#host.toClient(instruction.messages);
          this.#host.watch?.turnTo("messages");
          break;
        case "notify":
          this.#host.notice(instruction.worker, instruction.notice);
          break;
        case "watch-run":
        case "unwatch-run":
        case "wait":
          this.clocks.perform(instruction);
          break;
        case "end-worker":
          this.loseWorker(instruction.worker, lossError("hung", instruction.reason));
          break;
        case "stop-worker":
          this.#stopWorker(instruction.worker);
          break;
        default:
          unreachable(instruction);
      }
    }
  }

  #schedule(facts: (Instruction & { kind: "inform-scheduler" })["facts"]): void {
    const { scheduler, watch } = this.#host;
    watch?.informing(facts);
    if (isRemote(scheduler)) return scheduler.tell(facts);
    watch?.turnTo("scheduler");
    let wantsToAssign = false;
    for (const fact of facts) wantsToAssign = scheduler.observe(fact) || wantsToAssign;
    const assignments = this.#assignments;
    assignments.clear();
    if (wantsToAssign) scheduler.assign(assignments);
    watch?.turnTo("server");
    if (!wantsToAssign) return;
    watch?.assigned(assignments);
    this.machine.handle({ kind: "assigned", scheduler: scheduler.name, assignments });
  }

  #connect(a: number, b: number): void {
    const portA = this.#ports[a];
    const portB = this.#ports[b];
    if (portA === undefined || portB === undefined) return; // one of them has just died; the machine will hear of it
    this.#host.connect({ worker: a, port: portA }, { worker: b, port: portB });
  }

  #stopWorker(worker: number): void {
    this.#ports[worker]?.post([{ kind: "stop" }]);
    this.loseWorker(worker, new Error("The worker was retired"), true);
  }

  #send({ worker, envelope, transfer }: Instruction & { kind: "send" }): void {
    const port = this.#ports[worker];
    if (port === undefined) return;
    this.#host.watch?.sending(worker, envelope);
    try {
      if (transfer.length > 0 && findUncloneable(envelope) !== undefined) throw new TypeError("It cannot be cloned");
      port.post(
        envelope,
        transfer.length > 0 ? [...new Set([...transfer, ...columnsOf(envelope)])] : columnsOf(envelope),
      );
    } catch (error) {
      port.post(this.#withoutUncloneable(worker, envelope, error));
    }
  }

  /** The same envelope without what cannot be cloned: such tasks and scattered values fail, such runs are answered. */
  #withoutUncloneable(
    worker: number,
    envelope: readonly ReactorToWorker[],
    cause: unknown,
  ): readonly ReactorToWorker[] {
    const takenBack: number[] = [];
    const isRunSendable = (message: ReactorToWorker): boolean => {
      const path = message.kind === "run" ? pathOfUncloneable(Call.args, message.args) : undefined;
      if (message.kind !== "run" || path === undefined) return true;
      const answer = {
        kind: "ran",
        request: message.request,
        value: undefined,
        failure: refusal(path, cause),
      } as const;
      this.#events.push({ kind: "worker-message", worker, envelope: [answer] });
      return false;
    };
    const fail = (task: number, run: number, path: string): void => {
      takenBack.push(task, run);
      this.#events.push({ kind: "unsendable", task, run, failure: refusal(path, cause) });
    };
    const sendable = envelope.filter(isRunSendable).map((message) => {
      if (message.kind === "store") {
        const isSendable = message.values.map((value, i) => {
          const path = pathOfUncloneable(Call.value, value);
          if (path !== undefined) fail(message.tasks[2 * i] as number, message.tasks[2 * i + 1] as number, path);
          return path === undefined;
        });
        const tasks = message.tasks.filter((_, at) => isSendable[at >> 1]);
        return { ...message, tasks, values: message.values.filter((_, i) => isSendable[i]) };
      }
      if (message.kind !== "compute") return message;
      const reader = new ComputeReader(message);
      const values: unknown[] = [];
      while (reader.next()) {
        const before = values.length;
        if (!reader.hasValue) continue;
        const value = reader.takeValue();
        const path = pathOfUncloneable(reader.call, value);
        values[before] = path === undefined ? value : null;
        if (path !== undefined) fail(reader.task, reader.run, path);
      }
      return { ...message, values };
    });
    if (takenBack.length === 0 && sendable.length === envelope.length)
      throw brokenInvariant(`an envelope cannot be sent: ${String(cause)}`);
    return [...sendable, { kind: "free", tasks: Int32Array.from(takenBack) }];
  }
}

/** The class stays out of the bundle of those who have no such scheduler. */
const isRemote = (scheduler: Scheduler | RemoteScheduler): scheduler is RemoteScheduler => "answersLate" in scheduler;
