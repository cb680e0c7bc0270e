// A trace that was written by hand, record by record.
import { COMPUTED_SIZE, floatBits } from "../../src/base/timing-columns.ts";
import { EventLog } from "../../src/trace/event-log.ts";
import type { Part } from "../../src/trace/records.ts";
import { Kind, PARTS, writeLong } from "../../src/trace/records.ts";
import { Trace } from "../../src/trace/trace.ts";

/** Times in microseconds. */
export class HandMadeTrace {
  readonly #log = new EventLog(1_000_000);
  readonly #functions: readonly string[];

  constructor(functions: readonly string[]) {
    this.#functions = functions;
  }

  take(stop: number): Trace {
    const data = { start: 1_800_000_000_000, stop, functions: this.#functions, log: this.#log.copy() };
    return new Trace(data, { Scheduler: "by hand", Workers: 2 });
  }

  write(kind: keyof typeof Kind, worker: number, time: number, payload: readonly number[] = []): void {
    const at = this.#log.begin(Kind[kind], worker, time, payload.length);
    this.#log.ints.set(payload, at);
  }

  joined(worker: number, cores = 1, time = 0): void {
    this.write("workerJoined", worker, time, [cores, 0]);
  }

  created(time: number, task: number, inputs: readonly number[] = []): void {
    this.write("created", -1, time, [1, task, 0, inputs.length, ...inputs]);
  }

  /** A task is computed, and reported `late` microseconds after its end. */
  computed(worker: number, task: number, fn: number, start: number, duration: number, bytes = 8, late = 10): void {
    const row = [task, 1, fn, floatBits(0), floatBits(duration)];
    if (row.length !== COMPUTED_SIZE) throw new Error("the layout of computed tasks has changed");
    this.write("computed", worker, start + duration + late, [...long(start), ...row]);
    if (fn < 0) this.write("failed", worker, start + duration + late, [task, 1]);
    else this.write("finished", worker, start + duration + late, [task, 1, ...long(bytes)]);
  }

  activity(what: number, worker: number, peer: number, start: number, duration: number, bytes = 0): void {
    const payload = [what, peer, 1, ...long(bytes), ...long(start), floatBits(duration)];
    this.write("activity", worker, start + duration, payload);
  }

  measured(part: Part, start: number, duration: number): void {
    this.write("measured", -1, start + duration, [PARTS.indexOf(part), floatBits(duration)]);
  }
}

function long(value: number): readonly number[] {
  const ints = new Int32Array(2);
  writeLong(ints, 0, value);
  return [...ints];
}
