// The server on virtual time: the real machine of the reactor and a real scheduler, driven in turns as
// `reactor/driver.ts` drives them. What a turn costs is counted from what it heard and said; its messages leave when that
// time has passed. Taking in a graph is cut into steps, so that no step keeps the host's thread for long.
import { unreachable } from "../../base/assert.ts";
import type { Submission } from "../../protocol/client-to-reactor.ts";
import { FINISHED_SIZE } from "../../protocol/finished-batch.ts";
import type { ReactorToClient } from "../../protocol/reactor-to-client.ts";
import type { ReactorToWorker } from "../../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../../protocol/worker-to-reactor.ts";
import type { ReactorEvent } from "../../reactor/events.ts";
import type { Instruction } from "../../reactor/instructions.ts";
import { ReactorMachine } from "../../reactor/machine.ts";
import type { Scheduler } from "../../scheduler/scheduler.ts";
import { Assignments } from "../../scheduler/scheduler.ts";
import type { EventQueue } from "./event-queue.ts";
import { Actor } from "./event-queue.ts";
import type { ServerModel } from "./server-model.ts";

/** Tasks added before the cost is looked at. */
const PIECE = 512;
/** Tasks added in one step. */
const STEP = 4 * PIECE;

export interface VirtualServerHost {
  readonly queue: EventQueue;
  readonly model: ServerModel;
  readonly scheduler: Scheduler;
  /** Whether a task of the graph has inputs. */
  hasInputs(task: number): boolean;
  /** Two workers are to know of each other, from `at` on. */
  connect(at: number, a: number, b: number): void;
  send(at: number, worker: number, envelope: readonly ReactorToWorker[]): void;
  tellClient(at: number, messages: readonly ReactorToClient[]): void;
}

/** What a turn has to say when its time has passed. */
interface Mail {
  readonly envelopes: Map<number, ReactorToWorker[]>;
  readonly connections: (readonly [a: number, b: number])[];
  readonly toClient: ReactorToClient[];
}

export class VirtualServer {
  readonly machine = new ReactorMachine({ allowedFailures: 0 });
  /** Virtual milliseconds in which it did something, and in which that was the scheduler. */
  busyMs = 0;
  schedulerBusyMs = 0;
  /** Envelopes received and sent. */
  messages = 0;
  /** Tasks that workers were asked to give back, and those that they gave back. */
  readonly moves = { asked: 0, done: 0 };
  readonly #host: VirtualServerHost;
  readonly #assignments = new Assignments();
  readonly #events: ReactorEvent[] = [];
  #handled = 0;
  #submission:
    | { readonly submission: Submission; readonly levels: Int32Array; readonly after: ReactorEvent; added: number }
    | undefined;
  #workers = 0;
  #isWorking = false;
  /** What the turn has cost so far, and what of that for new tasks. */
  #cost = 0;
  #submitted = 0;
  #mail: Mail = emptyMail();

  constructor(host: VirtualServerHost) {
    this.#host = host;
  }

  /** The workers that are there before time begins; that costs nothing. */
  begin(workers: readonly { readonly cores: number; readonly node: number }[]): void {
    this.#workers = workers.length;
    workers.forEach(({ cores, node }, worker) => {
      this.machine.handle({ kind: "worker-joined", worker, cores, node });
    });
    this.#schedule();
    this.#perform(this.machine.handle({ kind: "turn-ended" }));
    this.schedulerBusyMs = 0;
  }

  receive(event: ReactorEvent): void {
    if (event.kind === "worker-message") {
      this.messages++;
      const envelope = this.#host.model.hearsOfStarts ? event.envelope : event.envelope.filter(isNoStart);
      if (envelope.length === 0) return;
      this.#events.push({ ...event, envelope });
    } else {
      this.#events.push(event);
    }
    this.#wake();
  }

  /** Takes in a graph; when all of it is there, hears what the client says after it. */
  submit(submission: Submission, levels: Int32Array, after: ReactorEvent): void {
    this.#submission = { submission, levels, after, added: -1 };
    this.#wake();
  }

