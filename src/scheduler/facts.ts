// What the schedulers that look at the graph share: the facts heard so far. It applies events, keeps the queue of ready
// tasks and the queues of workers, and records assignments; it decides nothing.
import { unreachable } from "../base/assert.ts";
import { Holders } from "../graph/holders.ts";
import { NONE } from "../graph/task-table.ts";
import type { SchedulerEvent } from "./scheduler.ts";
import { isAssigned, isMovable, State, taskFacts } from "./task-facts.ts";
import { READY_QUEUE, TaskQueues } from "./task-queues.ts";
import { WorkerFacts } from "./worker-facts.ts";

type EventOf<Kind extends SchedulerEvent["kind"]> = Extract<SchedulerEvent, { readonly kind: Kind }>;

/** Hears of every change of a worker's tasks, for schedulers that count more than `WorkerFacts` does. */
export interface LoadWatch {
  joined(task: number, worker: number, state: number): void;
  left(task: number, worker: number): void;
  /** A task on a worker waits again: an input was lost. */
  blocked(task: number, worker: number): void;
  /** It has got all its inputs back. */
  unblocked(task: number, worker: number): void;
}

/** Tasks, workers and results as the events tell them. A worker's queue holds the tasks that must not be moved first. */
export class Facts {
  readonly tasks = taskFacts();
  readonly workers = new WorkerFacts();
  readonly queues = new TaskQueues(this.tasks);
  readonly holders = new Holders(this.tasks);
  /** Tasks that run and hold no core: they count for nothing. */
  readonly #paused = new Set<number>();
  /** Set before the first event, if at all. */
  watch: LoadWatch | undefined;

  get hasReady(): boolean {
    return this.queues.head(READY_QUEUE) !== NONE;
  }

  apply(event: SchedulerEvent): void {
    switch (event.kind) {
      case "worker-added":
        this.queues.ensure(event.worker + 1);
        this.workers.add(event.worker, event.cores, event.node);
        break;
      case "durations-learned":
      case "bandwidth-learned":
        break; // of interest to few: `estimates.ts`
      case "tasks-added":
        this.#onTasksAdded(event);
        break;
      case "data-added":
        this.#onDataAdded(event);
        break;
      case "started":
        this.#relocate(event, State.started);
        break;
      case "paused":
        this.#relocate(event, State.started);
        for (const task of event.tasks) this.#pause(task);
        break;
      case "resumed":
        for (const task of event.tasks) this.#resume(task);
        break;
      case "finished":
        this.#onFinished(event);
        break;
      case "placed":
        this.#onPlaced(event);
        break;
      case "moved":
        this.#relocate(event, State.sent);
        break;
      case "kept":
        this.#relocate(event, State.kept);
        break;
      case "removed":
        this.#onRemoved(event);
        break;
      case "dropped":
        this.#onDropped(event);
        break;
      case "worker-removed":
        this.workers.remove(event.worker);
        break;
      case "room-needed":
        this.tasks.matchRoom(event.tasks, event.arcs);
        break;
      case "reopened":
        for (let i = 0; i < event.tasks.length; i++) this.#reopen(event.tasks[i] as number);
        break;
      case "forgotten":
        this.#onForgotten(event);
        break;
      default:
        unreachable(event);
    }
  }

  /** Takes the ready task that has waited longest, or NONE. Until it is assigned it waits for nothing, unless an input is lost. */
  takeReady(): number {
    const task = this.queues.head(READY_QUEUE);
    if (task === NONE) return NONE;
    this.queues.remove(READY_QUEUE, task);
    this.tasks.columns.state[task] = State.waiting;
    return task;
  }

  /** Puts a task that is in no queue, or on another worker, on this one. */
  assign(task: number, worker: number, state: number): void {
    this.#leave(task);
    const { columns } = this.tasks;
    columns.state[task] = state;
    columns.worker[task] = worker;
    const queue = worker + 1;
    const movable = isMovable(state);
    this.queues.insert(queue, movable ? this.queues.tail(queue) : NONE, task);
    this.workers.change(worker, 1, movable ? 0 : 1);
    if (this.watch !== undefined) this.watch.joined(task, worker, state);
  }

