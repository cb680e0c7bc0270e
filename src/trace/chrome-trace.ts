// Chrome's Trace Event Format: a process per worker and one for the server, a thread per core, transfers and the store in
// threads of their own, held bytes as counters.
import { readRecords } from "./event-log.ts";
import { heldBytes } from "./held-bytes.ts";
import { assignLanes } from "./lanes.ts";
import { nameOf } from "./read-events.ts";
import { Kind, PARTS } from "./records.ts";
import type { Timeline } from "./timeline.ts";
import type { TraceData } from "./trace-data.ts";
import type { TraceActivity } from "./trace-event.ts";

/** An event of the format; times are microseconds. */
interface ChromeEvent {
  readonly name: string;
  /** X: from `ts` for `dur`; C: counter; M: says what a process or thread is called. */
  readonly ph: "X" | "C" | "M";
  readonly ts: number;
  readonly pid: number;
  readonly tid: number;
  readonly dur?: number;
  readonly cat?: string;
  readonly args?: Readonly<Record<string, string | number>>;
}

const SERVER = 1;
const processOf = (worker: number): number => worker + 2;
/** Threads of a worker's process: its cores from 1 on, then these. */
const TRANSFERS = 1001;
const STORE = 2001;
/** Counters have at most so many steps. */
const COUNTER_STEPS = 2000;

export function chromeTrace(data: TraceData, timeline: Timeline): string {
  const events = [
    ...taskEvents(data, timeline),
    ...activityEvents(timeline),
    ...serverEvents(data),
    ...counterEvents(data, timeline),
  ].sort((a, b) => a.ts - b.ts);
  const names = nameEvents(events, timeline);
  const lines = [...names, ...events].map((event) => JSON.stringify(event));
  const began = JSON.stringify(new Date(data.start).toISOString());
  return `{"displayTimeUnit":"ms","otherData":{"began":${began}},"traceEvents":[\n${lines.join(",\n")}\n]}\n`;
}

function taskEvents({ functions }: TraceData, { tasks, workers }: Timeline): ChromeEvent[] {
  return workers.flatMap(({ worker, cores }) => {
    const rows = Array.from(tasks.worker.keys()).filter((row) => tasks.worker[row] === worker);
    const [start, duration] = [tasks.start, tasks.duration].map((column) => rows.map((row) => column[row] as number));
    const lanes = assignLanes(start ?? [], duration ?? [], cores);
    return rows.map((row, i): ChromeEvent => {
      const [task, run, bytes] = [tasks.task[row], tasks.run[row], tasks.bytes[row]] as [number, number, number];
      return {
        ...{ name: nameOf(functions, tasks.fn[row] as number), cat: "task", ph: "X" },
        ...{ ts: tidy(tasks.start[row] as number), dur: tidy(tasks.duration[row] as number) },
        ...{ pid: processOf(worker), tid: 1 + (lanes[i] as number) },
        args: { task, run, bytes, ...(tasks.failed[row] === 1 ? { outcome: "failed" } : {}) },
      };
    });
  });
}

/** One thread for each that overlaps with others: a thread's events must lie within each other. */
function activityEvents({ activities, workers }: Timeline): ChromeEvent[] {
  return workers.flatMap(({ worker }) => {
    const traffic = activities.filter((each) => each.kind !== "worked").filter((each) => each.worker === worker);
    const moved = traffic.filter((each) => each.kind === "transferred");
    const stored = traffic.filter((each) => each.kind !== "transferred");
    return [...inLanes(moved, TRANSFERS), ...inLanes(stored, STORE)];
  });
}

function inLanes(list: readonly Exclude<TraceActivity, { readonly kind: "worked" }>[], tid: number): ChromeEvent[] {
  const lanes = assignLanes(
    list.map(({ start }) => start),
    list.map(({ start, stop }) => stop - start),
  );
  return list.map((each, i): ChromeEvent => {
    const { worker, kind, start, stop, results, bytes } = each;
    return {
      ...{ name: kind === "transferred" ? `from worker ${each.from}` : kind, cat: kind, ph: "X" },
      ...{ ts: tidy(start), dur: tidy(stop - start), pid: processOf(worker), tid: tid + (lanes[i] as number) },
      args: { results, bytes },
    };
  });
}

function serverEvents({ log }: TraceData): ChromeEvent[] {
  const events: ChromeEvent[] = [];
  for (const { kind, time, ints, floats, start } of readRecords(log)) {
    if (kind !== Kind.measured) continue;
    const dur = tidy(floats[start + 1] as number);
    const ts = tidy(Math.max(0, time - dur));
    events.push({ name: PARTS[ints[start] as number] ?? "", cat: "server", ph: "X", ts, dur, pid: SERVER, tid: 1 });
  }
  return events;
}

function counterEvents({ log }: TraceData, { start, stop }: Timeline): ChromeEvent[] {
  return heldBytes(log, (stop - start) / COUNTER_STEPS).flatMap(({ worker, times, bytes }) =>
    times.map((ts, i): ChromeEvent => {
      const args = { bytes: bytes[i] as number };
      return { name: "held bytes", ph: "C", ts: tidy(ts), pid: processOf(worker), tid: 0, args };
    }),
  );
}

/** What processes and threads are called; those that have events. */
function nameEvents(events: readonly ChromeEvent[], { workers }: Timeline): ChromeEvent[] {
  const name = (what: string, pid: number, tid: number, args: NonNullable<ChromeEvent["args"]>): ChromeEvent => ({
    ...{ name: what, ph: "M", ts: 0, pid, tid, args },
  });
  const processes = [
    { pid: SERVER, label: "server" },
    ...workers.map(({ worker }) => ({ pid: processOf(worker), label: `worker ${worker}` })),
  ];
  const threads = new Map(events.map(({ pid, tid }) => [`${pid} ${tid}`, { pid, tid }]));
  return [
    ...processes.flatMap(({ pid, label }) => [
      name("process_name", pid, 0, { name: label }),
      name("process_sort_index", pid, 0, { sort_index: pid }),
    ]),
    ...[...threads.values()].flatMap(({ pid, tid }) => [
      name("thread_name", pid, tid, { name: threadName(pid, tid) }),
      name("thread_sort_index", pid, tid, { sort_index: tid }),
    ]),
  ];
}

function threadName(pid: number, tid: number): string {
  if (pid === SERVER) return "reactor and scheduler";
  if (tid === 0) return "memory";
  if (tid < TRANSFERS) return `core ${tid}`;
  return tid < STORE ? `transfers ${tid - TRANSFERS + 1}` : `store ${tid - STORE + 1}`;
}

const tidy = (microseconds: number): number => Math.round(1000 * microseconds) / 1000;
