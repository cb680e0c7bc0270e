// The states of what a worker has to do with a task, and the moves between them. docs/states.md is drawn from the table.

export type WorkerTaskState =
  | "waiting"
  | "ready"
  | "executing"
  | "fetch"
  | "flight"
  | "in-memory"
  | "failed"
  | "released";

/** Each move that a worker makes, and when. A task to compute begins in waiting, a copy to fetch in fetch. */
export const WORKER_TASK_TRANSITIONS = {
  "waiting>ready": "the last input came",
  "waiting>released": "it was freed or given back, or an input is not where the reactor thought",
  "ready>executing": "a core is free, and it is the first in order of priority",
  "ready>released": "it was freed or given back before it started",
  "executing>in-memory": "it returned",
  "executing>failed": "it threw",
  "executing>released": "it was freed while it ran: whatever it returns is dropped",
  "fetch>flight": "its holder was asked; one request per holder at a time",
  "fetch>released": "it was freed, or its holder is gone",
  "flight>in-memory": "the holder sent it",
  "flight>fetch": "the holder does not have it yet, and a task waits for it: it is asked again",
  "flight>released": "it was freed, or cannot be sent, or the holder is gone",
  "in-memory>released": "the reactor freed it",
} as const satisfies Partial<Record<`${WorkerTaskState}>${WorkerTaskState}`, string>>;
