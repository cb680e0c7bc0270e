// What workers say, one reaction per kind of message.
import { unreachable } from "../base/assert.ts";
import { NONE } from "../graph/task-table.ts";
import { FINISHED_SIZE, finishedBytes, isFinishedShared } from "../protocol/finished-batch.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import { onContext } from "./contexts.ts";
import { limit, onEndingRetracted, onStaleStarted, settle } from "./endings.ts";
import { blame, failTask } from "./fail.ts";
import { askFor, gather, onValues } from "./gather.ts";
import { order, wakeConsumers } from "./orders.ts";
import type { ReactorState } from "./reactor-state.ts";
import { putBack, recompute } from "./recover.ts";
import { dropReplicas, leaveInputs, reviewNeed } from "./release.ts";
import { loseReplica } from "./replicas.ts";
import { copyFromLeavers, settleLeaving } from "./retire.ts";
import { mayTryAgain, tryAgain } from "./retry.ts";
import { IN_MEMORY, isOnWorker, READY, RETRACTING, RUNNING } from "./states.ts";
import { transferCost } from "./transfer-cost.ts";
import type { WorkerRecord } from "./workers.ts";

export function onWorkerMessage(s: ReactorState, record: WorkerRecord, message: WorkerToReactor): void {
  switch (message.kind) {
    case "finished":
      return onFinished(s, record, message.tasks);
    case "placed":
      return onPlaced(s, record, message.tasks);
    case "taken":
      return onTaken(s, record, message.tasks);
    case "started":
      return onStarted(s, record, message.tasks);
    case "retracted":
      return onRetracted(s, record, message.tasks);
    case "failed":
      return onFailed(s, record, message);
    case "interrupted":
      if (s.watched.size > 0) settle(s, record.id, message.task, message.run);
      return;
    case "core":
      if (isCurrent(s, record, message.task, message.run)) s.facts.hold(message.task, record.id, message.isHeld);
      return;
    case "context":
      return onContext(s, record, message, isCurrent(s, record, message.task, message.run));
    case "missing":
      return onMissing(s, record, message);
    case "values":
      if (!s.gathers.isAsked(record.id, message.request)) return; // a task of a user has posted it
      onValues(s, record.id, message.request, message.positions);
      s.clientMessages.push(message);
      return;
    case "slice":
      if (s.gathers.isAsked(record.id, message.request)) s.clientMessages.push(message);
      return;
    case "not-here":
      return onNotHere(s, record.id, message.request, message.positions);
    case "lost":
      return onLost(s, record, message.tasks);
    case "measured":
      return s.facts.learn(message);
    case "notice":
      s.instructions.push({ kind: "notify", worker: record.id, notice: message.notice });
      return;
    case "timings":
      return; // for whoever watches the driver
    case "ran":
      return onRan(s, record.id, message);
    default:
      return unreachable(message);
  }
}

/** Whether a worker speaks of the attempt that it was ordered to make. */
function isCurrent(s: ReactorState, record: WorkerRecord, task: number, run: number): boolean {
  const { columns } = s.tasks;
  return columns.run[task] === run && columns.worker[task] === record.id && isOnWorker(columns.state[task] as number);
}

