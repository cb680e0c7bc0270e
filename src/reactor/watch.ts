// Who may watch the reactor's driver at work. Everything is told in the columns that are there anyway; a watch looks and
// keeps copies, it changes nothing.
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Assignments, SchedulerEvent } from "../scheduler/scheduler.ts";

export interface ReactorWatch {
  /** From now on the thread works on this part; undefined: the turn is over. */
  turnTo(part: "server" | "scheduler" | "messages" | "client" | undefined): void;
  /** An envelope came; it is handled in the next turn. */
  received(worker: number, envelope: readonly WorkerToReactor[]): void;
  /** An envelope is about to be posted, which may move its columns away. */
  sending(worker: number, envelope: readonly ReactorToWorker[]): void;
  /** The scheduler is about to hear this. */
  informing(facts: readonly SchedulerEvent[]): void;
  /** The scheduler has decided. */
  assigned(assignments: Assignments): void;
}
