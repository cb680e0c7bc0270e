// A worker is gone: what it was doing is done elsewhere, what only it held and somebody still needs is computed again
// from lineage, and what cannot be computed again fails. Rare, so it may walk the whole table.
import { ANY_TASK } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import { NONE } from "../graph/task-table.ts";
import { forgetWorker, giveUp } from "./endings.ts";
import { blame, failTask } from "./fail.ts";
import { gather } from "./gather.ts";
import { countMissing } from "./orders.ts";
import type { ReactorState } from "./reactor-state.ts";
import { reviewNeed } from "./release.ts";
import { FORGOTTEN, IN_MEMORY, isDone, isOnWorker, READY, RELEASED, WAITING } from "./states.ts";
import type { TaskFailure } from "./tasks.ts";

export function loseWorker(s: ReactorState, worker: number): void {
  const { tasks } = s;
  const { columns } = tasks;
  if (s.workers.find(worker)?.leaving === undefined) s.facts.removeWorker(worker);
  const leaver = s.workers.find(worker);
  if (leaver !== undefined) s.leavers.delete(leaver);
  const isBlameless = leaver?.isEnding === true; // that of a task that is none of these any more
  s.workers.remove(worker);
  forgetWorker(s, worker);
  for (const other of s.workers.byId.values()) {
    s.workers.outbox.rarely(other.id).after.push({ kind: "peer-lost", worker });
  }
  const interrupted: number[] = [];
  const lost: number[] = [];
  for (let task = 0; task < tasks.table.capacity; task++) {
    const state = columns.state[task] as number;
    if (columns.run[task] === 0 || state === FORGOTTEN) continue;
    if (state === IN_MEMORY) {
      if (!tasks.holders.has(task, worker)) continue;
      tasks.holders.delete(task, worker);
      s.facts.removed.push(task, worker);
      if (columns.worker[task] !== NONE) continue;
      lost.push(task);
      if (leaver?.leaving === undefined && !isBlameless) countLoss(s.tasks.lostResults, task);
    } else if (columns.worker[task] === worker) {
      if (isOnWorker(state)) {
        interrupted.push(task);
        if (!isBlameless) countLoss(s.tasks.losses, task);
      } else if (!isDone(state)) {
        columns.worker[task] = NONE;
        s.facts.reopened.push(task);
      }
    }
    if (tasks.targets.get(task) === worker) tasks.targets.delete(task);
  }
  for (const [task, taker] of tasks.taking) if (taker === worker) tasks.taking.delete(task);
  recompute(s, lost);
  for (const task of interrupted) interrupt(s, task);
  for (const wait of s.gathers.takeAsked(worker)) gather(s, wait.future, wait);
}

function countLoss(losses: Map<number, number>, task: number): void {
  losses.set(task, (losses.get(task) ?? 0) + 1);
}

/**
 * How many times as often a result may be lost as a worker may be lost under its task. Mostly it has nothing to do with
 * the death of its worker; but a task that leaves something behind which kills the worker later must end some time.
 */
const PATIENCE = 10;

/** A task's worker died under it: it is tried elsewhere, unless that happened too often. */
function interrupt(s: ReactorState, task: number): void {
  const state = s.tasks.state(task);
  if (isDone(state)) return; // an input was lost too and cannot be computed again: it has failed
  const failure = tooManyLosses(s, task);
  if (failure !== undefined) failTask(s, task, failure);
  else if (isOnWorker(state)) putBack(s, task); // else that was done when its inputs were found lost
}

function tooManyLosses(s: ReactorState, task: number): TaskFailure | undefined {
  const losses = s.tasks.losses.get(task) ?? 0;
  const lostResults = s.tasks.lostResults.get(task) ?? 0;
  if (losses <= s.allowedFailures && lostResults < PATIENCE * (s.allowedFailures + 1)) return undefined;
  const attempts = losses + lostResults;
  const times = `its worker was lost ${attempts === 1 ? "once" : `${attempts} times`}, at most ${s.allowedFailures} are allowed; the last time`;
  return blame(s, task, workerLost(s, times, attempts));
}

/** Why something is never finished: workers were lost, the last one as the error says. */
export function workerLost(s: ReactorState, why: string, attempts: number): TaskFailure["failure"] {
  const { reason = "nothing is known of it", loss } = s.lastLoss ?? {};
  const message = `Cannot finish ${ANY_TASK}: ${why}: ${reason}`;
  return engineFailure("worker-lost", message, { key: ANY_TASK, attempts, ...(loss && { reason: loss }) });
}