  #onTasksAdded({ tasks, inputOffsets, inputs, levels }: EventOf<"tasks-added">): void {
    const table = this.tasks;
    const count = tasks.length;
    this.#makeRoom(tasks, inputs.length);
    const { state, worker, missing, level } = table.columns;
    for (let i = 0; i < count; i++) {
      const task = tasks[i] as number;
      table.clearArcs(task);
      const end = inputOffsets[i + 1] as number;
      let arc = NONE;
      let unfinished = 0;
      for (let j = inputOffsets[i] as number; j < end; j++) {
        const input = inputs[j] as number;
        arc = table.link(task, input, arc);
        if (state[input] !== State.finished) unfinished++;
      }
      worker[task] = NONE;
      missing[task] = unfinished;
      level[task] = levels[i] as number;
      state[task] = State.waiting;
      if (unfinished === 0) this.#becomeReady(task, this.queues.tail(READY_QUEUE));
    }
  }

  #onDataAdded({ tasks, workers, bytes }: EventOf<"data-added">): void {
    this.#makeRoom(tasks, 0);
    const { columns } = this.tasks;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      if (columns.state[task] === State.finished) {
        this.holders.add(task, workers[i] as number);
        continue;
      }
      this.tasks.clearArcs(task);
      columns.state[task] = State.finished;
      columns.missing[task] = 0;
      columns.level[task] = 0;
      columns.bytes[task] = bytes[i] as number;
      this.holders.begin(task, workers[i] as number);
    }
  }

  #onFinished({ tasks, workers, bytes }: EventOf<"finished">): void {
    const table = this.tasks;
    const { columns } = table;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      columns.bytes[task] = bytes[i] as number;
      if (columns.state[task] === State.finished) {
        this.holders.add(task, workers[i] as number);
        continue;
      }
      this.#leave(task);
      columns.state[task] = State.finished;
      this.holders.begin(task, workers[i] as number);
      // Arcs stand last added first: consumers that become ready are put in front of each other.
      const previous = this.queues.tail(READY_QUEUE);
      for (let arc = table.firstConsumer[task] as number; arc !== NONE; arc = table.nextConsumer(arc)) {
        const consumer = table.consumerOf(arc);
        if (consumer === NONE) continue;
        const missing = (columns.missing[consumer] as number) - 1;
        columns.missing[consumer] = missing;
        if (missing !== 0) continue;
        if (columns.state[consumer] === State.waiting) this.#becomeReady(consumer, previous);
        else this.#unblock(consumer);
      }
    }
  }

  #onPlaced({ tasks, workers }: EventOf<"placed">): void {
    const { state } = this.tasks.columns;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      if (state[task] === State.finished) this.holders.add(task, workers[i] as number);
    }
  }

  #onRemoved({ tasks, workers }: EventOf<"removed">): void {
    const { state } = this.tasks.columns;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      if (state[task] === State.finished) this.holders.delete(task, workers[i] as number);
    }
  }

  #onDropped({ tasks }: EventOf<"dropped">): void {
    const { state } = this.tasks.columns;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      if (state[task] === State.finished) continue;
      this.#leave(task);
      state[task] = State.dropped;
    }
  }

  #onForgotten({ tasks }: EventOf<"forgotten">): void {
    const { state } = this.tasks.columns;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      if (state[task] === State.finished) this.holders.clear(task);
      else this.#leave(task);
      this.tasks.unlink(task);
      state[task] = State.unknown;
    }
  }

  #reopen(task: number): void {
    const table = this.tasks;
    const { state, missing } = table.columns;
    if (state[task] === State.finished) {
      this.holders.clear(task);
      for (let arc = table.firstConsumer[task] as number; arc !== NONE; arc = table.nextConsumer(arc)) {
        const consumer = table.consumerOf(arc);
        if (consumer === NONE) continue;
        const isFirst = missing[consumer]!++ === 0;
        if (state[consumer] === State.ready) {
          this.#leave(consumer);
          state[consumer] = State.waiting;
        } else if (isFirst && this.watch !== undefined && isAssigned(state[consumer] as number)) {
          if (!this.#paused.has(consumer)) this.watch.blocked(consumer, this.tasks.columns.worker[consumer] as number);
        }
      }
    } else {
      this.#leave(task);
    }
    state[task] = State.waiting;
    if (missing[task] === 0) this.#becomeReady(task, this.queues.tail(READY_QUEUE));
  }

  /** The tasks are on these workers and in this state, whatever was thought; what has ended meanwhile stays ended. */
  #relocate({ tasks, workers }: EventOf<"started" | "paused" | "moved" | "kept">, state: number): void {
    const { columns } = this.tasks;
    for (let i = 0; i < tasks.length; i++) {
      const task = tasks[i] as number;
      const worker = workers[i] as number;
      const before = columns.state[task] as number;
      if (!isAssigned(before)) continue;
      const running = before === State.started && columns.worker[task] === worker;
      if (!running) this.assign(task, worker, state);
    }
  }

  #pause(task: number): void {
    const { state, worker } = this.tasks.columns;
    if (state[task] !== State.started || this.#paused.has(task)) return;
    this.#paused.add(task);
    this.#uncount(task, worker[task] as number, State.started);
  }

  #resume(task: number): void {
    if (!this.#paused.delete(task)) return;
    const worker = this.tasks.columns.worker[task] as number;
    this.workers.change(worker, 1, 1);
    if (this.watch !== undefined) this.watch.joined(task, worker, State.started);
  }

  #uncount(task: number, worker: number, state: number): void {
    this.workers.change(worker, -1, isMovable(state) ? 0 : -1);
    if (this.watch !== undefined) this.watch.left(task, worker);
  }

  #unblock(task: number): void {
    const { state, worker } = this.tasks.columns;
    if (this.watch !== undefined && isAssigned(state[task] as number) && !this.#paused.has(task)) {
      this.watch.unblocked(task, worker[task] as number);
    }
  }

  #becomeReady(task: number, previous: number): void {
    this.tasks.columns.state[task] = State.ready;
    this.queues.insert(READY_QUEUE, previous, task);
  }

  /** Takes a task out of the queue that it is in. */
  #leave(task: number): void {
    const { state, worker } = this.tasks.columns;
    const before = state[task] as number;
    if (before === State.ready) {
      this.queues.remove(READY_QUEUE, task);
    } else if (isAssigned(before)) {
      const from = worker[task] as number;
      this.queues.remove(from + 1, task);
      if (!(this.#paused.size > 0 && this.#paused.delete(task))) this.#uncount(task, from, before);
    }
  }

  #makeRoom(tasks: Int32Array, arcs: number): void {
    let last = -1;
    for (let i = 0; i < tasks.length; i++) if ((tasks[i] as number) > last) last = tasks[i] as number;
    // A large submission gets exactly what it needs; small ones double, or each would copy all columns.
    const { tasks: table } = this;
    if (last >= 2 * table.capacity) table.reserve(tasks.length, arcs);
    table.ensure(last);
  }
}
