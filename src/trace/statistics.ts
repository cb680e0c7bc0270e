// A trace in numbers. Times are milliseconds.
import { readRecords } from "./event-log.ts";
import { nameOf } from "./read-events.ts";
import type { Part } from "./records.ts";
import { Kind, PARTS, readLong } from "./records.ts";
import type { ComputedTasks, Timeline, TracedWorker } from "./timeline.ts";
import type { TraceData } from "./trace-data.ts";
import type { TraceActivity } from "./trace-event.ts";

/** Tasks of one function. */
export interface KindStatistics {
  readonly name: string;
  readonly count: number;
  /** Of them those that threw. */
  readonly failed: number;
  readonly totalMs: number;
  readonly meanMs: number;
  readonly medianMs: number;
  readonly maxMs: number;
  /** Of all results. */
  readonly bytes: number;
}

/** Transfers, or operations of stores. */
export interface TrafficStatistics {
  readonly count: number;
  readonly results: number;
  readonly bytes: number;
  readonly totalMs: number;
}

/** Where the time of a worker went. */
export interface WorkerStatistics {
  readonly worker: number;
  readonly cores: number;
  readonly tasks: number;
  /** In functions of tasks, on all cores. */
  readonly userMs: number;
  /** What its own thread did besides: messages, memory, the choice of what is next. */
  readonly engineMs: number;
  readonly idleMs: number;
  /** `userMs` of the time that its cores were there, 0 to 1. */
  readonly utilisation: number;
}

export interface TraceStatistics {
  /** From the first task that was created to the last thing that happened. */
  readonly durationMs: number;
  readonly tasks: number;
  readonly failed: number;
  /** By total time, longest first. */
  readonly kinds: readonly KindStatistics[];
  readonly transfers: TrafficStatistics & {
    readonly between: readonly (TrafficStatistics & { readonly from: number; readonly to: number })[];
  };
  readonly stored: TrafficStatistics;
  readonly loaded: TrafficStatistics;
  /** Tasks that the scheduler moved from worker to worker. */
  readonly moves: { readonly asked: number; readonly done: number };
  /** Envelopes between server and workers, and the bytes of their columns; values are not counted. */
  readonly messages: {
    readonly sent: { readonly count: number; readonly bytes: number };
    readonly received: { readonly count: number; readonly bytes: number };
  };
  /** Where the time of the server's thread went; idle: it was free for others. */
  readonly server: Readonly<Record<`${Part}Ms` | "idleMs", number>>;
  readonly workers: readonly WorkerStatistics[];
}

export function statisticsOf(data: TraceData, timeline: Timeline): TraceStatistics {
  const { tasks, activities, start, stop } = timeline;
  const durationMs = (stop - start) / 1000;
  const kinds = kindStatistics(tasks, data.functions);
  return {
    durationMs,
    tasks: tasks.count,
    failed: kinds.reduce((sum, { failed }) => sum + failed, 0),
    kinds,
    transfers: transferStatistics(activities),
    stored: trafficOf(activities.filter(({ kind }) => kind === "stored")),
    loaded: trafficOf(activities.filter(({ kind }) => kind === "loaded")),
    ...serverStatistics(data, durationMs),
    workers: timeline.workers.map((worker) => workerStatistics(worker, timeline)),
  };
}

function kindStatistics(tasks: ComputedTasks, functions: readonly string[]): readonly KindStatistics[] {
  const byFunction = new Map<number, number[]>();
  for (let i = 0; i < tasks.count; i++) {
    const fn = tasks.fn[i] as number;
    const rows = byFunction.get(fn);
    if (rows === undefined) byFunction.set(fn, [i]);
    else rows.push(i);
  }
  const kinds = [...byFunction].map(([fn, rows]) => {
    const times = Float64Array.from(rows, (row) => (tasks.duration[row] as number) / 1000).sort();
    const totalMs = times.reduce((sum, each) => sum + each, 0);
    return {
      name: nameOf(functions, fn),
      count: rows.length,
      failed: rows.reduce((sum, row) => sum + (tasks.failed[row] as number), 0),
      totalMs,
      meanMs: totalMs / rows.length,
      medianMs: medianOf(times),
      maxMs: times.at(-1) ?? 0,
      bytes: rows.reduce((sum, row) => sum + (tasks.bytes[row] as number), 0),
    };
  });
  return kinds.sort((a, b) => b.totalMs - a.totalMs);
}

