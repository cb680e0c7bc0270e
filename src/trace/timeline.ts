// What ran where and when, in columns: what statistics, Chrome's format and the report are made of.
import type { LogCopy, LogRecord } from "./event-log.ts";
import { readRecords } from "./event-log.ts";
import { activityOf, bytesAt, eachComputed } from "./read-events.ts";
import { Kind } from "./records.ts";
import type { TraceData } from "./trace-data.ts";
import type { TraceActivity } from "./trace-event.ts";

/** Computed tasks in order of their reports, in columns; times in microseconds. */
export interface ComputedTasks {
  readonly count: number;
  readonly task: Int32Array;
  readonly run: Int32Array;
  readonly worker: Int32Array;
  readonly fn: Int32Array;
  /** 1: it threw. */
  readonly failed: Uint8Array;
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** Managed bytes of the result; 0 as long as it is not reported. */
  readonly bytes: Float64Array;
}

export interface TracedWorker {
  readonly worker: number;
  readonly cores: number;
  readonly node: number;
  readonly joined: number;
  /** Infinity: it is there. */
  lost: number;
}

export interface Timeline {
  readonly tasks: ComputedTasks;
  readonly activities: readonly TraceActivity[];
  readonly workers: readonly TracedWorker[];
  /** From the first task that was created to the last thing that happened, in microseconds. */
  readonly start: number;
  readonly stop: number;
}

export function timelineOf(data: TraceData): Timeline {
  const tasks = computedTasks(data.log);
  const workers = new Map<number, TracedWorker>();
  const activities: TraceActivity[] = [];
  let start = Number.POSITIVE_INFINITY;
  let stop = 0;
  for (const record of readRecords(data.log)) {
    const { kind, worker, time, ints } = record;
    if (kind === Kind.workerJoined) {
      const [cores, node] = [ints[record.start] as number, ints[record.start + 1] as number];
      workers.set(worker, { worker, cores, node, joined: time, lost: Number.POSITIVE_INFINITY });
      continue;
    }
    if (kind === Kind.workerLost) {
      const known = workers.get(worker);
      if (known !== undefined) known.lost = time;
      continue;
    }
    if (kind === Kind.activity) activities.push(activityOf(record));
    if (!IS_WORK.has(kind)) continue;
    start = Math.min(start, time);
    stop = Math.max(stop, time);
  }
  for (let i = 0; i < tasks.count; i++) {
    const worker = tasks.worker[i] as number;
    start = Math.min(start, tasks.start[i] as number);
    stop = Math.max(stop, (tasks.start[i] as number) + (tasks.duration[i] as number));
    // The record of its coming may have gone with older ones.
    if (!workers.has(worker))
      workers.set(worker, { worker, cores: 1, node: 0, joined: 0, lost: Number.POSITIVE_INFINITY });
  }
  if (start > stop) start = stop;
  return { tasks, activities, workers: [...workers.values()].sort((a, b) => a.worker - b.worker), start, stop };
}

/** The kinds that say that something is being computed. */
const IS_WORK = new Set<number>([
  ...[Kind.created, Kind.assigned, Kind.sent, Kind.started, Kind.finished, Kind.failed, Kind.placed, Kind.taken],
  ...[Kind.retractionAsked, Kind.retractionAnswered],
]);

function computedTasks(log: LogCopy): ComputedTasks {
  let count = 0;
  for (const record of readRecords(log)) if (record.kind === Kind.computed) eachComputed(record, () => count++);
  const tasks = {
    count,
    task: new Int32Array(count),
    run: new Int32Array(count),
    worker: new Int32Array(count),
    fn: new Int32Array(count),
    failed: new Uint8Array(count),
    start: new Float64Array(count),
    duration: new Float64Array(count),
    bytes: new Float64Array(count),
  };
  const rows = new Map<number, number>();
  let next = 0;
  for (const record of readRecords(log)) {
    if (record.kind === Kind.finished) addBytes(record, tasks, rows);
    if (record.kind !== Kind.computed) continue;
    eachComputed(record, (task, run, fn, start, duration) => {
      rows.set(task, next);
      tasks.task[next] = task;
      tasks.run[next] = run;
      tasks.worker[next] = record.worker;
      tasks.fn[next] = fn < 0 ? ~fn : fn;
      tasks.failed[next] = fn < 0 ? 1 : 0;
      tasks.start[next] = start;
      tasks.duration[next] = duration;
      next++;
    });
  }
  return tasks;
}

function addBytes({ ints, start, end }: LogRecord, tasks: ComputedTasks, rows: Map<number, number>): void {
  for (let at = start; at < end; at += 4) {
    const row = rows.get(ints[at] as number);
    if (row !== undefined && tasks.run[row] === ints[at + 1]) tasks.bytes[row] = bytesAt(ints, at + 2);
  }
}
