// From records to events, oldest first, one at a time: a trace of millions of them is never in memory as objects.
import { Activity, COMPUTED_SIZE } from "../base/timing-columns.ts";
import type { LogRecord } from "./event-log.ts";
import { readRecords } from "./event-log.ts";
import { Kind, PARTS, readLong } from "./records.ts";
import type { TraceData } from "./trace-data.ts";
import type { TraceActivity, TraceEvent } from "./trace-event.ts";

/** When a task ran; a worker tells it before it reports the task. */
interface Times {
  readonly run: number;
  readonly start: number;
  readonly stop: number;
}

export function* readEvents({ log, functions }: TraceData): Generator<TraceEvent, void> {
  const times = new Map<number, Times>();
  for (const record of readRecords(log)) {
    if (record.kind === Kind.computed) noteTimes(record, times);
    else yield* eventsOf(record, functions, times);
  }
}

function noteTimes(record: LogRecord, times: Map<number, Times>): void {
  eachComputed(record, (task, run, _fn, start, duration) => {
    times.set(task, { run, start: tidy(start), stop: tidy(start + duration) });
  });
}

/** Calls back for each task of a `computed` record; `~fn` threw. Times in microseconds. */
export function eachComputed(
  { ints, floats, start: from, end }: LogRecord,
  visit: (task: number, run: number, fn: number, start: number, duration: number) => void,
): void {
  const base = readLong(ints, from);
  for (let at = from + 2; at < end; at += COMPUTED_SIZE) {
    const start = base + (floats[at + 3] as number);
    visit(ints[at] as number, ints[at + 1] as number, ints[at + 2] as number, start, floats[at + 4] as number);
  }
}

/** The managed bytes that stand at `at` and behind it, whether the result is in shared memory or not. */
export function bytesAt(ints: Int32Array, at: number): number {
  const high = ints[at] as number;
  return (high < 0 ? ~high : high) * 2 ** 30 + (ints[at + 1] as number);
}

function* eventsOf(
  record: LogRecord,
  functions: readonly string[],
  times: Map<number, Times>,
): Generator<TraceEvent, void> {
  const { kind, worker, ints, floats, start, end } = record;
  const time = record.time;
  const at = (index: number): number => ints[index] as number;
  const takeTimes = (task: number, run: number): { start?: number; stop?: number } => {
    const found = times.get(task);
    times.delete(task);
    return found?.run === run ? { start: found.start, stop: found.stop } : {};
  };
  switch (kind) {
    case Kind.created: {
      const count = at(start);
      const offsets = start + 1 + count;
      const inputs = offsets + count + 1;
      for (let i = 0; i < count; i++) {
        const own = ints.subarray(inputs + at(offsets + i), inputs + at(offsets + i + 1));
        yield { time, kind: "created", task: at(start + 1 + i), inputs: [...own] };
      }
      return;
    }
    case Kind.assigned:
      for (let i = start; i < end; i += 2) yield { time, kind: "assigned", task: at(i), worker: at(i + 1) };
      return;
    case Kind.sent:
      for (let i = start; i < end; i += 3) {
        yield { time, kind: "sent", task: at(i), run: at(i + 1), worker, fn: nameOf(functions, at(i + 2)) };
      }
      return;
    case Kind.finished:
      for (let i = start; i < end; i += 4) {
        const [task, run, bytes] = [at(i), at(i + 1), bytesAt(ints, i + 2)];
        yield { time, kind: "finished", task, run, worker, bytes, ...takeTimes(task, run) };
      }
      return;
    case Kind.failed:
      yield {
        time,
        kind: "failed",
        task: at(start),
        run: at(start + 1),
        worker,
        ...takeTimes(at(start), at(start + 1)),
      };
      return;
    case Kind.started:
    case Kind.placed:
    case Kind.freed:
    case Kind.mislaid:
    case Kind.retractionAsked: {
      const name = PAIRS[kind];
      for (let i = start; i < end; i += 2) yield { time, kind: name, task: at(i), run: at(i + 1), worker };
      return;
    }
    case Kind.taken:
      for (let i = start; i < end; i += 3) {
        yield { time, kind: "placed", task: at(i), run: at(i + 1), worker, from: at(i + 2) };
      }
      return;
    case Kind.retractionAnswered:
      for (let i = start; i < end; i += 3) {
        const success = at(i + 2) === 1;
        yield { time, kind: "retraction-answered", task: at(i), run: at(i + 1), worker, success };
      }
      return;
    case Kind.dropped:
    case Kind.removed:
      for (let i = start; i < end; i++)
        yield { time, kind: kind === Kind.dropped ? "dropped" : "removed", task: at(i) };
      return;
    case Kind.workerJoined:
      yield { time, kind: "worker-joined", worker, cores: at(start), node: at(start + 1) };
      return;
    case Kind.workerLost:
      yield { time, kind: "worker-lost", worker };
      return;
    case Kind.messagesSent:
    case Kind.messagesReceived: {
      const name = kind === Kind.messagesSent ? "messages-sent" : "messages-received";
      const [envelopes, messages] = [at(start), at(start + 1)];
      yield { time, kind: name, envelopes, messages, bytes: readLong(ints, start + 2) };
      return;
    }
    case Kind.measured: {
      const part = PARTS[at(start)];
      const duration = floats[start + 1] as number;
      if (part !== undefined) yield { time, kind: "measured", part, start: tidy(time - duration), stop: time };
      return;
    }
    case Kind.activity:
      yield activityOf(record);
      return;
    default:
      throw new RangeError(`Cannot read a trace: record of kind ${kind} is unknown, must be one of records.ts`);
  }
}

const PAIRS = {
  [Kind.started]: "started",
  [Kind.placed]: "placed",
  [Kind.freed]: "freed",
  [Kind.mislaid]: "mislaid",
  [Kind.retractionAsked]: "retraction-asked",
} as const;

/** The event of an `activity` record. */
export function activityOf({ worker, time, ints, floats, start: at }: LogRecord): TraceActivity {
  const results = ints[at + 2] as number;
  const bytes = readLong(ints, at + 3);
  const start = readLong(ints, at + 5);
  const duration = tidy(floats[at + 7] as number);
  const stop = tidy(start + duration);
  switch (ints[at]) {
    case Activity.transfer:
      return { time, kind: "transferred", worker, from: ints[at + 1] as number, results, bytes, start, stop };
    case Activity.work:
      return { time, kind: "worked", worker, start, duration };
    default:
      return { time, kind: ints[at] === Activity.store ? "stored" : "loaded", worker, results, bytes, start, stop };
  }
}

/** The name of a function; of one whose name went with older records, its number. */
export const nameOf = (functions: readonly string[], fn: number): string => functions[fn] || `function ${fn}`;

/** Clocks tell no more than hundredths of a microsecond. */
const tidy = (microseconds: number): number => Math.round(100 * microseconds) / 100;