function medianOf(sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle)] as number)) / 2;
}

function transferStatistics(activities: readonly TraceActivity[]): TraceStatistics["transfers"] {
  const transfers = activities.filter((each) => each.kind === "transferred");
  const byPair = new Map<string, (typeof transfers)[number][]>();
  for (const transfer of transfers) {
    const pair = `${transfer.from}>${transfer.worker}`;
    byPair.set(pair, [...(byPair.get(pair) ?? []), transfer]);
  }
  const between = [...byPair.values()].map((list) => {
    const { from, worker } = list[0] as (typeof transfers)[number];
    return { from, to: worker, ...trafficOf(list) };
  });
  return { ...trafficOf(transfers), between: between.sort((a, b) => b.bytes - a.bytes) };
}

function trafficOf(activities: readonly TraceActivity[]): TrafficStatistics {
  let [results, bytes, total] = [0, 0, 0];
  for (const each of activities) {
    if (each.kind === "worked") continue;
    results += each.results;
    bytes += each.bytes;
    total += each.stop - each.start;
  }
  return { count: activities.length, results, bytes, totalMs: total / 1000 };
}

function serverStatistics(
  { log }: TraceData,
  durationMs: number,
): Pick<TraceStatistics, "moves" | "messages" | "server"> {
  const moves = { asked: 0, done: 0 };
  const sent = { count: 0, bytes: 0 };
  const received = { count: 0, bytes: 0 };
  const micros = PARTS.map(() => 0);
  for (const { kind, ints, floats, start, end } of readRecords(log)) {
    if (kind === Kind.retractionAsked) moves.asked += (end - start) / 2;
    else if (kind === Kind.retractionAnswered) {
      for (let at = start; at < end; at += 3) moves.done += ints[at + 2] as number;
    } else if (kind === Kind.measured) {
      micros[ints[start] as number]! += floats[start + 1] as number;
    } else if (kind === Kind.messagesSent || kind === Kind.messagesReceived) {
      const side = kind === Kind.messagesSent ? sent : received;
      side.count += ints[start] as number;
      side.bytes += readLong(ints, start + 2);
    }
  }
  const [serverMs = 0, schedulerMs = 0, messagesMs = 0, clientMs = 0] = micros.map((each) => each / 1000);
  const idleMs = Math.max(0, durationMs - serverMs - schedulerMs - messagesMs - clientMs);
  return { moves, messages: { sent, received }, server: { serverMs, schedulerMs, messagesMs, clientMs, idleMs } };
}

function workerStatistics({ worker, cores, joined, lost }: TracedWorker, timeline: Timeline): WorkerStatistics {
  const { tasks, activities } = timeline;
  const there = Math.max(0, Math.min(lost, timeline.stop) - Math.max(joined, timeline.start)) / 1000;
  let [count, user] = [0, 0];
  for (let i = 0; i < tasks.count; i++) {
    if (tasks.worker[i] !== worker) continue;
    count++;
    user += tasks.duration[i] as number;
  }
  let worked = 0;
  for (const each of activities) if (each.kind === "worked" && each.worker === worker) worked += each.duration;
  const userMs = user / 1000;
  // With several cores tasks have threads of their own; with one they are a part of what the thread did.
  const engineMs = Math.max(0, cores > 1 ? worked / 1000 : worked / 1000 - userMs);
  const idleMs = Math.max(0, cores * there - userMs - (cores > 1 ? 0 : engineMs));
  const utilisation = there > 0 ? Math.min(1, userMs / (cores * there)) : 0;
  return { worker, cores, tasks: count, userMs, engineMs, idleMs, utilisation };
}
