// From a scheduler's assignment to an order for a worker.
import { EngineError } from "../base/errors.ts";
import { NONE } from "../graph/task-table.ts";
import type { Assignments } from "../scheduler/scheduler.ts";
import { packPriority } from "./priority.ts";
import type { ReactorState } from "./reactor-state.ts";
import { ASSIGNED, IN_MEMORY, isDone, READY, RETRACTING, RUNNING, TASK_STATES, WAITING } from "./states.ts";
import { NO_CALL } from "./tasks.ts";
import { SHARED } from "./transfer-cost.ts";
import type { WorkerRecord } from "./workers.ts";

/** Carries a round of assignments out. @throws {EngineError} scheduler-misbehaved */
export function applyAssignments(s: ReactorState, scheduler: string, assignments: Assignments): void {
  for (let i = 0; i < assignments.count; i++) {
    const task = assignments.task(i);
    const record = s.workers.find(assignments.worker(i));
    if (record === undefined || record.leaving !== undefined) {
      throw misbehaved(scheduler, task, `worker ${assignments.worker(i)} is not in the cluster`);
    }
    if (!isKnown(s, task)) throw misbehaved(scheduler, task, UNKNOWN);
    if (isDone(s.tasks.state(task))) {
      const state = TASK_STATES[s.tasks.state(task)] as string;
      throw misbehaved(scheduler, task, `the task is ${state}, must be one that is still to be computed`);
    }
    s.tasks.columns.priority[task] = assignments.priority(i);
    assign(s, task, record);
  }
}

/**
 * Carries out what a scheduler has decided on the ground of the past. Tasks that are done meanwhile are passed over: it
 * hears of that, or has. A worker that is gone meanwhile is none: the scheduler hears where the task really is.
 * @throws {EngineError} scheduler-misbehaved
 */
export function applyLateAssignments(s: ReactorState, scheduler: string, assignments: Assignments): void {
  for (let i = 0; i < assignments.count; i++) {
    const task = assignments.task(i);
    const worker = assignments.worker(i);
    if (!isKnown(s, task)) throw misbehaved(scheduler, task, UNKNOWN);
    if (isDone(s.tasks.state(task))) continue;
    const record = s.workers.find(worker);
    if (record === undefined && !s.workers.hasMet(worker))
      throw misbehaved(scheduler, task, `worker ${worker} was never in the cluster`);
    if (record === undefined || record.leaving !== undefined) {
      sayWhereItIs(s, task);
      continue;
    }
    s.tasks.columns.priority[task] = assignments.priority(i);
    assign(s, task, record);
  }
}

function sayWhereItIs(s: ReactorState, task: number): void {
  const state = s.tasks.state(task);
  const worker = s.tasks.columns.worker[task] as number;
  if (state === WAITING || state === READY) {
    s.tasks.columns.worker[task] = NONE;
    s.facts.reopened.push(task);
  } else if (state === ASSIGNED) s.facts.moved.push(task, worker);
  else if (state === RUNNING) s.facts.kept.push(task, worker);
  // While it is being retracted the worker's answer will say it.
}

const UNKNOWN = "the task is unknown, must be one that is still to be computed";

function isKnown(s: ReactorState, task: number): boolean {
  return task >= 0 && task < s.tasks.table.capacity && s.tasks.columns.run[task] !== 0;
}

function assign(s: ReactorState, task: number, record: WorkerRecord): void {
  const { columns, targets } = s.tasks;
  const state = s.tasks.state(task);
  if (state === READY) {
    order(s, task, record);
  } else if (state === WAITING) {
    columns.worker[task] = record.id;
  } else if (state === RUNNING || !s.tasks.isRepeatable(task)) {
    s.facts.kept.push(task, columns.worker[task] as number);
  } else if (columns.worker[task] !== record.id || state === RETRACTING) {
    targets.set(task, record.id);
    if (state === ASSIGNED) {
      s.tasks.move(task, RETRACTING);
      const victim = s.workers.find(columns.worker[task] as number);
      if (victim !== undefined) s.workers.outbox.rarely(victim.id).retract.push2(task, columns.run[task] as number);
    }
  }
}

