// How attempts end before they end by themselves. What nobody wants is given up: its worker forgets it. What is to end
// (cancelled, overdue) is seen to its end: it is taken back if it has not begun, else it hears that it is to end, and if
// its worker does not say within the grace time that it has, the worker is ended. See docs/decisions/0024.
import { ANY_TASK } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import { functionOf } from "../graph/call.ts";
import { hasContext } from "./contexts.ts";
import { isTaking } from "./orders.ts";
import { packPriority } from "./priority.ts";
import type { ReactorState } from "./reactor-state.ts";
import { isOnWorker, RETRACTING, RUNNING } from "./states.ts";
import type { OpenQuestion, WatchedRun } from "./watched-runs.ts";
import type { WorkerRecord } from "./workers.ts";

/**
 * Gives up the attempt at a task that is on a worker: it is dropped there, or its result is. One under supervision hears of
 * it, and is remembered until it has ended: its task may yet be cancelled.
 */
export function giveUp(s: ReactorState, task: number): void {
  const { columns, terms } = s.tasks;
  const worker = columns.worker[task] as number;
  const run = columns.run[task] as number;
  const isRunning = s.tasks.state(task) === RUNNING;
  const record = s.workers.find(worker);
  if (record === undefined) return;
  record.leaving?.delete(task);
  if (!isSupervised(s, task) || (!isRunning && isTaking(s, task, worker))) {
    return s.workers.outbox.free(worker, task, run);
  }
  const isLimited = terms.size > 0 && terms.get(task)?.timeout !== undefined;
  const mustEnd = record.leaving !== undefined || isLimited;
  if (!isRunning) return askBack(s, task, UNNEEDED, mustEnd);
  const watched = s.watched.find(worker, task, run) ?? watchRun(s, task, true);
  watched.reason = UNNEEDED;
  watched.mustEnd = mustEnd;
  s.workers.outbox.free(worker, task, run);
  interrupt(s, worker, task, run, UNNEEDED);
  if (mustEnd && watched.watch === undefined) wind(s, watched, s.graceTime); // what was limited in time still is
}

/** Attempts that were given up and are remembered must end, those that are meant. */
export function insist(s: ReactorState, isMeant: (watched: WatchedRun) => boolean): void {
  for (const watched of s.watched) {
    if (watched.reason === undefined || watched.mustEnd || !isMeant(watched)) continue;
    watched.mustEnd = true;
    if (watched.isStarted) wind(s, watched, s.graceTime);
  }
}

/** Sees the attempt at a task that is on a worker to its end. */
export function end(s: ReactorState, task: number, reason: Failure): void {
  const { columns } = s.tasks;
  const worker = columns.worker[task] as number;
  const isRunning = s.tasks.state(task) === RUNNING;
  const record = s.workers.find(worker);
  if (record === undefined) return;
  record.leaving?.delete(task);
  if (!isRunning && isTaking(s, task, worker)) return giveUp(s, task); // it cannot have begun
  if (!isRunning) return askBack(s, task, reason, true);
  const watched = s.watched.find(worker, task, columns.run[task] as number) ?? watchRun(s, task, true);
  watched.reason = reason;
  watched.mustEnd = true;
  interruptWatched(s, watched);
}

/** Asks for an attempt that may not have begun. */
function askBack(s: ReactorState, task: number, reason: Failure, mustEnd: boolean): void {
  const { columns } = s.tasks;
  const worker = columns.worker[task] as number;
  const watched = watchRun(s, task, false);
  watched.reason = reason;
  watched.mustEnd = mustEnd;
  // While it is being moved its worker has been asked already.
  const { retract } = s.workers.outbox.rarely(worker);
  if (s.tasks.state(task) !== RETRACTING) retract.push2(task, columns.run[task] as number);
  if (watched.isSupervised) return; // it will say when it starts
  const known = s.watched.questions.get(worker);
  const question = known ?? { worker, runs: new Map(), watch: undefined };
  s.watched.questions.set(worker, question);
  question.runs.set(watched, known === undefined);
  if (known === undefined) windQuestion(s, question);
}

