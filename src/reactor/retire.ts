// A worker leaves in good order: its tasks go elsewhere, and what only it holds is copied before it stops.
import { NONE } from "../graph/task-table.ts";
import { markScattered, pushHolder, pushSource } from "../protocol/sources.ts";
import { insist } from "./endings.ts";
import { connect, eachOtherHolder, isTaking } from "./orders.ts";
import type { ReactorState } from "./reactor-state.ts";
import { isWanted, putBack } from "./recover.ts";
import { FORGOTTEN, IN_MEMORY, isDone, isOnWorker } from "./states.ts";
import { NO_CALL } from "./tasks.ts";
import type { WorkerRecord } from "./workers.ts";

/** Takes workers out: they get no new tasks, and stop when others have what only they hold. */
export function retireWorkers(s: ReactorState, workers: readonly number[]): void {
  const leavers: WorkerRecord[] = [];
  for (const worker of workers) {
    const record = s.workers.find(worker);
    if (record === undefined || record.leaving !== undefined) continue;
    record.leaving = new Set();
    s.leavers.add(record);
    s.facts.removeWorker(worker);
    leavers.push(record);
  }
  for (const leaver of leavers) giveTasksBack(s, leaver);
  copyFromLeavers(s);
}

function giveTasksBack(s: ReactorState, leaver: WorkerRecord): void {
  const { tasks } = s;
  const { columns } = tasks;
  for (let task = 0; task < tasks.table.capacity; task++) {
    const state = columns.state[task] as number;
    if (columns.run[task] === 0 || state === FORGOTTEN) continue;
    if (tasks.targets.get(task) === leaver.id) tasks.targets.delete(task);
    if (columns.worker[task] !== leaver.id || isDone(state)) continue;
    if (!isOnWorker(state)) {
      columns.worker[task] = NONE;
      s.facts.reopened.push(task);
    } else if (tasks.isRepeatable(task) && !isTaking(s, task, leaver.id)) {
      putBack(s, task);
    }
  }
  insist(s, ({ worker }) => worker === leaver.id);
}

/** Orders copies of what only leavers hold; again whenever workers come or go. Tasks that cannot be repeated end where they are. */
export function copyFromLeavers(s: ReactorState): void {
  if (s.leavers.size === 0) return;
  for (const leaver of s.leavers) leaver.leaving?.clear();
  const heirs = [...s.workers.byId.values()].filter((record) => record.leaving === undefined);
  const { columns, table } = s.tasks;
  let turn = 0;
  for (let task = 0; task < table.capacity; task++) {
    const leaver = s.workers.find(columns.worker[task] as number);
    const state = s.tasks.state(task);
    if (leaver?.leaving === undefined || columns.run[task] === 0) continue;
    if (isOnWorker(state)) leaver.leaving.add(task);
    if (state !== IN_MEMORY || !isWanted(s, task)) continue;
    if (s.tasks.holdersOf(task).some((holder) => s.workers.find(holder)?.leaving === undefined)) continue;
    leaver.leaving.add(task);
    const heir = heirs[turn++ % heirs.length]; // while there is none, leavers stay
    if (heir !== undefined) copy(s, task, leaver, heir);
  }
}

function copy(s: ReactorState, task: number, leaver: WorkerRecord, heir: WorkerRecord): void {
  const { columns } = s.tasks;
  const order = s.workers.outbox.rarely(heir.id).replicate;
  const at = order.length;
  pushSource(order, task, columns.run[task] as number, columns.bytes[task] as number, leaver.id);
  connect(s, heir, leaver.id);
  eachOtherHolder(s, task, heir.id, (other) => {
    pushHolder(order, at, other);
    connect(s, heir, other);
  });
  if (columns.call[task] === NO_CALL) markScattered(order, at);
}

/** A copy of a result arrived on a worker that stays: others that leave need not wait for that any more. */
export function settleLeaving(s: ReactorState, task: number): void {
  for (const leaver of s.leavers) leaver.leaving?.delete(task);
}

/** Stops the workers that leave and hold nothing that is needed only there. */
export function stopEmptyLeavers(s: ReactorState): void {
  for (const leaver of s.leavers) {
    if (leaver.leaving?.size !== 0 || isAwaited(s, leaver.id)) continue;
    s.leavers.delete(leaver);
    s.instructions.push({ kind: "stop-worker", worker: leaver.id });
  }
}

/** Whether it was asked to call a function, as all workers were, and has not answered. */
function isAwaited(s: ReactorState, worker: number): boolean {
  for (const waiting of s.runs.values()) if (waiting.has(worker)) return true;
  return false;
}
