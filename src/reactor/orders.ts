// Orders for workers: a task, how it is called, and where its inputs are.
import { NONE } from "../graph/task-table.ts";
import { packPriority } from "./priority.ts";
import type { ReactorState } from "./reactor-state.ts";
import { ASSIGNED, IN_MEMORY, READY, WAITING } from "./states.ts";
import { NO_CALL } from "./tasks.ts";
import { SHARED } from "./transfer-cost.ts";
import type { WorkerRecord } from "./workers.ts";

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

/** Whether a worker may be taking an input of its task away from elsewhere. */
export function isTaking(s: ReactorState, task: number, worker: number): boolean {
  const { table, taking } = s.tasks;
  if (taking.size === 0) return false;
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    if (taking.get(table.inputOf(edge)) === worker) return true;
  }
  return false;
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
