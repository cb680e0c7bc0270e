// Somebody cancels tasks: they fail, and so do all that need their results; what was only computed for them is dropped.
// Attempts that run are seen to their end, nobody else's result is touched.
import { ANY_TASK } from "../base/errors.ts";
import type { Failure } from "../codec/failure.ts";
import { engineFailure } from "../codec/failure.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import { end, insist } from "./endings.ts";
import { blame, failTask } from "./fail.ts";
import type { ReactorState } from "./reactor-state.ts";
import { isWanted } from "./recover.ts";
import { dropReplicas, dropTask } from "./release.ts";
import { FAILED, IN_MEMORY, isDone } from "./states.ts";

/** Cancels the tasks of these futures; what has a result by now loses it. */
export function cancelFutures(s: ReactorState, message: ClientToReactor & { readonly kind: "cancel" }): void {
  const { futures, reason } = message;
  const plain = engineFailure("cancelled", `Cannot finish ${ANY_TASK}: it was cancelled`, { key: ANY_TASK });
  const failure: Failure = reason === undefined ? plain : { ...plain, cause: reason };
  const stop = (state: ReactorState, task: number): void => end(state, task, reason ?? plain);
  const before = s.unneeded.length;
  for (const future of futures) {
    const task = s.futures.get(future);
    if (task === undefined || s.tasks.state(task) === FAILED) continue;
    if (s.tasks.state(task) === IN_MEMORY) dropReplicas(s, task);
    failTask(s, task, blame(s, task, failure), stop);
  }
  dropSince(s, before, stop);
  insist(s, ({ task }) => s.tasks.state(task) === FAILED); // earlier attempts at these
}

/** Drops at once what has come to be unneeded since the list was so long, so that what runs of it is seen to its end. */
function dropSince(s: ReactorState, before: number, stop: (s: ReactorState, task: number) => void): void {
  const rest: number[] = [];
  while (s.unneeded.length > before) {
    const task = s.unneeded.pop();
    if (!isDone(s.tasks.state(task)) && !isWanted(s, task)) dropTask(s, task, stop);
    rest.push(task);
  }
  for (const task of rest) s.unneeded.push(task);
}
