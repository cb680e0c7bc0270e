// What nobody needs goes: results on workers first, rows of the table when no consumer could need them again.
import { NONE } from "../graph/task-table.ts";
import { giveUp } from "./endings.ts";
import type { ReactorState } from "./reactor-state.ts";
import { FAILED, IN_MEMORY, isDone, isOnWorker, RELEASED } from "./states.ts";

/** Notes that a task may be needed no longer. */
export function reviewNeed(s: ReactorState, task: number): void {
  if (!s.tasks.isNeeded(task)) s.unneeded.push(task);
}

/** Lets go of at most `limit` tasks that nobody needs. Releasing one may free its inputs. */
export function releaseUnneeded(s: ReactorState, limit: number): void {
  const { open, unneeded } = s;
  for (let left = limit; left > 0 && unneeded.length > 0; left--) {
    const task = unneeded.pop();
    if (s.tasks.isNeeded(task)) continue;
    // Consumers of an open submission's tasks may still come; all of them are looked at when it is complete.
    if (open !== undefined && s.tasks.columns.submission[task] === open.submission.submission) continue;
    releaseTask(s, task);
  }
  if (unneeded.length === 0) unneeded.clear();
}

/** A consumer of these inputs is done: they may not be needed any more. */
export function leaveInputs(s: ReactorState, task: number): void {
  const { table, columns } = s.tasks;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    const toCome = --columns.consumersToCome[input]!;
    if (toCome === 0 && columns.future[input] === NONE) s.unneeded.push(input);
  }
}

function releaseTask(s: ReactorState, task: number): void {
  const state = s.tasks.state(task);
  if (state === IN_MEMORY) {
    dropReplicas(s, task);
    s.tasks.move(task, RELEASED);
  } else if (!isDone(state)) {
    dropTask(s, task);
  } else if (state !== RELEASED && state !== FAILED) {
    return; // forgotten meanwhile: it stood on the list twice
  }
  forgetIfLast(s, task);
}

/** Tells every holder to forget a result. */
export function dropReplicas(s: ReactorState, task: number): void {
  const { columns, holders } = s.tasks;
  const run = columns.run[task] as number;
  dropReplica(s, task, run, holders.first(task));
  for (let cell = holders.firstCell(task); cell !== NONE; cell = holders.nextCell(cell)) {
    dropReplica(s, task, run, holders.workerIn(cell));
  }
  holders.clear(task);
  if (s.tasks.taking.size > 0) s.tasks.taking.delete(task);
}

function dropReplica(s: ReactorState, task: number, run: number, worker: number): void {
  const record = s.workers.find(worker);
  if (record === undefined) return;
  s.workers.outbox.free(worker, task, run);
  s.facts.removed.push(task, worker);
  record.leaving?.delete(task);
}

/** A task that is not done need not be computed; `stop` ends an attempt that is on a worker. */
export function dropTask(s: ReactorState, task: number, stop = giveUp): void {
  const { columns, targets, delayed } = s.tasks;
  if (isOnWorker(s.tasks.state(task))) {
    stop(s, task);
    targets.delete(task);
  } else if (delayed.size > 0) delayed.delete(task);
  columns.worker[task] = NONE;
  s.tasks.move(task, RELEASED);
  s.facts.dropped.push(task);
  leaveInputs(s, task);
}

/** Removes a row whose result nobody needs and which no consumer's row could need again. */
function forgetIfLast(s: ReactorState, task: number): void {
  const { table, columns } = s.tasks;
  if ((table.consumers[task] as number) > 0) return;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    // This row was the input's last consumer, or will be when its other arcs go: look at the input then.
    const state = columns.state[input];
    if ((state === RELEASED || state === FAILED) && columns.future[input] === NONE) s.unneeded.push(input);
  }
  s.tasks.remove(task);
  s.facts.forgotten.push(task);
  const submission = columns.submission[task] as number;
  const record = s.submissionOf(task);
  if (record !== undefined && --record.rows === 0) s.forgetSubmission(submission);
}
