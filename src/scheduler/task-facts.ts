// What schedulers know of each task. One row and one arc take 57 bytes (benchmark B9), so two columns say different
// things in different states.
import { TaskTable } from "../graph/task-table.ts";

/**
 * unknown ─▶ waiting ─▶ ready ─▶ fresh ─▶ sent ─▶ started ─▶ finished ─▶ unknown
 *                                          ⇅ ╲──▶ kept        (any of these) ─▶ dropped ─▶ unknown
 *                                        moving                (any of these) ─▶ waiting, when reopened
 * Order matters: fresh to kept are on a worker, moving to kept must not be moved; a result may arrive in any state.
 */
export const State = {
  /** No such task. */
  unknown: 0,
  /** Inputs are missing. */
  waiting: 1,
  /** Nobody wants it computed. */
  dropped: 2,
  /** All inputs are there and it has no worker: in the ready queue. */
  ready: 3,
  /** Assigned in this round; nobody has been told yet. */
  fresh: 4,
  /** Assigned. */
  sent: 5,
  /** Assigned anew; its former worker has not yet given it back. */
  moving: 6,
  /** Runs. */
  started: 7,
  /** A move failed: it stays where it is. */
  kept: 8,
  /** Its result is there. */
  finished: 9,
} as const;

/** On a worker and not finished. */
export function isAssigned(state: number): boolean {
  return state >= State.fresh && state <= State.kept;
}

/** On a worker, and may be moved to another. */
export function isMovable(state: number): boolean {
  return state === State.fresh || state === State.sent;
}

const COLUMNS = {
  state: Uint8Array,
  /** Its worker while on one; the first holder of its result when finished (NONE: nobody holds it). */
  worker: Int32Array,
  /** Arcs from inputs that are not finished, in every state. */
  missing: Int32Array,
  /** Size of its result when finished. */
  bytes: Float32Array,
  /** Its b-level. */
  level: Int32Array,
  /** The task before it in its queue. */
  before: Int32Array,
  /** The task after it in its queue; when finished the cell of the next holder. */
  after: Int32Array,
};

export type TaskFacts = TaskTable<typeof COLUMNS>;

export function taskFacts(): TaskFacts {
  return new TaskTable(COLUMNS);
}
