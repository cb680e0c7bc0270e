// A worker does not hold a result any more, though it was thought to.
import { NONE } from "../graph/task-table.ts";
import type { ReactorState } from "./reactor-state.ts";
import { IN_MEMORY } from "./states.ts";

/** Notes that a worker has lost its replica. True if it was the last one: then the result is to be computed again. */
export function loseReplica(s: ReactorState, task: number, worker: number): boolean {
  const { columns, holders } = s.tasks;
  if (columns.state[task] !== IN_MEMORY || !holders.has(task, worker)) return false;
  holders.delete(task, worker);
  s.workers.find(worker)?.leaving?.delete(task);
  s.facts.removed.push(task, worker);
  return columns.worker[task] === NONE;
}