/** Sends a task whose inputs are all in memory to a worker, with a holder for each input. Hot path (B1). */
export function order(s: ReactorState, task: number, record: WorkerRecord): void {
  const { table, columns, values, shared } = s.tasks;
  const worker = record.id;
  s.tasks.move(task, ASSIGNED);
  columns.worker[task] = worker;
  const { outbox } = s.workers;
  outbox.beginOrder(worker);
  const base = s.submissionOf(task)?.priorityBase ?? 0;
  const priority = packPriority(base, columns.priority[task] as number);
  outbox.compute.begin(task, columns.run[task] as number, columns.call[task] as number, priority, values[task]);
  if (s.tasks.transfers.size > 0) moveBuffers(s, task, outbox.rarely(worker).transfer);
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    const first = columns.worker[input] as number;
    const holder = s.tasks.holders.has(input, worker) ? worker : first;
    const bytes = shared.size > 0 && shared.has(input) ? SHARED : (columns.bytes[input] as number);
    outbox.compute.addInput(input, columns.run[input] as number, bytes, holder);
    if (holder === worker) continue;
    connect(s, record, holder);
    if (columns.call[input] === NO_CALL) outbox.compute.markScattered();
    eachOtherHolder(s, input, worker, (other) => {
      outbox.compute.addHolder(other);
      connect(s, record, other);
    });
    if (bytes >= WORTH_TAKING && mayTake(s, task, input)) {
      outbox.compute.letTake();
      s.tasks.taking.set(input, worker);
    }
  }
}

/** Managed bytes from which on a result is taken rather than copied. */
const WORTH_TAKING = 16 * 1024;
/** Holders named to a worker. */
const MOST_HOLDERS = 4;

/** Other workers than the first holder and `worker` that a result may be had from; the one that may be taking it comes last. */
export function eachOtherHolder(s: ReactorState, input: number, worker: number, visit: (other: number) => void): void {
  const { holders, taking } = s.tasks;
  const taker = taking.size > 0 ? taking.get(input) : undefined;
  let left = MOST_HOLDERS - 1;
  if (taker !== undefined && taker !== worker && !holders.has(input, taker)) left--;
  for (let cell = holders.firstCell(input); cell !== NONE && left > 0; cell = holders.nextCell(cell), left--) {
    visit(holders.workerIn(cell));
  }
  if (taker !== undefined && taker !== worker && !holders.has(input, taker)) visit(taker);
}

/** Whether the task is the only one that still needs an input, so that its worker may take it away from its only holder. */
function mayTake(s: ReactorState, task: number, input: number): boolean {
  const { columns, holders, taking } = s.tasks;
  const isLast = columns.consumersToCome[input] === 1 && columns.future[input] === NONE;
  if (!isLast || holders.firstCell(input) !== NONE || taking.has(input)) return false;
  if (s.open?.submission.submission === columns.submission[input]) return false; // consumers may still come
  if (s.workers.find(holders.first(input))?.leaving !== undefined) return false; // it is copied from there
  // If it is lost on its way, it is computed again, and so is the task under a new run.
  return s.tasks.isRepeatable(input) && s.tasks.isRepeatable(task);
}

/** Makes sure that there is a route between a worker and another. */
export function connect(s: ReactorState, record: WorkerRecord, other: number): void {
  if (record.peers.has(other)) return;
  record.peers.add(other);
  s.workers.byId.get(other)?.peers.add(record.id);
  s.instructions.push({ kind: "connect", a: record.id, b: other });
}

function moveBuffers(s: ReactorState, task: number, transfer: object[]): void {
  const buffers = s.tasks.transfers.get(task);
  if (buffers === undefined || buffers.length === 0) return;
  transfer.push(...buffers);
  s.tasks.transfers.set(task, []);
}

/** An input came into memory: the consumers that waited for it alone are ready, and go to their workers if those are known. */
export function wakeConsumers(s: ReactorState, task: number): void {
  const { table, columns } = s.tasks;
  for (let edge = table.firstConsumer[task] as number; edge !== NONE; edge = table.nextConsumer(edge)) {
    const consumer = table.consumerOf(edge);
    if (consumer === NONE || columns.state[consumer] !== WAITING) continue;
    if (--columns.missing[consumer]! > 0) continue;
    const record = s.workers.find(columns.worker[consumer] as number);
    if (record !== undefined) order(s, consumer, record);
    else s.tasks.move(consumer, READY);
  }
}

/** Arcs from inputs that are not in memory. */
export function countMissing(s: ReactorState, task: number): number {
  const { table, columns } = s.tasks;
  let missing = 0;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    if (columns.state[table.inputOf(edge)] !== IN_MEMORY) missing++;
  }
  return missing;
}

function misbehaved(scheduler: string, task: number, why: string): EngineError<"scheduler-misbehaved"> {
  return new EngineError(
    "scheduler-misbehaved",
    `Cannot assign task ${task} as scheduler "${scheduler}" says: ${why}`,
    {
      scheduler,
    },
  );
}
