// A client asks for a result: it is asked for where it is, or waited for.

import { ANY_TASK } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import { refuseGather } from "./fail.ts";
import type { Wait } from "./gathers.ts";
import type { ReactorState } from "./reactor-state.ts";
import { FAILED, IN_MEMORY } from "./states.ts";
import type { TaskFailure } from "./tasks.ts";

/** Answers one place of a request for results as soon as the result is there. */
export function gather(s: ReactorState, future: number, wait: Wait): void {
  const task = s.futures.get(future);
  if (task === undefined) {
    return refuseGather(s, wait.request, wait.position, released());
  }
  const state = s.tasks.state(task);
  if (state === IN_MEMORY) s.gathers.ask(s.tasks.columns.worker[task] as number, task, future, wait);
  else if (state === FAILED) refuse(s, task, wait);
  else s.gathers.wait(task, wait);
}

function refuse(s: ReactorState, task: number, wait: Wait): void {
  const failure = s.tasks.failures.get(task)?.failure;
  if (failure !== undefined) refuseGather(s, wait.request, wait.position, failure);
}

/** The failure of a wait for a future that was released. */
export function released(): TaskFailure["failure"] {
  const message = `Cannot get the result of ${ANY_TASK}: the future was released`;
  return engineFailure("cancelled", message, { key: ANY_TASK });
}
