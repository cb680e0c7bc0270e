// The contract of schedulers: facts in, assignments out. A scheduler knows no connection, key, payload or client and
// shares no data with the reactor. Hearing and deciding are separate calls, so that facts come in batches for free.
import { IntList } from "../base/int-list.ts";

/**
 * What a scheduler is told. Ids are plain integers: tasks are dense (a forgotten task's id comes back as another task),
 * workers are never used again. Columns of one event are of equal length, one entry per task.
 * In one turn the kinds arrive in the order in which they stand here; tasks stand after their inputs.
 */
export type SchedulerEvent =
  | { readonly kind: "worker-added"; readonly worker: number; readonly cores: number; readonly node: number }
  /**
   * How long calls of functions take lately, in milliseconds, as workers measured it: one entry per worker that has
   * something new to say, so a function may stand here several times. Rare: only what has changed much is told.
   */
  | { readonly kind: "durations-learned"; readonly functions: Int32Array; readonly milliseconds: Float64Array }
  /** How fast a worker got results from others lately. Rare, like durations. */
  | { readonly kind: "bandwidth-learned"; readonly bytesPerSecond: number }
  /** Data that a client put on workers: known, finished, never to be assigned. */
  | {
      readonly kind: "data-added";
      readonly tasks: Int32Array;
      readonly workers: Int32Array;
      readonly bytes: Float64Array;
    }
  /** Ids of tasks stay below `tasks`, and there are at most `arcs` arcs, until said anew: room can be made at once. */
  | { readonly kind: "room-needed"; readonly tasks: number; readonly arcs: number }
  /**
   * New tasks to assign; inputs of entry i: `inputs[inputOffsets[i] .. inputOffsets[i + 1])`, each known; b-levels: see
   * `bLevels`. `functions`: small numbers, the same for calls of the same function.
   */
  | {
      readonly kind: "tasks-added";
      readonly tasks: Int32Array;
      readonly inputOffsets: Int32Array;
      readonly inputs: Int32Array;
      readonly levels: Int32Array;
      readonly functions: Int32Array;
    }
  /** The tasks run now: to move them is refused. */
  | { readonly kind: "started"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /**
   * The tasks run and wait for tasks of their own: they have given their cores back, so that others can run there. They do
   * not count for their worker's load until they are resumed, or end. A scheduler that does not heed it is right as long
   * as it never waits for a worker to have fewer tasks.
   */
  | { readonly kind: "paused"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /** They hold a core again. */
  | { readonly kind: "resumed"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /**
   * The tasks were computed on these workers, wherever they were thought to be. `bytes`: what it costs to bring the
   * result to another worker, in bytes that would be copied; little for what will be moved, or is in shared memory.
   */
  | {
      readonly kind: "finished";
      readonly tasks: Int32Array;
      readonly workers: Int32Array;
      readonly bytes: Float64Array;
    }
  /** A copy of the task's result is now on the worker too. */
  | { readonly kind: "placed"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /**
   * The task is on this worker and may be moved: a move that was asked for is done, or the task may not run where it was
   * to go (its caller said where it may).
   */
  | { readonly kind: "moved"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /** The task is and stays on this worker: a move was asked for and could not be done, or it may never be moved. */
  | { readonly kind: "kept"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /** The worker holds the task's result no longer. */
  | { readonly kind: "removed"; readonly tasks: Int32Array; readonly workers: Int32Array }
  /** Nobody wants these tasks computed any more (cancelled or failed); their arcs stay until they are forgotten. */
  | { readonly kind: "dropped"; readonly tasks: Int32Array }
  /** The worker is gone or leaves; `removed` has said what that means for results, `reopened` says it for tasks. */
  | { readonly kind: "worker-removed"; readonly worker: number }
  /** Tasks to assign (again): their worker was lost, or their result is needed once more. Inputs stand before consumers. */
  | { readonly kind: "reopened"; readonly tasks: Int32Array }
  /** The tasks and their arcs are gone; their ids may come back as other tasks from the next turn on. */
  | { readonly kind: "forgotten"; readonly tasks: Int32Array };

/** Decisions of one round, in columns. A new assignment of an already assigned task orders the reactor to move it. */
export class Assignments {
  readonly #tasks = new IntList();
  readonly #workers = new IntList();
  readonly #priorities = new IntList();

  get count(): number {
    return this.#tasks.length;
  }

  /** Gives `task` to `worker`; among tasks of one submission on a worker the lower `priority` runs earlier. */
  push(task: number, worker: number, priority: number): void {
    this.#tasks.push(task);
    this.#workers.push(worker);
    this.#priorities.push(priority);
  }

  task(index: number): number {
    return this.#tasks.at(index);
  }

  worker(index: number): number {
    return this.#workers.at(index);
  }

  priority(index: number): number {
    return this.#priorities.at(index);
  }

  /** All of them in one column, (task, worker, priority) for each: the form in which they travel. */
  toColumn(): Int32Array<ArrayBuffer> {
    const column = new Int32Array(3 * this.count);
    for (let i = 0; i < this.count; i++) {
      column[3 * i] = this.task(i);
      column[3 * i + 1] = this.worker(i);
      column[3 * i + 2] = this.priority(i);
    }
    return column;
  }

  /** Adds those of a column. */
  pushColumn(column: Int32Array): void {
    for (let at = 0; at < column.length; at += 3) {
      this.push(column[at] as number, column[at + 1] as number, column[at + 2] as number);
    }
  }

  clear(): void {
    this.#tasks.clear();
    this.#workers.clear();
    this.#priorities.clear();
  }
}

/** A scheduling algorithm. Every implementation passes the suite in `test/conformance/scheduler-suite.ts`. */
export interface Scheduler {
  /** How errors and reports name it. */
  readonly name: string;
  /** Learns, never decides; true: ask me. */
  observe(event: SchedulerEvent): boolean;
  /** Decides, never learns: adds its decisions to `out`, which is empty. There may be no worker any more: then none. */
  assign(out: Assignments): void;
}

/** Makes a scheduler; the same seed and the same facts give the same assignments. */
export type SchedulerFactory = (seed: number) => Scheduler;
