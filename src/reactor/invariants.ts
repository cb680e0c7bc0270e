// What must hold in the reactor between two events, written once more in the slowest and plainest way. For tests:
// it walks everything.
import { brokenInvariant } from "../base/assert.ts";
import { NONE } from "../graph/task-table.ts";
import type { ReactorState } from "./reactor-state.ts";
import { isWanted } from "./recover.ts";
import {
  FAILED,
  FORGOTTEN,
  IN_MEMORY,
  isDone,
  isOnWorker,
  RELEASED,
  RETRACTING,
  TASK_STATES,
  WAITING,
} from "./states.ts";

/** @throws {EngineError} invariant-broken, with the story of the task */
export function checkInvariants(s: ReactorState): void {
  const census = new Census();
  const { table, columns } = s.tasks;
  for (let task = 0; task < table.capacity; task++) {
    if (columns.run[task] === 0 || columns.state[task] === FORGOTTEN) continue;
    census.count(s, task);
    checkArcs(s, task);
    checkPlace(s, task);
    checkNeed(s, task);
  }
  checkMaps(s);
  checkWatched(s);
  checkDelayed(s);
  checkWorkers(s);
  census.check(s);
}

/** Rows and their references from elsewhere, counted. */
class Census {
  #rows = 0;
  #futures = 0;
  readonly #bySubmission = new Map<number, number>();

  count(s: ReactorState, task: number): void {
    const { columns } = s.tasks;
    const future = columns.future[task] as number;
    const submission = columns.submission[task] as number;
    this.#rows++;
    this.#bySubmission.set(submission, (this.#bySubmission.get(submission) ?? 0) + 1);
    if (future === NONE) return;
    this.#futures++;
    if (s.futures.get(future) !== task) broken(`${story(s, task)} has future ${future}, which means another task`);
  }

