// A client asks for a result: it is asked for where it is, or waited for. With the answer the client may let go of it.

import { ANY_TASK } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import { refuseGather } from "./fail.ts";
import type { Wait } from "./gathers.ts";
import type { ReactorState } from "./reactor-state.ts";
import { reviewNeed } from "./release.ts";
import { FAILED, IN_MEMORY } from "./states.ts";
import type { TaskFailure } from "./tasks.ts";

/** Answers one place of a request for results as soon as the result is there. */
export function gather(s: ReactorState, future: number, wait: Wait): void {
  const task = s.futures.get(future);
  if (task === undefined) return refuseGather(s, wait.request, wait.position, released());
  const state = s.tasks.state(task);
  if (state === IN_MEMORY) askFor(s, task, future, wait);
  else if (state === FAILED) refuse(s, task, wait);
  else s.gathers.wait(task, wait);
}

/** Asks the first holder for a result in memory, to give it up if nobody else will want it. */
export function askFor(s: ReactorState, task: number, future: number, wait: Wait): void {
  const { columns } = s.tasks;
  const isGivenUp = wait.isReleasing && columns.consumersToCome[task] === 0;
  s.gathers.ask(columns.worker[task] as number, task, future, wait, isGivenUp);
}

/** A worker answered places of a request: futures that were asked for with `release` are let go. */
export function onValues(s: ReactorState, worker: number, request: number, positions: Int32Array): void {
  for (const { future, isReleasing } of s.gathers.answered(worker, request, positions)) {
    if (isReleasing) releaseFuture(s, future);
  }
}

/** A client wants a result no longer. */
export function releaseFuture(s: ReactorState, future: number): void {
  const task = s.futures.get(future);
  if (task === undefined) return;
  s.futures.delete(future);
  s.tasks.columns.future[task] = -1;
  for (const { request, position } of s.gathers.takeWaits(task)) refuseGather(s, request, position, released());
  reviewNeed(s, task);
}

function refuse(s: ReactorState, task: number, wait: Wait): void {
  const failure = s.tasks.failures.get(task)?.failure;
  if (failure !== undefined) refuseGather(s, wait.request, wait.position, failure);
}

/** The failure of a wait for a future that was released. */
function released(): TaskFailure["failure"] {
  const message = `Cannot get the result of ${ANY_TASK}: the future was released`;
  return engineFailure("cancelled", message, { key: ANY_TASK });
}