/** A task that has a time limit was started: its time begins. */
export function limit(s: ReactorState, task: number, milliseconds: number): void {
  const { columns } = s.tasks;
  if (s.watched.find(columns.worker[task] as number, task, columns.run[task] as number) !== undefined) return;
  wind(s, watchRun(s, task, true), milliseconds);
}

/** A worker says that it runs an attempt that nobody wants any more. */
export function onStaleStarted(s: ReactorState, worker: number, task: number, run: number): void {
  const watched = s.watched.find(worker, task, run);
  if (watched === undefined) {
    // It was given up before this was known. The row may be another's by now: then it is only not told.
    if (isSupervised(s, task)) interrupt(s, worker, task, run, UNNEEDED);
  } else if (!watched.isStarted) {
    watched.isStarted = true;
    answered(s, watched);
    interruptWatched(s, watched);
  }
}

/** A worker was asked to give back an attempt that is to be ended; `isGivenBack`: it had not begun. */
export function onEndingRetracted(
  s: ReactorState,
  { worker, task, run }: Pick<WatchedRun, "worker" | "task" | "run">,
  isGivenBack: boolean,
): void {
  const watched = s.watched.find(worker, task, run);
  if (watched?.reason === undefined) return;
  if (isGivenBack) return forget(s, watched);
  watched.isKept = true;
  answered(s, watched);
  if (!watched.isSupervised && !watched.isStarted) wind(s, watched, s.graceTime);
}

/** A worker says that an attempt has ended, in whatever way. True if its result was still to come and nobody wants it. */
export function settle(s: ReactorState, worker: number, task: number, run: number): boolean {
  const watched = s.watched.find(worker, task, run);
  if (watched === undefined) return false;
  forget(s, watched);
  return watched.reason !== undefined;
}

/** A worker is gone, and with it what ran there. */
export function forgetWorker(s: ReactorState, worker: number): void {
  for (const watched of [...s.watched]) if (watched.worker === worker) forget(s, watched);
}

/** An attempt that was to end has not, within the grace time. */
export function onNotEnded(s: ReactorState, watched: WatchedRun): void {
  const record = s.workers.find(watched.worker);
  if (watched.isStarted && record !== undefined) return endWorker(s, record);
  // A worker that answers says of what runs there that it does: this one only waits for its inputs.
  s.workers.outbox.free(watched.worker, watched.task, watched.run);
  forget(s, watched);
}

/**
 * A worker has said nothing within the grace time of what it was asked for: its thread is busy. If it must be with one of
 * these attempts, the worker is ended; if another may run there, there is nothing to do but to wait.
 */
export function onNotAnswered(s: ReactorState, question: OpenQuestion): void {
  const record = s.workers.find(question.worker);
  if (record === undefined) return;
  let first: WatchedRun | undefined;
  for (const watched of question.runs.keys()) if (first === undefined || isBefore(watched, first)) first = watched;
  if (first !== undefined && question.runs.get(first) === true && mustBeRunning(s, record, first)) {
    return endWorker(s, record);
  }
  for (const watched of question.runs.keys()) question.runs.set(watched, true);
  windQuestion(s, question);
}

function endWorker(s: ReactorState, record: WorkerRecord): void {
  if (record.isEnding) return;
  record.isEnding = true;
  const reason = `A task that was to end did not within ${s.graceTime} ms: its worker was ended`;
  s.instructions.push({ kind: "end-worker", worker: record.id, reason });
}

/** Whether a function of the task is called under supervision. */
export function isSupervised(s: ReactorState, task: number): boolean {
  const fn = functionOf(s.tasks.columns.call[task] as number);
  return s.workers.functions[fn]?.kind === "supervised" || hasContext(s, task);
}

