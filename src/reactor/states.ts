// The states of a task in the reactor and the moves between them. docs/states.md is drawn from `transitions.ts`.
import { invariant } from "../base/assert.ts";

export const TASK_STATES = [
  "waiting",
  "ready",
  "assigned",
  "retracting",
  "running",
  "in-memory",
  "failed",
  "released",
  "forgotten",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** The legal moves; every other is our bug. When each happens is told in `transitions.ts`. */
const NEXT_STATES = {
  forgotten: ["waiting", "ready", "in-memory"],
  waiting: ["ready", "assigned", "failed", "released"],
  ready: ["assigned", "waiting", "failed", "released"],
  assigned: ["retracting", "running", "in-memory", "failed", "ready", "waiting", "released"],
  retracting: ["assigned", "running", "in-memory", "failed", "ready", "waiting", "released"],
  running: ["in-memory", "failed", "ready", "waiting", "released"],
  "in-memory": ["released", "waiting", "failed"],
  released: ["waiting", "failed", "forgotten"],
  failed: ["forgotten"],
} as const satisfies Readonly<Record<TaskState, readonly TaskState[]>>;
type NextStates = typeof NEXT_STATES;
/** A legal move, as "from>to". */
export type Move = { [From in TaskState]: `${From}>${NextStates[From][number]}` }[TaskState];

/** States as they stand in the column: places in TASK_STATES. */
export const WAITING = 0;
export const READY = 1;
export const ASSIGNED = 2;
export const RETRACTING = 3;
export const RUNNING = 4;
export const IN_MEMORY = 5;
export const FAILED = 6;
export const RELEASED = 7;
export const FORGOTTEN = 8;

const LEGAL = new Uint8Array(TASK_STATES.length * TASK_STATES.length);
TASK_STATES.forEach((from, i) => {
  for (const to of NEXT_STATES[from]) LEGAL[i * TASK_STATES.length + TASK_STATES.indexOf(to)] = 1;
});

/** Throws `invariant-broken` unless a task may move from one state to the other. */
export function checkTransition(task: number, from: number, to: number): void {
  if (LEGAL[from * TASK_STATES.length + to] === 1) return;
  invariant(false, `task ${task} would move from ${TASK_STATES[from]} to ${TASK_STATES[to]}`);
}

/** Whether a worker has the order to compute the task. */
export const isOnWorker = (state: number): boolean => state === ASSIGNED || state === RETRACTING || state === RUNNING;

/** Whether the task will have no other result than it has. */
export const isDone = (state: number): boolean => state >= IN_MEMORY;
