// What one turn has to tell the scheduler, gathered in columns; see `SchedulerEvent` for the meaning of each kind.
import { FloatList } from "../base/float-list.ts";
import { IntList } from "../base/int-list.ts";
import type { SchedulerEvent } from "../scheduler/scheduler.ts";

/** Pairs (task, worker) of one kind. */
class Pairs {
  readonly #tasks = new IntList();
  readonly #workers = new IntList();

  push(task: number, worker: number): void {
    this.#tasks.push(task);
    this.#workers.push(worker);
  }

  get length(): number {
    return this.#tasks.length;
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  view(): { readonly tasks: Int32Array; readonly workers: Int32Array } {
    return { tasks: this.#tasks.view(), workers: this.#workers.view() };
  }

  clear(): void {
    this.#tasks.clear();
    this.#workers.clear();
  }
}

export class SchedulerFacts {
  readonly #workersAdded: SchedulerEvent[] = [];
  readonly #workersRemoved: SchedulerEvent[] = [];
  #room: SchedulerEvent | undefined;
  readonly #added = new IntList();
  readonly #inputOffsets = new IntList();
  readonly #inputs = new IntList();
  readonly #levels = new IntList();
  readonly #data = new Pairs();
  readonly #dataBytes = new FloatList();
  readonly #finished = new Pairs();
  readonly #finishedBytes = new FloatList();
  readonly started = new Pairs();
  readonly placed = new Pairs();
  readonly moved = new Pairs();
  readonly kept = new Pairs();
  readonly removed = new Pairs();
  readonly dropped = new IntList();
  readonly reopened = new IntList();
  readonly forgotten = new IntList();

  readonly #lists = [
    ...[this.#added, this.#inputOffsets, this.#inputs, this.#levels, this.#dataBytes, this.#finishedBytes],
    ...[this.#data, this.#finished, this.started, this.placed, this.moved, this.kept, this.removed],
    ...[this.dropped, this.reopened, this.forgotten],
  ];

  get isEmpty(): boolean {
    return (
      this.#workersAdded.length + this.#workersRemoved.length === 0 && this.#lists.every((list) => list.length === 0)
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

  /** Begins a new task; its inputs follow by `addInput`. */
  addTask(task: number, level: number): void {
    this.#added.push(task);
    this.#inputOffsets.push(this.#inputs.length);
    this.#levels.push(level);
  }

  addInput(input: number): void {
    this.#inputs.push(input);
  }

  addData(task: number, worker: number, bytes: number): void {
    this.#data.push(task, worker);
    this.#dataBytes.push(bytes);
  }

  finish(task: number, worker: number, bytes: number): void {
    this.#finished.push(task, worker);
    this.#finishedBytes.push(bytes);
  }

  /**
   * All facts, in the order of the contract; of reopened tasks those that `select` leaves, in its order. Their columns are
   * views of the lists: valid until `clear`.
   */
  events(select: (reopened: Int32Array) => readonly number[]): readonly SchedulerEvent[] {
    const events = [...this.#workersAdded];
    if (!this.#data.isEmpty) events.push({ kind: "data-added", ...this.#data.view(), bytes: this.#dataBytes.view() });
    if (this.#room !== undefined) events.push(this.#room);
    if (this.#added.length > 0) {
      this.#inputOffsets.push(this.#inputs.length);
      events.push({
        kind: "tasks-added",
        tasks: this.#added.view(),
        inputOffsets: this.#inputOffsets.view(),
        inputs: this.#inputs.view(),
        levels: this.#levels.view(),
      });
    }
    if (!this.started.isEmpty) events.push({ kind: "started", ...this.started.view() });
    if (!this.#finished.isEmpty) {
      events.push({ kind: "finished", ...this.#finished.view(), bytes: this.#finishedBytes.view() });
    }
    if (!this.placed.isEmpty) events.push({ kind: "placed", ...this.placed.view() });
    if (!this.moved.isEmpty) events.push({ kind: "moved", ...this.moved.view() });
    if (!this.kept.isEmpty) events.push({ kind: "kept", ...this.kept.view() });
    if (!this.removed.isEmpty) events.push({ kind: "removed", ...this.removed.view() });
    if (this.dropped.length > 0) events.push({ kind: "dropped", tasks: this.dropped.view() });
    events.push(...this.#workersRemoved);
    const reopened = this.reopened.length > 0 ? select(this.reopened.view()) : [];
    if (reopened.length > 0) events.push({ kind: "reopened", tasks: Int32Array.from(reopened) });
    if (this.forgotten.length > 0) events.push({ kind: "forgotten", tasks: this.forgotten.view() });
    return events;
  }

  clear(): void {
    this.#workersAdded.length = 0;
    this.#workersRemoved.length = 0;
    this.#room = undefined;
    for (const list of this.#lists) list.clear();
  }
}