/**
 * Whether an attempt that was never reported as started is what keeps its worker from answering: nothing else is known to
 * run there, and of all that may it would have been the first. Walks the table.
 */
function mustBeRunning(s: ReactorState, record: WorkerRecord, watched: WatchedRun): boolean {
  for (const other of s.watched) if (other.worker === record.id && other.isStarted) return false;
  const { columns, table } = s.tasks;
  for (let task = 0; task < table.capacity; task++) {
    const state = columns.state[task] as number;
    if (columns.worker[task] !== record.id || columns.run[task] === 0 || !isOnWorker(state)) continue;
    if (state === RUNNING || isBefore({ task, rank: rankOf(s, task) }, watched)) return false;
  }
  return true;
}

type Ranked = Pick<WatchedRun, "task" | "rank">;

/** Whether a worker starts one before the other. Among equals the older row stands for the older order. */
const isBefore = (a: Ranked, b: Ranked): boolean => a.rank < b.rank || (a.rank === b.rank && a.task < b.task);

function watchRun(s: ReactorState, task: number, isStarted: boolean): WatchedRun {
  const { columns } = s.tasks;
  return s.watched.add({
    worker: columns.worker[task] as number,
    task,
    run: columns.run[task] as number,
    isSupervised: isSupervised(s, task),
    rank: rankOf(s, task),
    watch: undefined,
    isStarted,
    reason: undefined,
    mustEnd: false,
    isKept: false,
  });
}

function rankOf(s: ReactorState, task: number): number {
  return packPriority(s.submissionOf(task)?.priorityBase ?? 0, s.tasks.columns.priority[task] as number);
}

/** What is not supervised hears nothing: it may end by itself within the grace time. */
function interruptWatched(s: ReactorState, watched: WatchedRun): void {
  const { worker, task, run, reason = UNNEEDED } = watched;
  if (watched.isSupervised) {
    s.workers.outbox.free(worker, task, run);
    interrupt(s, worker, task, run, reason);
  }
  if (watched.mustEnd) wind(s, watched, s.graceTime);
}

function interrupt(s: ReactorState, worker: number, task: number, run: number, reason: Failure): void {
  s.workers.outbox.rarely(worker).after.push({ kind: "interrupt", task, run, reason });
}

/** From now on there are so many milliseconds. */
function wind(s: ReactorState, watched: WatchedRun, milliseconds: number): void {
  unwind(s, watched);
  if (milliseconds === Number.POSITIVE_INFINITY) return;
  const { worker, task, run } = watched;
  const watch = s.watched.wind(watched);
  s.instructions.push({ kind: "watch-run", watch, worker, task, run, milliseconds });
}

function windQuestion(s: ReactorState, question: OpenQuestion): void {
  const [first] = question.runs.keys();
  if (first === undefined || s.graceTime === Number.POSITIVE_INFINITY) return;
  const { worker, task, run } = first;
  const watch = s.watched.wind(question);
  s.instructions.push({ kind: "watch-run", watch, worker, task, run, milliseconds: s.graceTime });
}

function unwind(s: ReactorState, watched: WatchedRun | OpenQuestion): void {
  const watch = s.watched.stop(watched);
  if (watch !== undefined) s.instructions.push({ kind: "unwatch-run", watch });
}

/** A worker has said something of an attempt that it was asked for. */
function answered(s: ReactorState, watched: WatchedRun): void {
  const question = s.watched.questions.get(watched.worker);
  if (question?.runs.delete(watched) !== true || question.runs.size > 0) return;
  unwind(s, question);
  s.watched.questions.delete(watched.worker);
}

function forget(s: ReactorState, watched: WatchedRun): void {
  unwind(s, watched);
  answered(s, watched);
  s.watched.delete(watched);
}

/** Why a call is to end whose result nobody needs. */
const UNNEEDED = engineFailure("cancelled", `Cannot finish ${ANY_TASK}: nobody needs its result any more`, {
  key: ANY_TASK,
});
