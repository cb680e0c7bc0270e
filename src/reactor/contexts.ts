// What tasks and their client say to each other while they run: it passes through, and is kept nowhere.
import { NONE } from "../graph/task-table.ts";
import type { ClientToReactor } from "../protocol/client-to-reactor.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { ReactorState } from "./reactor-state.ts";
import type { WorkerRecord } from "./workers.ts";

type Context = WorkerToReactor & { readonly kind: "context" };

/** A task says something; of an attempt that is not current only that it has ended is of interest. */
export function onContext(s: ReactorState, record: WorkerRecord, message: Context, isCurrent: boolean): void {
  const { kind, task, run, body } = message;
  if (!isCurrent && body.kind !== "ended") return;
  if (body.kind === "began") s.contexts.set(task, run);
  if (body.kind === "ended" && s.contexts.get(task) === run) s.contexts.delete(task);
  const { columns } = s.tasks;
  s.contextMessages.push({
    kind,
    future: isCurrent ? (columns.future[task] as number) : NONE,
    submission: columns.submission[task] as number,
    index: columns.index[task] as number,
    worker: record.id,
    task,
    run,
    body,
  });
}

/** A client says something to an attempt; its worker knows whether it still runs. */
export function tellTask(s: ReactorState, message: ClientToReactor & { readonly kind: "context" }): void {
  const { kind, worker, task, run, body } = message;
  if (s.workers.find(worker) !== undefined) s.workers.outbox.rarely(worker).after.push({ kind, task, run, body });
}

/** Whether the current attempt at a task takes a context: it can be interrupted. */
export function hasContext(s: ReactorState, task: number): boolean {
  return s.contexts.size > 0 && s.contexts.get(task) === s.tasks.columns.run[task];
}
