// What the report's page draws, as JSON: columns are the text of their bytes (base64), since numbers as text would be
// three times as long.
import type { HeldBytes } from "../held-bytes.ts";
import { heldBytes } from "../held-bytes.ts";
import { assignLanes } from "../lanes.ts";
import { nameOf } from "../read-events.ts";
import type { Trace } from "../trace.ts";

/** A core of a worker: one row of the task stream. Its tasks are `first .. first + count` of the columns, by start. */
export interface StreamRow {
  readonly worker: number;
  readonly core: number;
  readonly cores: number;
  readonly first: number;
  readonly count: number;
}

/** A transfer or an operation of a worker's store. */
export interface StreamTraffic {
  readonly worker: number;
  readonly kind: "transferred" | "stored" | "loaded";
  readonly from: number;
  readonly results: number;
  readonly bytes: number;
  /** Milliseconds from the beginning of the stream. */
  readonly start: number;
  readonly duration: number;
}

export interface ReportPayload {
  /** Length of the stream in milliseconds. */
  readonly duration: number;
  /** Kinds of tasks, the one that took longest first. */
  readonly kinds: readonly string[];
  readonly rows: readonly StreamRow[];
  /** By task: milliseconds from the beginning of the stream, as 64-bit floats. */
  readonly starts: string;
  /** By task: milliseconds, as 32-bit floats. */
  readonly durations: string;
  /** By task: index of its kind, in 16 bits; the highest bit: it failed. */
  readonly taskKinds: string;
  /** By task: its id, in 32 bits. */
  readonly taskIds: string;
  readonly traffic: readonly StreamTraffic[];
  readonly held: readonly HeldBytes[];
}

/** The bit of `taskKinds` that says that the task failed. */
export const FAILED = 0x8000;
/** Steps of a line in the chart of memory. */
const HELD_STEPS = 1000;

export function payloadOf(trace: Trace): ReportPayload {
  const { timeline, data } = trace;
  const { tasks, workers, activities, start: origin, stop } = timeline;
  const kinds = trace.statistics().kinds.map(({ name }) => name);
  const order: number[] = [];
  const rows: StreamRow[] = [];
  const byWorker = new Map<number, number[]>(workers.map(({ worker }) => [worker, []]));
  for (let i = 0; i < tasks.count; i++) byWorker.get(tasks.worker[i] as number)?.push(i);
  for (const { worker, cores } of workers) {
    const own = (byWorker.get(worker) ?? []).sort((a, b) => (tasks.start[a] as number) - (tasks.start[b] as number));
    const lanes = assignLanes(
      own.map((row) => tasks.start[row] as number),
      own.map((row) => tasks.duration[row] as number),
      cores,
    );
    for (let core = 0; core < cores; core++) {
      const first = order.length;
      for (let i = 0; i < own.length; i++) if (lanes[i] === core) order.push(own[i] as number);
      rows.push({ worker, core, cores, first, count: order.length - first });
    }
  }
  const kindOf = new Map(kinds.map((name, index) => [name, index]));
  const pick = (column: ArrayLike<number>): number[] => order.map((row) => column[row] as number);
  const failed = pick(tasks.failed);
  const taskKinds = pick(tasks.fn).map(
    (fn, i) => Math.min(FAILED - 1, kindOf.get(nameOf(data.functions, fn)) ?? 0) | (failed[i] === 1 ? FAILED : 0),
  );
  const toMs = (time: number): number => (time - origin) / 1000;
  return {
    duration: toMs(stop),
    kinds,
    rows,
    starts: textOf(Float64Array.from(pick(tasks.start), toMs)),
    durations: textOf(Float32Array.from(pick(tasks.duration), (each) => each / 1000)),
    taskKinds: textOf(Uint16Array.from(taskKinds)),
    taskIds: textOf(Int32Array.from(pick(tasks.task))),
    traffic: activities
      .filter((each) => each.kind !== "worked")
      .map(({ worker, kind, results, bytes, start, stop: end, ...rest }) => ({
        ...{ worker, kind, results, bytes, from: "from" in rest ? rest.from : worker },
        ...{ start: toMs(start), duration: (end - start) / 1000 },
      })),
    held: heldBytes(data.log, (stop - origin) / HELD_STEPS).map(({ worker, times, bytes }) => ({
      worker,
      times: times.map(toMs),
      bytes,
    })),
  };
}

/** The bytes of a column, in the order of this machine: little endian everywhere. */
function textOf(column: ArrayBufferView): string {
  const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
