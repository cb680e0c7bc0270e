// New tasks: a submission is opened, its tasks are added in pieces, and it closes with the last of them.

import { invariant } from "../base/assert.ts";
import { callOf, functionOf, hasValue, packCall } from "../graph/call.ts";
import { NONE } from "../graph/task-table.ts";
import type { ClientToReactor, Submission } from "../protocol/client-to-reactor.ts";
import { SCATTERED } from "../protocol/reactor-to-client.ts";
import type { TaskTerms } from "../protocol/task-terms.ts";
import { blame, failTask } from "./fail.ts";
import { priorityBase } from "./priority.ts";
import type { OpenSubmission, ReactorState } from "./reactor-state.ts";
import { dropReplicas, reviewNeed } from "./release.ts";
import { FAILED, IN_MEMORY, READY, WAITING } from "./states.ts";
import type { TaskFailure } from "./tasks.ts";
import { NO_CALL } from "./tasks.ts";
import type { WorkerRecord } from "./workers.ts";

type Scatter = ClientToReactor & { readonly kind: "scatter" };

/** Tasks of a submission from which on the scheduler is told to make room. */
const WORTH_SAYING = 1000;

export function openSubmission(s: ReactorState, submission: Submission, levels: Int32Array): void {
  invariant(s.open === undefined, `submission ${submission.submission} began before the last one was complete`);
  const { count, inputs } = submission.graph;
  const { table } = s.tasks;
  table.reserve(count, inputs.length);
  if (count >= WORTH_SAYING) s.facts.needRoom(table.capacity, table.arcCapacity);
  const next = { nextValue: 0, nextWant: 0, nextTransfer: 0, nextRefused: 0, nextTerms: 0 };
  s.open = { submission, levels, rows: new Int32Array(count), added: 0, ...next };
  s.submissions.set(submission.submission, {
    priorityBase: priorityBase(submission.priority, s.generation++),
    rows: count,
  });
  if (count > 0) return;
  closeSubmission(s);
  s.forgetSubmission(submission.submission);
}

/** Adds the next tasks of the open submission, in topological order. */
export function addTasks(s: ReactorState, count: number): void {
  const open = s.open;
  invariant(open !== undefined, "tasks came without a submission");
  const end = Math.min(open.rows.length, open.added + count);
  while (open.added < end) addTask(s, open);
  if (open.added === open.rows.length) closeSubmission(s);
}

function addTask(s: ReactorState, open: OpenSubmission): void {
  const { submission, levels, rows } = open;
  const { graph, wants } = submission;
  const index = open.added++;
  const packed = graph.calls[index] as number;
  const call = callOf(packed);
  const { functions } = submission;
  const known = functions.length === 0 ? packed : packCall(functions[functionOf(packed)] as number, call);
  const task = s.tasks.add(known, submission.submission, index);
  rows[index] = task;
  if (hasValue(call)) {
    s.tasks.setValue(task, graph.values[open.nextValue++]);
    const moved = submission.transfers[open.nextTransfer];
    if (moved?.index === index) {
      s.tasks.transfers.set(task, moved.buffers);
      open.nextTransfer++;
    }
  }
  if (wants[open.nextWant] === index) {
    const future = wants[open.nextWant + 1] as number;
    s.tasks.columns.future[task] = future;
    s.futures.set(future, task);
    open.nextWant += 2;
  }
  if (submission.terms !== undefined) noteTerms(s, task, open, submission.terms);
  s.facts.addTask(task, levels[index] as number, functionOf(known));
  const failure = linkInputs(s, task, open, index);
  s.tasks.move(task, s.tasks.columns.missing[task] === 0 ? READY : WAITING);
  const refused = submission.refused?.[open.nextRefused];
  if (refused?.index === index) {
    open.nextRefused++;
    failTask(s, task, blame(s, task, refused.failure));
  } else if (failure !== undefined) failTask(s, task, failure);
}

