// From a scheduler's assignments to orders, moves and places chosen in advance.
import { ANY_TASK, EngineError } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import { NONE } from "../graph/task-table.ts";
import type { Assignments } from "../scheduler/scheduler.ts";
import { blame, failTask } from "./fail.ts";
import { order } from "./orders.ts";
import { placeOf } from "./places.ts";
import type { ReactorState } from "./reactor-state.ts";
import { ASSIGNED, isDone, READY, RETRACTING, RUNNING, TASK_STATES, WAITING } from "./states.ts";
import type { TaskFailure } from "./tasks.ts";
import type { WorkerRecord } from "./workers.ts";

/** Carries a round of assignments out. @throws {EngineError} scheduler-misbehaved */
export function applyAssignments(s: ReactorState, scheduler: string, assignments: Assignments): void {
  const homeless: number[] = [];
  for (let i = 0; i < assignments.count; i++) {
    const task = assignments.task(i);
    const record = s.workers.find(assignments.worker(i));
    if (record === undefined || record.leaving !== undefined) {
      throw misbehaved(scheduler, task, `worker ${assignments.worker(i)} is not in the cluster`);
    }
    if (!isKnown(s, task)) throw misbehaved(scheduler, task, UNKNOWN);
    if (isDone(s.tasks.state(task))) {
      const state = TASK_STATES[s.tasks.state(task)] as string;
      throw misbehaved(scheduler, task, `the task is ${state}, must be one that is still to be computed`);
    }
    s.tasks.columns.priority[task] = assignments.priority(i);
    if (!settle(s, task, record)) homeless.push(task);
  }
  failHomeless(s, homeless);
}

/**
 * Carries out what a scheduler has decided on the ground of the past. Tasks that are done meanwhile are passed over: it
 * hears of that, or has. A worker that is gone meanwhile is none: the scheduler hears where the task really is.
 * @throws {EngineError} scheduler-misbehaved
 */
export function applyLateAssignments(s: ReactorState, scheduler: string, assignments: Assignments): void {
  const homeless: number[] = [];
  for (let i = 0; i < assignments.count; i++) {
    const task = assignments.task(i);
    const worker = assignments.worker(i);
    if (!isKnown(s, task)) throw misbehaved(scheduler, task, UNKNOWN);
    if (isDone(s.tasks.state(task))) continue;
    const record = s.workers.find(worker);
    if (record === undefined && !s.workers.hasMet(worker))
      throw misbehaved(scheduler, task, `worker ${worker} was never in the cluster`);
    if (record === undefined || record.leaving !== undefined) {
      sayWhereItIs(s, task);
      continue;
    }
    s.tasks.columns.priority[task] = assignments.priority(i);
    if (!settle(s, task, record)) homeless.push(task);
  }
  failHomeless(s, homeless);
}

function sayWhereItIs(s: ReactorState, task: number): void {
  const state = s.tasks.state(task);
  const worker = s.tasks.columns.worker[task] as number;
  if (state === WAITING || state === READY) {
    s.tasks.columns.worker[task] = NONE;
    s.facts.reopened.push(task);
  } else if (state === ASSIGNED) s.facts.moved.push(task, worker);
  else if (state === RUNNING) s.facts.kept.push(task, worker);
  // While it is being retracted the worker's answer will say it.
}

const UNKNOWN = "the task is unknown, must be one that is still to be computed";

function isKnown(s: ReactorState, task: number): boolean {
  return task >= 0 && task < s.tasks.table.capacity && s.tasks.columns.run[task] !== 0;
}

/** Does what was decided, as far as the caller's terms let it; false if no worker is left that may have the task. */
function settle(s: ReactorState, task: number, record: WorkerRecord): boolean {
  const terms = s.tasks.terms.size > 0 ? s.tasks.terms.get(task) : undefined;
  const place = terms === undefined ? record : placeOf(s, task, record, terms);
  if (place === "nowhere") return false;
  if (place !== "stay") assign(s, task, place);
  return true;
}

/** After the round: it may hold decisions about tasks that fail with these. */
function failHomeless(s: ReactorState, tasks: readonly number[]): void {
  for (const task of tasks) {
    if (isDone(s.tasks.state(task))) continue; // it failed with another
    failTask(s, task, blame(s, task, nowhere(s.tasks.terms.get(task)?.workers ?? [])));
  }
}

function assign(s: ReactorState, task: number, record: WorkerRecord): void {
  const { columns, targets, delayed } = s.tasks;
  if (delayed.size > 0 && delayed.has(task)) return; // it is reopened when its time has come
  const state = s.tasks.state(task);
  if (state === READY) {
    order(s, task, record);
  } else if (state === WAITING) {
    columns.worker[task] = record.id;
  } else if (state === RUNNING || !s.tasks.isRepeatable(task)) {
    s.facts.kept.push(task, columns.worker[task] as number);
  } else if (columns.worker[task] !== record.id || state === RETRACTING) {
    targets.set(task, record.id);
    if (state === ASSIGNED) {
      s.tasks.move(task, RETRACTING);
      const victim = s.workers.find(columns.worker[task] as number);
      if (victim !== undefined) s.workers.outbox.rarely(victim.id).retract.push2(task, columns.run[task] as number);
    }
  }
}

function misbehaved(scheduler: string, task: number, why: string): EngineError<"scheduler-misbehaved"> {
  return new EngineError(
    "scheduler-misbehaved",
    `Cannot assign task ${task} as scheduler "${scheduler}" says: ${why}`,
    {
      scheduler,
    },
  );
}

function nowhere(workers: readonly number[]): TaskFailure["failure"] {
  const message = `Cannot run ${ANY_TASK}: none of the workers ${workers.join(", ")} is in the cluster, one must be`;
  return engineFailure("workers-gone", message, { key: ANY_TASK, workers });
}
