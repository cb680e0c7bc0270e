// The states of what a worker has to do with a task, and the moves between them. docs/states.md is drawn from the table.

export type WorkerTaskState =
  | "waiting"
  | "ready"
  | "loading"
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
  "ready>loading": "its turn came, and some of its inputs are in the store",
  "loading>executing": "its inputs were read, and a core is free",
  "loading>released": "it was freed or given back, or an input is lost with the store",
  "ready>released": "it was freed or given back before it started",
  "executing>in-memory": "it returned",
  "executing>failed": "it threw",
  "executing>released": "it was freed while it ran: whatever it returns is dropped",
  "fetch>flight": "a holder was asked; one request per holder at a time",
  "fetch>released": "it was freed, nobody waits for it any more, or its holders are gone",
  "flight>in-memory": "the holder sent it",
  "flight>fetch":
    "the holder is busy, does not have it yet or any more, or is gone: others are asked, or it again later",
  "flight>released": "it was freed, nobody waits for it any more, it cannot be sent, or no holder has it",
  "in-memory>released": "the reactor freed it, or another worker took it away",
} as const satisfies Partial<Record<`${WorkerTaskState}>${WorkerTaskState}`, string>>;