  check(s: ReactorState): void {
    if (s.tasks.count !== this.#rows) broken(`${this.#rows} rows are in use and ${s.tasks.count} counted`);
    if (s.futures.size !== this.#futures) broken(`${s.futures.size} futures stand for ${this.#futures} tasks`);
    const { open } = s;
    if (open !== undefined) {
      const id = open.submission.submission;
      this.#bySubmission.set(id, (this.#bySubmission.get(id) ?? 0) + open.rows.length - open.added);
    }
    for (const [id, { rows }] of s.submissions) {
      const counted = this.#bySubmission.get(id);
      if (counted !== rows) broken(`submission ${id} has ${counted ?? 0} rows and ${rows} counted`);
    }
    for (const id of this.#bySubmission.keys()) if (!s.submissions.has(id)) broken(`submission ${id} is unknown`);
  }
}

/** Both sides of every arc, and the counts that are kept of them. */
function checkArcs(s: ReactorState, task: number): void {
  const { table, columns } = s.tasks;
  const state = s.tasks.state(task);
  let missing = 0;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    const inputState = s.tasks.state(input);
    if (table.consumerOf(edge) !== task) broken(`an arc into ${story(s, task)} does not lead there`);
    if (inputState === FORGOTTEN) broken(`${story(s, task)} takes ${story(s, input)}`);
    if (inputState !== IN_MEMORY) missing++;
  }
  if (!isDone(state)) {
    const counted = columns.missing[task];
    if (counted !== missing) broken(`${story(s, task)} misses ${missing} inputs and ${counted} are counted`);
    if ((state === WAITING) !== missing > 0) broken(`${story(s, task)} misses ${missing} inputs`);
  }
  let consumers = 0;
  let toCome = 0;
  for (let edge = table.firstConsumer[task] as number; edge !== NONE; edge = table.nextConsumer(edge)) {
    const consumer = table.consumerOf(edge);
    if (consumer === NONE) continue;
    if (table.inputOf(edge) !== task) broken(`an arc out of ${story(s, task)} does not begin there`);
    consumers++;
    if (!isDone(s.tasks.state(consumer))) toCome++;
  }
  if (table.consumers[task] !== consumers) broken(`${story(s, task)} has ${consumers} consumers`);
  const counted = columns.consumersToCome[task];
  if (counted !== toCome) broken(`${story(s, task)} has ${toCome} consumers to come and ${counted} are counted`);
}

/** Where a task is, and that the workers named there are alive. */
function checkPlace(s: ReactorState, task: number): void {
  const { columns, targets, failures } = s.tasks;
  const state = s.tasks.state(task);
  const worker = columns.worker[task] as number;
  const record = s.workers.byId.get(worker);
  const target = targets.get(task);
  if (target !== undefined && state !== RETRACTING) broken(`${story(s, task)} has a target`);
  if (failures.has(task) !== (state === FAILED)) broken(`${story(s, task)} must have a failure if it failed`);
  if (target !== undefined) {
    const leaving = s.workers.byId.get(target)?.leaving;
    const isStaying = s.workers.byId.has(target) && leaving === undefined;
    if (!isStaying) broken(`${story(s, task)} goes to worker ${target}, which is not in the cluster`);
  }
  if (state === IN_MEMORY) {
    const all = s.tasks.holdersOf(task);
    if (all.length > 1 && new Set(all).size < all.length) broken(`${story(s, task)} names a holder twice: ${all}`);
    for (const holder of all) {
      if (!s.workers.byId.has(holder)) broken(`${story(s, task)} is held by worker ${holder}, which is gone`);
    }
    if (all.length === 0 && isWanted(s, task)) broken(`${story(s, task)} is needed and nobody holds it`);
  } else if (isOnWorker(state)) {
    const isThere = record !== undefined && (record.leaving === undefined || record.leaving.has(task));
    if (!isThere) broken(`${story(s, task)} is on a worker that is gone`);
  } else if (state === WAITING) {
    const isStaying = record !== undefined && record.leaving === undefined;
    if (worker !== NONE && !isStaying) broken(`${story(s, task)} is meant for a worker that is gone`);
  } else {
    if (worker !== NONE) broken(`${story(s, task)} is on a worker`);
  }
}

/** What nobody needs goes as soon as there is time for it. */
function checkNeed(s: ReactorState, task: number): void {
  const state = s.tasks.state(task);
  if (state === RELEASED && s.tasks.isNeeded(task)) broken(`${story(s, task)} is needed and released`);
  if (s.unneeded.length > 0 || s.open !== undefined || s.tasks.isNeeded(task)) return;
  if (state !== RELEASED && state !== FAILED) broken(`${story(s, task)} is not needed`);
  if (s.tasks.table.consumers[task] === 0) broken(`${story(s, task)} must be forgotten`);
}

/** Attempts that are watched are on workers that are there; those that may go on are the current ones. */
function checkWatched(s: ReactorState): void {
  let count = 0;
  for (const { worker, task, run, watch, reason, isStarted } of s.watched) {
    count++;
    const attempt = `attempt ${run} at task ${task} on worker ${worker}`;
    if (!s.workers.byId.has(worker)) broken(`${attempt} is watched and its worker is gone`);
    if (s.watched.find(worker, task, run)?.watch !== watch) broken(`${attempt} is watched twice`);
    if (watch !== undefined && !s.watched.hasWatch(watch)) broken(`the clock ${watch} of ${attempt} is unknown`);
    const { columns } = s.tasks;
    const isCurrent =
      columns.run[task] === run && columns.worker[task] === worker && isOnWorker(columns.state[task] as number);
    if (reason !== undefined && isCurrent) broken(`${attempt} is to end, and ${story(s, task)} waits for it`);
    if (reason !== undefined) continue;
    const isLimited = s.tasks.terms.get(task)?.timeout !== undefined && watch !== undefined && isStarted;
    if (!isCurrent || !isLimited) broken(`${attempt} is watched, and ${story(s, task)} has no such limit`);
  }
  for (const [worker, { runs, watch }] of s.watched.questions) {
    if (runs.size === 0) broken(`worker ${worker} was asked for nothing`);
    if (watch !== undefined && !s.watched.hasWatch(watch)) broken(`the clock ${watch} of worker ${worker} is unknown`);
    for (const [run] of runs) {
      const isThere = run.worker === worker && s.watched.find(worker, run.task, run.run) === run;
      if (!isThere) broken(`worker ${worker} was asked for task ${run.task}, which is not watched`);
    }
  }
  if (count !== s.watched.size) broken(`${count} attempts are watched and ${s.watched.size} counted`);
}

/** Tasks that are to be tried again later belong to nobody until then. */
function checkDelayed(s: ReactorState): void {
  for (const task of s.tasks.delayed) {
    const isOut = isDone(s.tasks.state(task)) || isOnWorker(s.tasks.state(task));
    if (isOut || s.tasks.columns.worker[task] !== NONE) broken(`${story(s, task)} is to be tried again later`);
    if ((s.tasks.terms.get(task)?.retryDelay ?? 0) === 0) broken(`${story(s, task)} waits for nothing`);
  }
}

/** What stands beside the table stands for tasks that are in it. */
function checkMaps(s: ReactorState): void {
  const { failures, targets, transfers, losses, terms, attempts } = s.tasks;
  for (const map of [failures, targets, transfers, losses, terms, attempts]) {
    for (const task of map.keys()) if (!isKnown(s, task)) broken(`something is remembered of ${story(s, task)}`);
  }
  for (const [task, taker] of s.tasks.taking) {
    const isThere = isKnown(s, task) && s.tasks.state(task) === IN_MEMORY && s.workers.byId.has(taker);
    if (!isThere) broken(`${story(s, task)} may be taken away by worker ${taker}`);
  }
  for (const [future, task] of s.futures) {
    const isMeant = isKnown(s, task) && s.tasks.columns.future[task] === future;
    if (!isMeant) broken(`future ${future} means ${story(s, task)}, which has another`);
  }
}

function checkWorkers(s: ReactorState): void {
  for (const [id, record] of s.workers.byId) {
    if (record.id !== id) broken(`worker ${record.id} stands under ${id}`);
    for (const peer of record.peers) {
      const knows = s.workers.byId.get(peer)?.peers.has(id);
      if (knows !== true) broken(`worker ${id} has a route to worker ${peer}, which has none back`);
    }
  }
  for (const leaver of s.leavers) {
    if (s.workers.byId.get(leaver.id) !== leaver) broken(`worker ${leaver.id} leaves and is gone`);
    for (const task of leaver.leaving ?? []) {
      const state = s.tasks.state(task);
      const isThere = state === IN_MEMORY ? s.tasks.holders.has(task, leaver.id) : isOnWorker(state);
      if (!isThere) broken(`worker ${leaver.id} waits for ${story(s, task)}, which is not there`);
    }
  }
}

function isKnown(s: ReactorState, task: number): boolean {
  return (s.tasks.columns.run[task] ?? 0) > 0 && s.tasks.state(task) !== FORGOTTEN;
}

function broken(text: string): never {
  throw brokenInvariant(text);
}

function story(s: ReactorState, task: number): string {
  const { columns } = s.tasks;
  const place = `${columns.index[task]} of submission ${columns.submission[task]}, run ${columns.run[task]}`;
  return `task ${task} (${place}; ${TASK_STATES[s.tasks.state(task)]}, worker ${columns.worker[task]})`;
}
