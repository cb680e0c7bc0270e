// Tasks that may be tried again when an attempt has failed: under a newer run, at once or after a delay, on any worker.
import type { ErrorCode } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { NONE } from "../graph/task-table.ts";
import { countMissing } from "./orders.ts";
import type { ReactorState } from "./reactor-state.ts";
import { READY, WAITING } from "./states.ts";

/** What any other attempt would come to as well. */
const FINAL: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  ...(["memory-exceeded", "not-cloneable", "source-blocked", "unknown-task"] as const),
]);

/** Whether a task of which an attempt has failed is to be tried again. */
export function mayTryAgain(s: ReactorState, task: number, failure: Failure): boolean {
  if (failure.kind === "error" && FINAL.has(failure.code)) return false;
  const retries = s.tasks.terms.get(task)?.retries ?? 0;
  return (s.tasks.attempts.get(task) ?? 0) < retries && s.tasks.isRepeatable(task);
}

/** Makes a task whose attempt on a worker has failed, and is seen to there, ready for another. */
export function tryAgain(s: ReactorState, task: number): void {
  const { columns, targets, attempts, delayed, terms } = s.tasks;
  attempts.set(task, (attempts.get(task) ?? 0) + 1);
  s.workers.find(columns.worker[task] as number)?.leaving?.delete(task);
  targets.delete(task);
  const run = ++columns.run[task]!;
  columns.worker[task] = NONE;
  columns.missing[task] = countMissing(s, task);
  s.tasks.move(task, columns.missing[task] === 0 ? READY : WAITING);
  const milliseconds = terms.get(task)?.retryDelay ?? 0;
  if (milliseconds === 0) return s.facts.reopened.push(task);
  delayed.add(task);
  s.facts.dropped.push(task);
  s.instructions.push({ kind: "wait", task, run, milliseconds });
}

/** The delay before another attempt is over. */
export function onWaited(s: ReactorState, task: number, run: number): void {
  const { columns, delayed } = s.tasks;
  if (!delayed.has(task) || columns.run[task] !== run) return;
  delayed.delete(task);
  s.facts.reopened.push(task);
}
