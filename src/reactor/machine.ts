// The reactor: connections, bookkeeping, messages; turns assignments into orders for workers. Pure: it knows no clock,
// promise, port, storage or randomness. One event, then its instructions. A turn is many events, then `scheduling-due`
// (the scheduler hears what happened and may answer with `assigned`), then `turn-ended`: all others hear what
// happened, one envelope per receiver.
import { invariant, unreachable } from "../base/assert.ts";
import type { ClientToReactor, Submission } from "../protocol/client-to-reactor.ts";
import { onWorkerMessage } from "./answers.ts";
import { applyAssignments, applyLateAssignments } from "./assignments.ts";
import { cancelFutures } from "./cancel.ts";
import { tellTask } from "./contexts.ts";
import type { ReactorEvent } from "./events.ts";
import { blame, failTask } from "./fail.ts";
import { gather, releaseFuture } from "./gather.ts";
import type { Instruction } from "./instructions.ts";
import { LateAnswers } from "./late-answers.ts";
import { onOverdue } from "./limits.ts";
import { ReactorState } from "./reactor-state.ts";
import { loseWorker, stillOpen, workerLost } from "./recover.ts";
import { dropReplicas, releaseUnneeded } from "./release.ts";
import { copyFromLeavers, retireWorkers, stopEmptyLeavers } from "./retire.ts";
import { onWaited } from "./retry.ts";
import { IN_MEMORY, isOnWorker } from "./states.ts";
import { addTasks, openSubmission, scatter } from "./submit.ts";

/** Tasks let go of in one turn at most, so that releasing a large graph makes no long turn. */
const RELEASES_PER_TURN = 4096;
/** With many workers more, or each message to one would carry next to nothing. */
const RELEASES_PER_WORKER = 16;

/** Milliseconds. */
const DEFAULT_GRACE = 1000;

export interface ReactorOptions {
  readonly allowedFailures: number;
  /** Milliseconds within which an attempt that is to end must, or its worker is ended. Default 1,000. */
  readonly graceTime?: number | undefined;
  /** The scheduler answers each batch of facts by one `answered`, whenever that comes; otherwise by `assigned`, at once. */
  readonly answersLate?: boolean;
}

export class ReactorMachine {
  /** For the functions of this folder; others may read it, to tell users or to test. */
  readonly state: ReactorState;
  /** Of a scheduler that answers later. */
  readonly #late: LateAnswers | undefined;
  #failure: unknown;

  constructor(options: ReactorOptions) {
    this.state = new ReactorState(options.allowedFailures, options.graceTime ?? DEFAULT_GRACE);
    this.#late = options.answersLate === true ? new LateAnswers() : undefined;
  }

  /** Whether another turn is due although nothing else happens. */
  get hasLeftovers(): boolean {
    return this.state.unneeded.length > 0 || !this.state.facts.isEmpty;
  }

  /** Whether a worker is there that stays. */
  get hasWorkers(): boolean {
    for (const record of this.state.workers.byId.values()) if (record.leaving === undefined) return true;
    return false;
  }

