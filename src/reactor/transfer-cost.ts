// What it costs to bring a result to another worker, as the scheduler hears it: in bytes that would be copied. What can
// be moved or is shared costs the same whatever its size; the figures are those of docs/decisions/0014.
import { NONE } from "../graph/task-table.ts";
import type { ReactorState } from "./reactor-state.ts";

/** A move takes about as long as to copy this much, and shared memory about as long as this. */
const MOVED = 32_768;
export const SHARED = 4096;

/** The cost of a result that has just come to be. One task to take it, and nobody else: it will be moved. */
export function transferCost(s: ReactorState, task: number, bytes: number): number {
  if (bytes <= SHARED) return bytes;
  if (s.tasks.shared.size > 0 && s.tasks.shared.has(task)) return SHARED;
  const { columns } = s.tasks;
  const willBeMoved =
    columns.consumersToCome[task] === 1 && columns.future[task] === NONE && s.tasks.isRepeatable(task);
  return willBeMoved ? Math.min(bytes, MOVED) : bytes;
}
