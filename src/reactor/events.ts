// What the reactor's machine hears.
import type { WorkerLoss } from "../base/worker-loss.ts";
import type { Failure } from "../codec/failure.ts";
import type { ClientToReactor, Submission } from "../protocol/client-to-reactor.ts";
import type { WorkerToReactor } from "../protocol/worker-to-reactor.ts";
import type { Assignments } from "../scheduler/scheduler.ts";

export type ReactorEvent =
  /** A worker has ended its handshake. */
  | { readonly kind: "worker-joined"; readonly worker: number; readonly cores: number; readonly node: number }
  /** A worker's port died, or the worker was told to stop. */
  | { readonly kind: "worker-lost"; readonly worker: number; readonly reason: string; readonly loss?: WorkerLoss }
  /** Workers are to leave: copy what only they hold, then stop them. */
  | { readonly kind: "workers-retiring"; readonly workers: readonly number[] }
  | { readonly kind: "worker-message"; readonly worker: number; readonly envelope: readonly WorkerToReactor[] }
  /** The time of a watched attempt is up; `watch` as in the instruction. */
  | { readonly kind: "run-overdue"; readonly watch: number }
  /** The delay before another attempt at a task is over. */
  | { readonly kind: "waited"; readonly task: number; readonly run: number }
  /** An order could not be sent: the literal value of this task cannot be cloned. */
  | { readonly kind: "unsendable"; readonly task: number; readonly run: number; readonly failure: Failure }
  | { readonly kind: "client-message"; readonly message: Exclude<ClientToReactor, Submission> }
  /** A submission begins; its tasks follow in pieces, so that no graph makes a long turn. */
  | { readonly kind: "submission-opened"; readonly submission: Submission; readonly levels: Int32Array }
  /** The next `count` tasks of the open submission. */
  | { readonly kind: "tasks-submitted"; readonly count: number }
  /** The scheduler's decisions. */
  | { readonly kind: "assigned"; readonly scheduler: string; readonly assignments: Assignments }
  /** The same from a scheduler that answers later, its answer to the oldest facts that were not answered; see `late-answers.ts`. */
  | { readonly kind: "answered"; readonly scheduler: string; readonly assignments: Assignments }
  /** Nothing more is to be handled now: the scheduler may hear what happened. */
  | { readonly kind: "scheduling-due" }
  /** The scheduler has been heard: all others may hear what happened. */
  | { readonly kind: "turn-ended" };