  get #hasWork(): boolean {
    return this.#events.length > 0 || this.#submission !== undefined || this.machine.hasLeftovers;
  }

  #wake(): void {
    if (this.#isWorking || !this.#hasWork) return;
    this.#isWorking = true;
    this.#cost = this.#host.model.server.perTurn;
    this.#submitted = 0;
    this.#step();
  }

  /** A part of a turn: the turn goes on, at the same virtual time, while it has to take in tasks. */
  #step(): void {
    const { queue, model } = this.#host;
    this.#handleEvents();
    this.#addTasks();
    this.#schedule();
    this.#perform(this.machine.handle({ kind: "turn-ended" }));
    const goesOn = this.#submission !== undefined && this.#submitted < model.submitting;
    if (goesOn) queue.at(queue.now, Actor.server, () => this.#step());
    else this.#endTurn();
  }

  #endTurn(): void {
    const { queue, model } = this.#host;
    const { envelopes, connections, toClient } = this.#mail;
    this.#mail = emptyMail();
    this.messages += envelopes.size;
    this.#cost += model.server.perMessage * envelopes.size;
    this.busyMs += this.#cost;
    const at = queue.now + this.#cost;
    for (const [a, b] of connections) this.#host.connect(at, a, b);
    for (const [worker, envelope] of envelopes) this.#host.send(at, worker, envelope);
    if (toClient.length > 0) this.#host.tellClient(at, toClient);
    queue.at(at, Actor.server, () => {
      this.#isWorking = false;
      this.#wake();
    });
  }

  #handleEvents(): void {
    const { model } = this.#host;
    const events = this.#events;
    while (this.#handled < events.length && this.#cost < model.turn) {
      const event = events[this.#handled++] as ReactorEvent;
      if (event.kind === "worker-message") {
        this.#cost += model.server.perMessage;
        for (const message of event.envelope) this.#count(message);
      }
      this.machine.handle(event);
    }
    if (this.#handled < events.length) return;
    events.length = 0;
    this.#handled = 0;
  }

  #count(message: WorkerToReactor): void {
    const { server } = this.#host.model;
    switch (message.kind) {
      case "finished": {
        const { tasks } = message;
        for (let at = 0; at < tasks.length; at += FINISHED_SIZE) {
          this.#cost += server.perTaskFinished;
          if (this.#host.hasInputs(tasks[at] as number)) this.#cost += server.perConsumerFinished;
        }
        return;
      }
      case "placed":
        this.#cost += (server.perCopy * message.tasks.length) / 2;
        return;
      case "taken":
        this.#cost += (server.perCopy * message.tasks.length) / 3;
        return;
      case "retracted":
        for (let at = 2; at < message.tasks.length; at += 3) this.moves.done += message.tasks[at] as number;
        return;
      case "values":
        this.#cost += server.perValue * message.positions.length;
        return;
      default:
        return;
    }
  }

  /** Takes in new tasks, until the step or the turn's share for that is full. */
  #addTasks(): void {
    const { server, submitting } = this.#host.model;
    for (let added = 0; added < STEP && this.#submitted < submitting; added += PIECE) {
      const open = this.#submission;
      if (open === undefined) return;
      const { count, inputOffsets } = open.submission.graph;
      if (open.added < 0) {
        open.added = 0;
        this.machine.handle({ kind: "submission-opened", submission: open.submission, levels: open.levels });
      } else {
        const end = Math.min(count, open.added + PIECE);
        const arcs = (inputOffsets[end] as number) - (inputOffsets[open.added] as number);
        const cost = server.perTaskSubmitted * (end - open.added) + server.perInput * arcs;
        this.machine.handle({ kind: "tasks-submitted", count: PIECE });
        open.added = end;
        this.#submitted += cost;
        this.#cost += cost;
      }
      if (open.added < count) continue;
      this.#submission = undefined;
      this.machine.handle(open.after);
    }
  }

  #schedule(): void {
    this.#perform(this.machine.handle({ kind: "scheduling-due" }));
  }

  #perform(instructions: readonly Instruction[]): void {
    for (const instruction of instructions) {
      switch (instruction.kind) {
        case "inform-scheduler":
          this.#decide(instruction.facts);
          break;
        case "connect":
          this.#mail.connections.push([instruction.a, instruction.b]);
          break;
        case "send":
          this.#send(instruction.worker, instruction.envelope);
          break;
        case "tell-client":
          this.#mail.toClient.push(...instruction.messages);
          break;
        case "notify":
        case "watch-run":
        case "unwatch-run":
        case "wait":
        case "end-worker":
        case "stop-worker":
          break;
        default:
          unreachable(instruction);
      }
    }
  }

  #decide(facts: (Instruction & { kind: "inform-scheduler" })["facts"]): void {
    const { scheduler, model } = this.#host;
    let wantsToAssign = false;
    for (const fact of facts) wantsToAssign = scheduler.observe(fact) || wantsToAssign;
    if (!wantsToAssign) return;
    const assignments = this.#assignments;
    assignments.clear();
    scheduler.assign(assignments);
    const { perAssignment, perAssignmentAndWorker } = model.scheduler;
    const cost =
      perAssignment * assignments.count + perAssignmentAndWorker * this.#lookedAt(assignments) * this.#workers;
    this.#cost += cost;
    this.schedulerBusyMs += cost;
    this.machine.handle({ kind: "assigned", scheduler: scheduler.name, assignments });
  }

  /** Assignments for which a scheduler of this kind looks at every worker. One that draws lots looks at none. */
  #lookedAt(assignments: Assignments): number {
    const { scheduler, model } = this.#host;
    const { looksAtAllWorkersFor } = model.scheduler;
    if (looksAtAllWorkersFor === "no-task" || scheduler.name === "random") return 0;
    if (looksAtAllWorkersFor === "every-task") return assignments.count;
    let count = 0;
    for (let i = 0; i < assignments.count; i++) if (!this.#host.hasInputs(assignments.task(i))) count++;
    return count;
  }

  #send(worker: number, envelope: readonly ReactorToWorker[]): void {
    for (const message of envelope) if (message.kind === "retract") this.moves.asked += message.tasks.length / 2;
    const { envelopes } = this.#mail;
    const begun = envelopes.get(worker);
    if (begun === undefined) envelopes.set(worker, [...envelope]);
    else begun.push(...envelope);
  }
}

const emptyMail = (): Mail => ({ envelopes: new Map(), connections: [], toClient: [] });

const isNoStart = (message: WorkerToReactor): boolean => message.kind !== "started";