/** Takes an order back without asking: the task waits for its inputs or for a worker again, under a newer run. */
export function putBack(s: ReactorState, task: number): void {
  const { columns, targets } = s.tasks;
  const state = s.tasks.state(task);
  if (isOnWorker(state)) {
    giveUp(s, task);
    columns.run[task]!++;
    targets.delete(task);
    if (!s.tasks.isRepeatable(task)) return failTask(s, task, blame(s, task, dataLost()));
  }
  columns.worker[task] = NONE;
  const missing = countMissing(s, task);
  columns.missing[task] = missing;
  const to = missing === 0 ? READY : WAITING;
  if (state !== to) s.tasks.move(task, to);
  s.facts.reopened.push(task);
}

/** Results without a holder: those that are needed are computed again, with whatever they need of what was released. */
export function recompute(s: ReactorState, lost: readonly number[]): void {
  for (const task of lost) reviewNeed(s, task);
  const again: number[] = [];
  for (const task of lostInputsFirst(
    s,
    lost.filter((lostTask) => isWanted(s, lostTask)),
  )) {
    const failure = s.tasks.isRepeatable(task)
      ? (tooManyLosses(s, task) ?? failureOfInput(s, task))
      : blame(s, task, dataLost());
    if (failure !== undefined) failTask(s, task, failure);
    else again.push(reopen(s, task));
  }
  const consumers = again.flatMap((task) => consumersToCome(s, task));
  for (const task of again) putBack(s, task);
  for (const task of new Set(consumers)) {
    if (isDone(s.tasks.state(task))) continue; // it failed with another input
    if (s.tasks.state(task) === WAITING) s.tasks.columns.missing[task] = countMissing(s, task);
    else putBack(s, task);
  }
  for (const task of again) reviewNeed(s, task); // a consumer may have failed with another input
}

function reopen(s: ReactorState, task: number): number {
  const { table, columns } = s.tasks;
  s.tasks.move(task, WAITING);
  s.tasks.taking.delete(task);
  columns.run[task]!++;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    columns.consumersToCome[table.inputOf(edge)]!++;
  }
  return task;
}

function consumersToCome(s: ReactorState, task: number): number[] {
  const { table } = s.tasks;
  const found: number[] = [];
  for (let edge = table.firstConsumer[task] as number; edge !== NONE; edge = table.nextConsumer(edge)) {
    const consumer = table.consumerOf(edge);
    if (consumer !== NONE && !isDone(s.tasks.state(consumer))) found.push(consumer);
  }
  return found;
}

function failureOfInput(s: ReactorState, task: number): TaskFailure | undefined {
  const { table } = s.tasks;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const failure = s.tasks.failures.get(table.inputOf(edge));
    if (failure !== undefined) return failure;
  }
  return undefined;
}

/** Of the tasks that were opened again those that still are to be assigned, inputs before consumers. */
export function stillOpen(s: ReactorState, reopened: Int32Array): number[] {
  const open = new Set(reopened);
  return inputsFirst(
    s,
    [...open],
    (task) => open.has(task) && (s.tasks.state(task) === WAITING || s.tasks.state(task) === READY),
  );
}

/** Somebody needs the result, or a task of its submission that is yet to be added may. */
export function isWanted(s: ReactorState, task: number): boolean {
  return s.tasks.isNeeded(task) || s.open?.submission.submission === s.tasks.columns.submission[task];
}

/** The lost tasks given and all results gone that they need, inputs before consumers. */
function lostInputsFirst(s: ReactorState, roots: readonly number[]): number[] {
  const lost = new Set(roots);
  // What nobody needed when it was lost counts as released: it only has not been looked at yet.
  return inputsFirst(s, roots, (task) => {
    const state = s.tasks.state(task);
    return lost.has(task) || state === RELEASED || (state === IN_MEMORY && s.tasks.columns.worker[task] === NONE);
  });
}

/** The tasks given and those that they need, as far as `includes` says: each once, inputs before consumers. */
export function inputsFirst(s: ReactorState, roots: readonly number[], includes: (task: number) => boolean): number[] {
  const { table } = s.tasks;
  const seen = new Set<number>();
  const ordered: number[] = [];
  const stack: { readonly task: number; edge: number }[] = [];
  const visit = (task: number): void => {
    if (seen.has(task) || !includes(task)) return;
    seen.add(task);
    stack.push({ task, edge: table.firstInput[task] as number });
  };
  for (const root of roots) {
    visit(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (top.edge === NONE) {
        ordered.push(top.task);
        stack.pop();
      } else {
        const input = table.inputOf(top.edge);
        top.edge = table.nextInput(top.edge);
        visit(input);
      }
    }
  }
  return ordered;
}

function dataLost(): TaskFailure["failure"] {
  const why = "it was on a worker that was lost, and it was scattered or made from a moved argument";
  return engineFailure("data-lost", `Cannot compute ${ANY_TASK} again: ${why}`, { key: ANY_TASK });
}
