// What one turn has to tell the scheduler, gathered in columns; see `SchedulerEvent` for the meaning of each kind.
import { IntList } from "../base/int-list.ts";
import type { Measured } from "../protocol/worker-to-reactor.ts";
import type { SchedulerEvent } from "../scheduler/scheduler.ts";

/** Pairs (task, worker) of one kind. */
class Pairs {
  readonly #tasks = new IntList();
  readonly #workers = new IntList();

  push(task: number, worker: number): void {
    this.#tasks.push(task);
    this.#workers.push(worker);
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  take(): { readonly tasks: Int32Array; readonly workers: Int32Array } {
    return { tasks: this.#tasks.take(), workers: this.#workers.take() };
  }
}

/** The functions of tasks. Most pieces of a submission call one: then nothing is written per task (B1). */
class FunctionColumn {
  readonly #functions = new IntList();
  /** What the first `#same` tasks call, while nothing else stands in the list. */
  #fn = 0;
  #same = 0;

  push(fn: number): void {
    const list = this.#functions;
    if (list.length === 0 && (this.#same === 0 || fn === this.#fn)) {
      this.#fn = fn;
      this.#same++;
      return;
    }
    if (list.length === 0) {
      list.extend(this.#same);
      list.items.fill(this.#fn, 0, this.#same);
    }
    list.push(fn);
  }

  take(): Int32Array {
    const same = this.#same;
    this.#same = 0;
    if (this.#functions.length > 0) return this.#functions.take();
    const column = new Int32Array(same);
    return this.#fn === 0 ? column : column.fill(this.#fn);
  }
}

export class SchedulerFacts {
  #workersAdded: SchedulerEvent[] = [];
  #workersRemoved: SchedulerEvent[] = [];
  #room: SchedulerEvent | undefined;
  readonly #added = new IntList();
  readonly #inputOffsets = new IntList();
  readonly #inputs = new IntList();
  readonly #levels = new IntList();
  readonly #functions = new FunctionColumn();
  readonly #learnedFunctions = new IntList(0);
  readonly #learnedMilliseconds: number[] = [];
  readonly #bandwidths: number[] = [];
  readonly #data = new Pairs();
  #dataBytes: number[] = [];
  readonly #finished = new Pairs();
  #finishedBytes: number[] = [];
  readonly started = new Pairs();
  /** By task that runs, what it has come to in this turn: whether it holds a core, and where. */
  readonly #cores = new Map<number, { readonly worker: number; readonly isHeld: boolean }>();
  readonly placed = new Pairs();
  readonly moved = new Pairs();
  readonly kept = new Pairs();
  readonly removed = new Pairs();
  readonly dropped = new IntList();
  readonly reopened = new IntList();
  readonly forgotten = new IntList();

  get isEmpty(): boolean {
    const lists = [this.#added, this.dropped, this.reopened, this.forgotten];
    const pairs = [this.#data, this.#finished, this.started, this.placed, this.moved, this.kept, this.removed];
    return (
      lists.every((list) => list.length === 0) &&
      pairs.every((list) => list.isEmpty) &&
      this.#workersAdded.length + this.#workersRemoved.length + this.#cores.size === 0 &&
      this.#learnedMilliseconds.length + this.#bandwidths.length === 0
    );
  }

  needRoom(tasks: number, arcs: number): void {
    this.#room = { kind: "room-needed", tasks, arcs };
  }

  addWorker(worker: number, cores: number, node: number): void {
    this.#workersAdded.push({ kind: "worker-added", worker, cores, node });
  }

  removeWorker(worker: number): void {
    this.#workersRemoved.push({ kind: "worker-removed", worker });
  }

  /** A worker's measurements. */
  learn({ functions, milliseconds, bytesPerSecond }: Measured): void {
    for (const fn of functions) this.#learnedFunctions.push(fn);
    this.#learnedMilliseconds.push(...milliseconds);
    if (bytesPerSecond !== undefined) this.#bandwidths.push(bytesPerSecond);
  }

  /** Begins a new task, a call of function `fn`; its inputs follow by `addInput`. */
  addTask(task: number, level: number, fn: number): void {
    this.#added.push(task);
    this.#inputOffsets.push(this.#inputs.length);
    this.#levels.push(level);
    this.#functions.push(fn);
  }

  addInput(input: number): void {
    this.#inputs.push(input);
  }

  addData(task: number, worker: number, bytes: number): void {
    this.#data.push(task, worker);
    this.#dataBytes.push(bytes);
  }

  /** A task that runs has given its core back, or has one again. */
  hold(task: number, worker: number, isHeld: boolean): void {
    this.#cores.set(task, { worker, isHeld });
  }

  finish(task: number, worker: number, bytes: number): void {
    this.#finished.push(task, worker);
    this.#finishedBytes.push(bytes);
  }

  /** All facts since the last call, in the order of the contract; of reopened tasks those that `select` leaves, in its order. */
  take(select: (reopened: Int32Array) => readonly number[]): SchedulerEvent[] {
    const events = this.#workersAdded;
    this.#workersAdded = [];
    if (this.#learnedMilliseconds.length + this.#bandwidths.length > 0) this.#takeLearned(events);
    if (!this.#data.isEmpty) {
      events.push({ kind: "data-added", ...this.#data.take(), bytes: Float64Array.from(this.#dataBytes) });
      this.#dataBytes = [];
    }
    if (this.#room !== undefined) events.push(this.#room);
    this.#room = undefined;
    if (this.#added.length > 0) {
      this.#inputOffsets.push(this.#inputs.length);
      events.push({
        kind: "tasks-added",
        tasks: this.#added.take(),
        inputOffsets: this.#inputOffsets.take(),
        inputs: this.#inputs.take(),
        levels: this.#levels.take(),
        functions: this.#functions.take(),
      });
    }
    if (!this.started.isEmpty) events.push({ kind: "started", ...this.started.take() });
    if (this.#cores.size > 0) this.#takeCores(events);
    if (!this.#finished.isEmpty) {
      events.push({ kind: "finished", ...this.#finished.take(), bytes: Float64Array.from(this.#finishedBytes) });
      this.#finishedBytes = [];
    }
    if (!this.placed.isEmpty) events.push({ kind: "placed", ...this.placed.take() });
    if (!this.moved.isEmpty) events.push({ kind: "moved", ...this.moved.take() });
    if (!this.kept.isEmpty) events.push({ kind: "kept", ...this.kept.take() });
    if (!this.removed.isEmpty) events.push({ kind: "removed", ...this.removed.take() });
    if (this.dropped.length > 0) events.push({ kind: "dropped", tasks: this.dropped.take() });
    if (this.#workersRemoved.length > 0) events.push(...this.#workersRemoved.splice(0));
    const reopened = this.reopened.length > 0 ? select(this.reopened.take()) : [];
    if (reopened.length > 0) events.push({ kind: "reopened", tasks: Int32Array.from(reopened) });
    if (this.forgotten.length > 0) events.push({ kind: "forgotten", tasks: this.forgotten.take() });
    return events;
  }

  #takeCores(events: SchedulerEvent[]): void {
    const paused = new Pairs();
    const resumed = new Pairs();
    for (const [task, { worker, isHeld }] of this.#cores) (isHeld ? resumed : paused).push(task, worker);
    this.#cores.clear();
    if (!paused.isEmpty) events.push({ kind: "paused", ...paused.take() });
    if (!resumed.isEmpty) events.push({ kind: "resumed", ...resumed.take() });
  }

  #takeLearned(events: SchedulerEvent[]): void {
    const functions = this.#learnedFunctions.take();
    const milliseconds = Float64Array.from(this.#learnedMilliseconds.splice(0));
    if (functions.length > 0) events.push({ kind: "durations-learned", functions, milliseconds });
    for (const bytesPerSecond of this.#bandwidths.splice(0)) {
      events.push({ kind: "bandwidth-learned", bytesPerSecond });
    }
  }
}
