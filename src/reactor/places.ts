// Where a task may run whose caller said so. Schedulers know nothing of it: where one decides otherwise, the reactor puts
// the task on a worker that may have it and says `moved`, and refuses to move it away, which is `kept`. So every scheduler
// keeps to it, and what is not restricted costs nothing. See docs/decisions/0028.
import { NONE } from "../graph/task-table.ts";
import type { TaskTerms } from "../protocol/task-terms.ts";
import type { ReactorState } from "./reactor-state.ts";
import { IN_MEMORY, isOnWorker, READY, RETRACTING } from "./states.ts";
import type { WorkerRecord } from "./workers.ts";

/** Where a task goes that is to go to `wanted`; "stay": where it is; "nowhere": no worker that may have it is left. */
export function placeOf(
  s: ReactorState,
  task: number,
  wanted: WorkerRecord,
  { workers, stealable }: TaskTerms,
): WorkerRecord | "stay" | "nowhere" {
  const isAllowed = workers === undefined || workers.includes(wanted.id);
  const state = s.tasks.state(task);
  const worker = s.tasks.columns.worker[task] as number;
  if (isOnWorker(state) || (stealable === false && state !== READY && worker !== NONE)) {
    if (isAllowed && stealable !== false) return wanted;
    // While it is being retracted the worker's answer will say where it is.
    if (state !== RETRACTING) s.facts.kept.push(task, worker);
    return "stay";
  }
  const place = isAllowed ? wanted : placeAmong(s, task, workers);
  if (place === undefined) return "nowhere";
  if (place !== wanted) s.facts.moved.push(task, place.id);
  if (stealable === false) s.facts.kept.push(task, place.id);
  return place;
}

/** Of the workers named the one with most bytes of the task's inputs; among equals another for each task. */
function placeAmong(s: ReactorState, task: number, workers: readonly number[]): WorkerRecord | undefined {
  let best: WorkerRecord | undefined;
  let most = -1;
  for (let i = 0; i < workers.length; i++) {
    const record = s.workers.find(workers[(task + i) % workers.length] as number);
    if (record === undefined || record.leaving !== undefined) continue;
    const bytes = bytesThere(s, task, record.id);
    if (bytes <= most) continue;
    best = record;
    most = bytes;
  }
  return best;
}

function bytesThere(s: ReactorState, task: number, worker: number): number {
  const { table, columns, holders } = s.tasks;
  let bytes = 0;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    if (columns.state[input] === IN_MEMORY && holders.has(input, worker)) bytes += columns.bytes[input] as number;
  }
  return bytes;
}