/** Hot path (B1). */
function onFinished(s: ReactorState, record: WorkerRecord, batch: Int32Array): void {
  const { columns, targets } = s.tasks;
  const isWatching = s.watched.size > 0;
  for (let at = 0; at < batch.length; at += FINISHED_SIZE) {
    const task = batch[at] as number;
    const isUnwanted = isWatching && settle(s, record.id, task, batch[at + 1] as number);
    if (isUnwanted) s.workers.outbox.free(record.id, task, batch[at + 1] as number);
    if (!isCurrent(s, record, task, batch[at + 1] as number)) continue;
    const bytes = finishedBytes(batch, at);
    if (columns.state[task] === RETRACTING) targets.delete(task);
    s.tasks.move(task, IN_MEMORY);
    s.tasks.holders.begin(task, record.id);
    columns.bytes[task] = bytes;
    if (isFinishedShared(batch, at)) s.tasks.shared.add(task);
    else if (s.tasks.shared.size > 0) s.tasks.shared.delete(task);
    s.facts.finish(task, record.id, transferCost(s, task, bytes));
    const future = columns.future[task] as number;
    if (future !== NONE) {
      s.finishedFutures.push(future);
      for (const wait of s.gathers.takeWaits(task)) askFor(s, task, future, wait);
    }
    wakeConsumers(s, task);
    leaveInputs(s, task);
    reviewNeed(s, task);
  }
  if (record.leaving !== undefined) copyFromLeavers(s);
}

function onPlaced(s: ReactorState, record: WorkerRecord, batch: Int32Array): void {
  const { columns } = s.tasks;
  for (let at = 0; at < batch.length; at += 2) {
    const task = batch[at] as number;
    const run = batch[at + 1] as number;
    if (columns.run[task] === run && columns.state[task] === IN_MEMORY) {
      if (s.tasks.taking.get(task) === record.id) s.tasks.taking.delete(task); // it was copied
      if (s.tasks.holders.has(task, record.id)) continue;
      s.tasks.holders.add(task, record.id);
      s.facts.placed.push(task, record.id);
      if (record.leaving === undefined) settleLeaving(s, task);
    } else {
      s.workers.outbox.free(record.id, task, run);
    }
  }
}

/** Results went from their holders to another worker. */
function onTaken(s: ReactorState, record: WorkerRecord, batch: Int32Array): void {
  const { columns, holders } = s.tasks;
  for (let at = 0; at < batch.length; at += 3) {
    const task = batch[at] as number;
    const run = batch[at + 1] as number;
    const from = batch[at + 2] as number;
    if (columns.run[task] !== run || columns.state[task] !== IN_MEMORY) {
      s.workers.outbox.free(record.id, task, run);
      continue;
    }
    s.tasks.taking.delete(task);
    if (!holders.has(task, record.id)) {
      holders.add(task, record.id);
      s.facts.placed.push(task, record.id);
    }
    loseReplica(s, task, from);
    if (record.leaving === undefined) settleLeaving(s, task);
  }
  if (record.leaving !== undefined) copyFromLeavers(s);
}

function onStarted(s: ReactorState, record: WorkerRecord, batch: Int32Array): void {
  for (let at = 0; at < batch.length; at += 2) {
    const task = batch[at] as number;
    const run = batch[at + 1] as number;
    if (!isCurrent(s, record, task, run)) {
      onStaleStarted(s, record.id, task, run);
      continue;
    }
    const timeout = s.tasks.terms.size > 0 ? s.tasks.terms.get(task)?.timeout : undefined;
    if (timeout !== undefined) limit(s, task, timeout);
    const state = s.tasks.state(task);
    if (state === RUNNING) continue;
    s.tasks.move(task, RUNNING);
    if (state === RETRACTING) {
      s.tasks.targets.delete(task);
      s.facts.kept.push(task, record.id);
    } else s.facts.started.push(task, record.id);
  }
}

function onRetracted(s: ReactorState, record: WorkerRecord, batch: Int32Array): void {
  const { columns, targets } = s.tasks;
  for (let at = 0; at < batch.length; at += 3) {
    const task = batch[at] as number;
    const run = batch[at + 1] as number;
    if (s.watched.size > 0) onEndingRetracted(s, { worker: record.id, task, run }, batch[at + 2] === 1);
    if (!isCurrent(s, record, task, run) || s.tasks.state(task) !== RETRACTING) continue;
    const target = s.workers.find(targets.get(task) ?? NONE);
    targets.delete(task);
    if (batch[at + 2] === 1) forgetTaking(s, task, record.id);
    if (batch[at + 2] === 0) {
      s.tasks.move(task, RUNNING);
      s.facts.kept.push(task, record.id);
    } else if (target === undefined) {
      columns.run[task]!++;
      columns.worker[task] = NONE;
      s.tasks.move(task, READY);
      s.facts.reopened.push(task);
    } else {
      columns.run[task]!++;
      order(s, task, target);
      s.facts.moved.push(task, target.id);
    }
  }
}