/** Notes what is asked of the task that was added last. */
function noteTerms(s: ReactorState, task: number, open: OpenSubmission, all: readonly TaskTerms[]): void {
  const index = open.added - 1;
  while ((all[open.nextTerms]?.to ?? Number.POSITIVE_INFINITY) <= index) open.nextTerms++;
  const terms = all[open.nextTerms];
  if (terms !== undefined && terms.from <= index) s.tasks.terms.set(task, terms);
}

/** Adds the arcs into a task; returns the failure of an input, if one has failed. */
function linkInputs(s: ReactorState, task: number, open: OpenSubmission, index: number): TaskFailure | undefined {
  const { table, columns } = s.tasks;
  const { inputs, inputOffsets } = open.submission.graph;
  const end = inputOffsets[index + 1] as number;
  let edge = NONE;
  let missing = 0;
  let failure: TaskFailure | undefined;
  for (let i = inputOffsets[index] as number; i < end; i++) {
    const named = inputs[i] as number;
    const input = named >= 0 ? (open.rows[named] as number) : rowOfExternal(s, open.submission, ~named);
    edge = table.link(task, input, edge);
    columns.consumersToCome[input]!++;
    s.facts.addInput(input);
    const state = columns.state[input];
    if (state === IN_MEMORY) continue;
    missing++;
    if (state === FAILED) failure ??= s.tasks.failures.get(input);
  }
  columns.missing[task] = missing;
  return failure;
}

function rowOfExternal(s: ReactorState, submission: Submission, index: number): number {
  const future = submission.externals[index] as number;
  const row = s.futures.get(future);
  invariant(row !== undefined, `submission ${submission.submission} takes future ${future}, which was released`);
  return row;
}

function closeSubmission(s: ReactorState): void {
  const rows = s.open?.rows ?? new Int32Array(0);
  s.open = undefined;
  for (const task of rows) reviewNeed(s, task);
}

/** Adds a finished task for each value that a client scatters: on the targets in turn, or on all of them. */
export function scatter(s: ReactorState, message: Scatter, targets: readonly WorkerRecord[]): void {
  const { futures, values, bytes, broadcast = false, refused = [] } = message;
  const shares = targets.map(({ id }) => ({
    worker: id,
    tasks: [] as number[],
    values: [] as unknown[],
    bytes: [] as number[],
  }));
  const scattered = s.submissions.get(SCATTERED) ?? { priorityBase: 0, rows: 0 };
  scattered.rows += futures.length;
  s.submissions.set(SCATTERED, scattered);
  futures.forEach((future, i) => {
    const task = s.tasks.add(NO_CALL, SCATTERED, future);
    const turn = i % shares.length;
    const takers = broadcast ? shares : shares.slice(turn, turn + 1);
    addHeld(s, task, future, bytes[i] as number, takers[0]?.worker as number);
    for (const { worker } of takers.slice(1)) addCopy(s, task, worker);
    for (const taker of takers) {
      taker.tasks.push(task, s.tasks.columns.run[task] as number);
      taker.values.push(values[i]);
      taker.bytes.push(bytes[i] as number);
    }
  });
  for (const { worker, tasks, ...share } of shares) {
    if (tasks.length === 0) continue;
    s.workers.outbox.rarely(worker).before.push({ kind: "store", tasks: Int32Array.from(tasks), ...share });
  }
  for (const { index, failure } of refused) {
    const task = s.futures.get(futures[index] as number) as number;
    dropReplicas(s, task);
    failTask(s, task, blame(s, task, failure));
  }
}

function addHeld(s: ReactorState, task: number, future: number, bytes: number, worker: number): void {
  s.tasks.columns.future[task] = future;
  s.futures.set(future, task);
  s.tasks.holders.begin(task, worker);
  s.tasks.columns.bytes[task] = bytes;
  s.tasks.move(task, IN_MEMORY);
  s.facts.addData(task, worker, bytes);
  s.finishedFutures.push(future);
}

function addCopy(s: ReactorState, task: number, worker: number): void {
  s.tasks.holders.add(task, worker);
  s.facts.placed.push(task, worker);
}