  /** @throws {EngineError} invariant-broken or scheduler-misbehaved; the machine then stays failed and repeats it. */
  handle(event: ReactorEvent): readonly Instruction[] {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      this.#react(event);
    } catch (error) {
      this.#failure = error;
      throw error;
    }
    if (event.kind === "scheduling-due") return this.#informScheduler();
    return event.kind === "turn-ended" ? this.#endTurn() : NOTHING;
  }

  #react(event: ReactorEvent): void {
    const s = this.state;
    switch (event.kind) {
      case "worker-joined":
        s.workers.add(event.worker, event.cores, event.node);
        s.facts.addWorker(event.worker, event.cores, event.node);
        return copyFromLeavers(s);
      case "worker-lost":
        s.lastLoss = event;
        return this.#loseWorker(event.worker);
      case "workers-retiring":
        return retireWorkers(s, event.workers);
      case "worker-message": {
        const record = s.workers.find(event.worker);
        if (record === undefined) return; // it was declared lost; whatever it still says is stale
        for (const message of event.envelope) onWorkerMessage(s, record, message);
        return;
      }
      case "unsendable": {
        const { task, run, failure } = event;
        const isInMemory = s.tasks.state(task) === IN_MEMORY; // it was scattered
        if (s.tasks.columns.run[task] !== run || !(isInMemory || isOnWorker(s.tasks.state(task)))) return;
        if (isInMemory) dropReplicas(s, task);
        failTask(s, task, blame(s, task, failure));
        return;
      }
      case "run-overdue":
        return onOverdue(s, event.watch);
      case "waited":
        return onWaited(s, event.task, event.run);
      case "client-message":
        return this.#onClientMessage(event.message);
      case "submission-opened":
        return openSubmission(s, event.submission, event.levels);
      case "tasks-submitted":
        return addTasks(s, event.count);
      case "assigned":
        return applyAssignments(s, event.scheduler, event.assignments);
      case "answered":
        applyLateAssignments(s, event.scheduler, event.assignments);
        return this.#late?.answer(s.tasks.table);
      case "scheduling-due":
      case "turn-ended":
        return;
      default:
        unreachable(event);
    }
  }

  #onClientMessage(message: Exclude<ClientToReactor, Submission>): void {
    const s = this.state;
    switch (message.kind) {
      case "functions":
        invariant(message.from === s.workers.functions.length, "the client's functions and the reactor's differ");
        s.workers.functions.push(...message.definitions);
        return;
      case "scatter": {
        const targets = [...s.workers.byId.values()].filter((record) => record.leaving === undefined);
        return scatter(s, message, targets);
      }
      case "gather":
        message.futures.forEach((future, position) =>
          gather(s, future, { request: message.request, position, isReleasing: message.isReleasing }),
        );
        return;
      case "cancel":
        return cancelFutures(s, message);
      case "context":
        return tellTask(s, message);
      case "release":
        for (const future of message.futures) releaseFuture(s, future);
        return;
      case "run": {
        const { request, fn, args } = message;
        const staying = [...s.workers.byId.values()].filter((record) => record.leaving === undefined);
        s.runs.set(request, new Set(staying.map((record) => record.id)));
        for (const record of staying) {
          s.workers.outbox.rarely(record.id).after.push({ kind: "run", request, fn, args });
        }
        return;
      }
      default:
        unreachable(message);
    }
  }

  #loseWorker(worker: number): void {
    const s = this.state;
    if (s.workers.find(worker) === undefined) return;
    loseWorker(s, worker);
    copyFromLeavers(s);
    const failure = workerLost(s, "the worker was lost", 1);
    for (const [request, waiting] of s.runs) {
      if (!waiting.delete(worker)) continue;
      if (waiting.size === 0) s.runs.delete(request);
      s.clientMessages.push({ kind: "ran", request, worker, value: undefined, failure, remaining: waiting.size });
    }
  }

  #informScheduler(): readonly Instruction[] {
    const s = this.state;
    releaseUnneeded(s, Math.max(RELEASES_PER_TURN, RELEASES_PER_WORKER * s.workers.byId.size));
    const facts = s.facts.take((reopened) => stillOpen(s, reopened));
    if (facts.length === 0) return NOTHING;
    this.#late?.tell();
    return [{ kind: "inform-scheduler", facts }];
  }

  #endTurn(): readonly Instruction[] {
    const s = this.state;
    if (s.leavers.size > 0) stopEmptyLeavers(s);
    const out = s.instructions;
    s.instructions = [];
    for (const { worker, request, asked } of s.gathers.takeDue()) {
      const record = s.workers.find(worker);
      const positions = asked.positions.slice(); // moved with the message, and needed again if the worker is lost
      const { tasks } = asked;
      if (record !== undefined)
        s.workers.outbox.rarely(worker).before.push({ kind: "gather", request, positions, tasks });
    }
    for (const send of s.workers.takeSends()) out.push(send);
    if (s.finishedFutures.length > 0) {
      s.clientMessages.unshift({ kind: "finished", futures: s.finishedFutures.take() });
    }
    if (s.contextMessages.length > 0) {
      s.clientMessages.unshift(...s.contextMessages); // what a task said before it ended is told before
      s.contextMessages = [];
    }
    if (s.clientMessages.length > 0) {
      out.push({ kind: "tell-client", messages: s.clientMessages });
      s.clientMessages = [];
    }
    if (this.#late === undefined) s.tasks.table.endTurn();
    else this.#late.hold(s.tasks.table, s.facts.forgotten.length === 0);
    return out;
  }
}

const NOTHING: readonly Instruction[] = [];
