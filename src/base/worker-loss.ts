// How a worker can be lost: one word for each kind. It is told with the event, and stands in the error of a task that
// dies with its worker. Errors that say why a port ended carry the word; of others it is read from what the runtime says.

export type WorkerLoss =
  /** An error that nothing caught. */
  | "crashed"
  /** It ran out of memory (Node, with `resourceLimits`; a page that runs out of memory ends as a whole). */
  | "oom"
  /** It closed itself, or whoever has its handle ended it. */
  | "ended"
  /** A message to it or from it could not be decoded. */
  | "unreadable"
  /** It sent what no version of ours sends. */
  | "misbehaved"
  /** It did not let go of a call that was cancelled or overdue, and was ended. */
  | "hung"
  /** It did not come back with its page. */
  | "left-behind";

/** Why a port to a worker ended. */
export function lossError(loss: WorkerLoss, message: string, cause?: unknown): Error {
  return Object.assign(cause === undefined ? new Error(message) : new Error(message, { cause }), { loss });
}

/** How the worker was lost whose port ended with this error. */
export function lossOf(error: Error): WorkerLoss {
  const { loss, code } = error as Error & { readonly loss?: WorkerLoss; readonly code?: unknown };
  if (loss !== undefined) return loss;
  if (code === "protocol-violated") return "misbehaved";
  return code === OUT_OF_MEMORY || OUT_OF_MEMORY_TEXT.test(error.message) ? "oom" : "crashed";
}

const OUT_OF_MEMORY = "ERR_WORKER_OUT_OF_MEMORY";
/** A thread of a thread says it in words only. */
const OUT_OF_MEMORY_TEXT =
  /^Worker terminated due to reaching memory limit|executor .* was lost: Worker terminated due to reaching memory limit/;
