// When things happened on this worker, for a cluster that is traced. It stands between the machine and its driver: sees
// what the machine hears and what it wants done, and adds what it noted to the reports. Neither knows of it.

import { Activity } from "../base/timing-columns.ts";
import type { WorkerEvent } from "./events.ts";
import type { WorkerInstruction } from "./instructions.ts";
import { TimingRows } from "./timing-rows.ts";

export interface TimingsOptions {
  /** The driver's clock, in milliseconds. */
  readonly now: () => number;
  /** When that clock showed zero, in milliseconds since the epoch: by that threads tell each other times. */
  readonly epoch: number;
  /** When the trace began, in milliseconds since the epoch. */
  readonly traceStart: number;
}

interface Machine {
  handle(event: WorkerEvent): readonly WorkerInstruction[];
}

interface Running {
  task: number;
  fn: number;
  start: number;
}

type PeerMessage = WorkerEvent & { readonly kind: "peer-message" };

export class Timings {
  readonly #now: () => number;
  readonly #epoch: number;
  readonly #rows: TimingRows;
  /** The last reading of the clock. */
  #clock = 0;
  /** The task that was started last; below zero if it has ended. */
  readonly #last: Running = { task: -1, fn: 0, start: 0 };
  /** Other tasks that run, by task. */
  readonly #running = new Map<number, Running>();
  /** When each peer was asked for results. */
  readonly #asked = new Map<number, number>();
  /** When writes began, in order. */
  readonly #writes: number[] = [];
  /** When reads began, by key in the store. */
  readonly #reads = new Map<number, number>();
  /** When the driver's turn began; undefined between turns. */
  #turnStart: number | undefined;
  /** How long it has worked since the last report, and from when on. */
  #worked = { since: 0, duration: 0 };

  constructor({ now, epoch, traceStart }: TimingsOptions) {
    this.#now = now;
    this.#epoch = epoch;
    this.#rows = new TimingRows(traceStart - epoch);
  }

  /** The clock for the driver: what it reads need not be read again. */
  readonly now = (): number => this.#read();

  /** From now on sees what the machine hears and wants. */
  watch(machine: Machine): void {
    const handle = machine.handle.bind(machine);
    machine.handle = (event) => {
      if (event.kind === "peer-message" && event.message.kind === "data") return this.#receive(event, handle);
      if (event.kind === "core-offered") this.#turnStart ??= this.#clock;
      else if (event.kind === "executed") this.#onExecuted(event);
      else this.#hear(event);
      const instructions = handle(event);
      if (event.kind === "turn-ended") return this.#endTurn(instructions);
      return instructions.length === 0 ? instructions : this.#look(instructions);
    };
  }

  #read(): number {
    this.#clock = this.#now();
    return this.#clock;
  }

  #hear(event: WorkerEvent): void {
    switch (event.kind) {
      case "threw": {
        const running = this.#takeRunning(event.task);
        if (running === undefined) return;
        const { start, fn } = running;
        return this.#rows.computed(event.task, event.run, ~fn, start, Math.max(0, this.#clock - start));
      }
      case "peer-lost":
        this.#asked.delete(event.peer);
        return;
      case "stored":
        return this.#note(Activity.store, this.#writes.shift(), event.entries);
      case "loaded":
        for (const entry of event.entries) {
          this.#note(Activity.load, this.#reads.get(entry.key), [entry]);
          this.#reads.delete(entry.key);
        }
        return;
      default:
        return;
    }
  }

  /** Hot path (B2): the clock is read once per task, when it starts; when it ends the driver has read it. */
  #look(instructions: readonly WorkerInstruction[]): readonly WorkerInstruction[] {
    let hasReport = false;
    for (const instruction of instructions) {
      switch (instruction.kind) {
        case "execute":
          this.#onExecute(instruction.task, instruction.fn);
          break;
        case "report":
          hasReport = true;
          break;
        case "tell-peer":
          this.#asked.set(instruction.peer, this.#read());
          break;
        case "store":
          this.#writes.push(this.#read());
          break;
        case "load":
          for (const { key } of instruction.entries) this.#reads.set(key, this.#clock);
          break;
        default:
      }
    }
    return hasReport ? this.#addTo(instructions) : instructions;
  }

  #endTurn(instructions: readonly WorkerInstruction[]): readonly WorkerInstruction[] {
    if (this.#turnStart !== undefined) {
      if (this.#worked.duration === 0) this.#worked.since = this.#turnStart;
      this.#worked.duration += this.#read() - this.#turnStart;
      this.#turnStart = undefined;
    }
    const seen = this.#look(instructions);
    return this.#rows.isEmpty ? seen : [{ kind: "report", envelope: [this.#take()] }, ...seen];
  }

  /** What was noted goes before the first thing that is reported. */
  #addTo(instructions: readonly WorkerInstruction[]): readonly WorkerInstruction[] {
    const at = instructions.findIndex(({ kind }) => kind === "report");
    return instructions.map((instruction, i) => {
      if (i !== at || instruction.kind !== "report") return instruction;
      return { kind: "report", envelope: [this.#take(), ...instruction.envelope] };
    });
  }

  #take(): ReturnType<TimingRows["take"]> {
    const { since, duration } = this.#worked;
    if (duration > 0) this.#rows.add(Activity.work, since, duration);
    this.#worked.duration = 0;
    return this.#rows.take();
  }

  #onExecute(task: number, fn: number): void {
    const last = this.#last;
    if (last.task >= 0) this.#running.set(last.task, { ...last });
    last.task = task;
    last.fn = fn;
    last.start = this.#read();
  }

  #takeRunning(task: number): Running | undefined {
    if (this.#last.task === task) {
      this.#last.task = -1;
      return this.#last;
    }
    const running = this.#running.get(task);
    this.#running.delete(task);
    return running;
  }

  #onExecuted(event: WorkerEvent & { readonly kind: "executed" }): void {
    const running = this.#takeRunning(event.task);
    if (running === undefined) return;
    const { task, run, duration } = event;
    if (event.start !== undefined) {
      return this.#rows.computed(task, run, running.fn, event.start - this.#epoch, duration);
    }
    // Who had to wait for its function to be loaded began later than it was started.
    const start = Math.max(running.start, this.#clock - duration);
    this.#rows.computed(task, run, running.fn, start, Math.max(0, this.#clock - start));
  }

  /** Results came from a peer; the machine looks how large they are. */
  #receive(event: PeerMessage, handle: Machine["handle"]): readonly WorkerInstruction[] {
    const { peer, message } = event;
    const start = this.#asked.get(peer);
    const stop = this.#read();
    this.#asked.delete(peer);
    let results = 0;
    let bytes = 0;
    const sizeOf = (value: unknown): number => {
      const size = event.sizeOf(value);
      results++;
      bytes += size;
      return size;
    };
    const instructions = handle({ kind: "peer-message", peer, message, sizeOf });
    if (start !== undefined && results > 0) {
      this.#rows.add(Activity.transfer, start, stop - start, { peer, results, bytes });
    }
    return instructions.length === 0 ? instructions : this.#look(instructions);
  }

  #note(what: Activity, start: number | undefined, entries: readonly { readonly bytes: number }[]): void {
    if (start === undefined) return;
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    this.#rows.add(what, start, this.#read() - start, { results: entries.length, bytes });
  }
}
