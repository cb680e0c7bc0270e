// A failure spreads to all transitive consumers, which learn whose it was; the inputs of failed tasks are let go.

import { NONE } from "../graph/task-table.ts";
import { giveUp } from "./endings.ts";
import type { ReactorState } from "./reactor-state.ts";
import { leaveInputs, reviewNeed } from "./release.ts";
import { FAILED, isDone, isOnWorker } from "./states.ts";
import type { TaskFailure } from "./tasks.ts";

/** Fails a task, and every task that needs its result; `stop` ends attempts that are on workers. */
export function failTask(s: ReactorState, task: number, cause: TaskFailure, stop = giveUp): void {
  const { table, columns } = s.tasks;
  const failing = [task];
  for (let next = failing.pop(); next !== undefined; next = failing.pop()) {
    const state = s.tasks.state(next);
    if (state === FAILED || (isDone(state) && next !== task)) continue;
    if (isOnWorker(state)) stop(s, next);
    s.tasks.move(next, FAILED);
    s.tasks.failures.set(next, cause);
    s.tasks.targets.delete(next);
    s.tasks.delayed.delete(next);
    columns.worker[next] = NONE;
    tellClient(s, next, cause);
    for (let edge = table.firstConsumer[next] as number; edge !== NONE; edge = table.nextConsumer(edge)) {
      const consumer = table.consumerOf(edge);
      if (consumer !== NONE && !isDone(s.tasks.state(consumer))) failing.push(consumer);
    }
    if (!isDone(state)) {
      s.facts.dropped.push(next);
      leaveInputs(s, next);
    }
    reviewNeed(s, next);
  }
}

/** A failure with this task as the culprit. */
export function blame(s: ReactorState, task: number, failure: TaskFailure["failure"]): TaskFailure {
  const { columns } = s.tasks;
  return { failure, submission: columns.submission[task] as number, index: columns.index[task] as number };
}

function tellClient(s: ReactorState, task: number, cause: TaskFailure): void {
  const future = s.tasks.columns.future[task] as number;
  if (future !== NONE) s.clientMessages.push({ kind: "failed", future, ...cause });
  for (const { request, position } of s.gathers.takeWaits(task)) {
    refuseGather(s, request, position, cause.failure);
  }
}

/** Answers one place of a request with a failure. */
export function refuseGather(
  s: ReactorState,
  request: number,
  position: number,
  failure: TaskFailure["failure"],
): void {
  s.clientMessages.push({
    kind: "values",
    request,
    positions: new Int32Array(0),
    values: [],
    failed: [{ position, failure }],
  });
}