function onFailed(s: ReactorState, record: WorkerRecord, message: WorkerToReactor & { kind: "failed" }): void {
  const { task, run, failure } = message;
  if (s.watched.size > 0) settle(s, record.id, task, run);
  if (!isCurrent(s, record, task, run)) return;
  if (s.tasks.terms.size > 0 && mayTryAgain(s, task, failure)) tryAgain(s, task);
  else failTask(s, task, blame(s, task, failure));
}

/** A task was given back: its worker is not taking its inputs. */
function forgetTaking(s: ReactorState, task: number, worker: number): void {
  const { table, taking } = s.tasks;
  if (taking.size === 0) return;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    if (taking.get(input) === worker) taking.delete(input);
  }
}

/** The holder named to a worker does not have the input: it is asked for elsewhere, or computed again. */
function onMissing(s: ReactorState, record: WorkerRecord, message: WorkerToReactor & { kind: "missing" }): void {
  const { task, run, input, holder, failure } = message;
  const { columns } = s.tasks;
  const isOrdered = task === input; // a copy that was ordered for its own sake
  if (!isOrdered && s.watched.size > 0) settle(s, record.id, task, run);
  if (isOrdered && failure !== undefined) return void s.workers.find(holder)?.leaving?.delete(input);
  if (isOrdered ? columns.run[input] !== run : !isCurrent(s, record, task, run)) return;
  if (failure !== undefined && columns.state[input] === IN_MEMORY) {
    dropReplicas(s, input);
    return failTask(s, input, blame(s, input, failure)); // and with it this task
  }
  if (columns.state[input] === IN_MEMORY && s.tasks.holders.has(input, holder)) {
    freeBefore(s, holder, input);
    if (loseReplica(s, input, holder)) recompute(s, [input]);
  }
  if (isCurrent(s, record, task, run)) putBack(s, task);
  if (isOrdered) copyFromLeavers(s);
}

/** In case that only the route is gone. Before orders: an order of this turn may send the result there. */
function freeBefore(s: ReactorState, holder: number, task: number): void {
  const tasks = Int32Array.of(task, s.tasks.columns.run[task] as number);
  s.workers.outbox.rarely(holder).before.push({ kind: "free", tasks });
}

/** A worker does not have what it was asked for: it is asked for elsewhere, or computed again. */
function onNotHere(s: ReactorState, worker: number, request: number, positions: Int32Array): void {
  const waits = s.gathers.notHere(worker, request, positions);
  const lost: number[] = [];
  for (const { future } of waits) {
    const task = s.futures.get(future);
    if (task !== undefined && loseReplica(s, task, worker)) lost.push(task);
  }
  recompute(s, lost);
  for (const wait of waits) gather(s, wait.future, wait);
}

/** Results are gone with the store that they were in. */
function onLost(s: ReactorState, record: WorkerRecord, batch: Int32Array): void {
  const lost: number[] = [];
  for (let at = 0; at < batch.length; at += 2) {
    const task = batch[at] as number;
    if (s.tasks.columns.run[task] === batch[at + 1] && loseReplica(s, task, record.id)) lost.push(task);
  }
  recompute(s, lost);
}

function onRan(s: ReactorState, worker: number, answer: WorkerToReactor & { kind: "ran" }): void {
  const waiting = s.runs.get(answer.request);
  if (waiting === undefined || !waiting.delete(worker)) return;
  if (waiting.size === 0) s.runs.delete(answer.request);
  s.clientMessages.push({ ...answer, worker, remaining: waiting.size });
}
