// Time that is up: of attempts that may take only so long, and of those that were to end.
import { ANY_TASK } from "../base/errors.ts";
import { engineFailure } from "../codec/failure.ts";
import { end, onNotAnswered, onNotEnded } from "./endings.ts";
import { blame, failTask } from "./fail.ts";
import type { ReactorState } from "./reactor-state.ts";
import { mayTryAgain, tryAgain } from "./retry.ts";

/** The clock of that number has run out; void if it was stopped: the attempt that it ran on has ended. */
export function onOverdue(s: ReactorState, watch: number): void {
  const watched = s.watched.takeOverdue(watch);
  if (watched === undefined) return;
  if ("runs" in watched) return onNotAnswered(s, watched);
  if (watched.reason !== undefined) return onNotEnded(s, watched);
  const { task } = watched;
  const milliseconds = s.tasks.terms.get(task)?.timeout ?? 0;
  const message = `Cannot finish ${ANY_TASK}: it ran longer than ${milliseconds} ms, its time limit`;
  const failure = engineFailure("timed-out", message, { key: ANY_TASK, milliseconds });
  if (mayTryAgain(s, task, failure)) {
    end(s, task, failure);
    tryAgain(s, task);
  } else failTask(s, task, blame(s, task, failure), (state, each) => end(state, each, failure));
}
