// A small reactor without messages, and the workers around it: tasks start, finish, move or stay, workers come and go.
// Seeded: the same seed gives the same run.
import { IntList } from "../../src/base/int-list.ts";
import type { Random } from "../../src/base/random.ts";
import { seededRandom } from "../../src/base/random.ts";
import type { SchedulerFactory } from "../../src/scheduler/scheduler.ts";
import { SchedulerTurns } from "./scheduler-turns.ts";
import type { Pairs, SimulatedTask } from "./simulated-task.ts";
import { addPair, describeTasks, isGone, isNeeded, levelsOf, pairs, placeOf, simulatedTask } from "./simulated-task.ts";

/** Percentages of what may happen. */
export interface Odds {
  /** A task that can start does. */
  readonly start: number;
  /** A running task finishes in the turn in which that is asked. */
  readonly finish: number;
  /** The answer to a retraction comes. */
  readonly answer: number;
  /** A retraction of a task that does not run is refused all the same. */
  readonly refuse: number;
}

const USUAL_ODDS: Odds = { start: 80, finish: 70, answer: 50, refuse: 20 };

export class SchedulerHarness {
  readonly tasks = new Map<number, SimulatedTask>();
  /** Alive workers and their cores. */
  readonly workers = new Map<number, number>();
  readonly turns: SchedulerTurns;
  readonly odds: Odds;
  readonly #random: Random;
  readonly #freeIds: number[] = [];
  #nextId = 0;
  #nextWorker = 0;
  #submitted = 0;

  constructor(factory: SchedulerFactory, seed: number, odds: Partial<Odds> = {}) {
    this.turns = new SchedulerTurns(factory(seed));
    this.#random = seededRandom(seed ^ 0x5eed);
    this.odds = { ...USUAL_ODDS, ...odds };
  }

  /** True in `percent` of all cases. */
  chance(percent: number): boolean {
    return this.#random.below(100) < percent;
  }

  below(bound: number): number {
    return this.#random.below(bound);
  }

  load(worker: number): number {
    let load = 0;
    for (const task of this.tasks.values()) {
      if ((task.phase === "assigned" || task.phase === "running") && placeOf(task) === worker) load++;
    }
    return load;
  }

  get unfinished(): SimulatedTask[] {
    return [...this.tasks.values()].filter(({ phase }) => phase !== "finished" && phase !== "dropped");
  }

  addWorker(cores = 1, node = 0): number {
    const worker = this.#nextWorker++;
    this.workers.set(worker, cores);
    this.turns.tell({ kind: "worker-added", worker, cores, node });
    return worker;
  }

  /** Submits tasks, all calls of function `fn`; inputs are tasks known before or, if negative, `~i` for entry i of this graph. */
  submit(graph: readonly (readonly number[])[], bytes = 100, fn = 0): SimulatedTask[] {
    const ids = graph.map(() => this.#freeIds.pop() ?? this.#nextId++);
    const inputIds = graph.map((inputs) => inputs.map((input) => (input < 0 ? (ids[~input] as number) : input)));
    const levels = levelsOf(graph);
    const added = ids.map((id, i) => this.#newTask(id, inputIds[i] as number[], levels[i] as number, bytes));
    const offsets = [0];
    for (const inputs of inputIds) offsets.push((offsets.at(-1) as number) + inputs.length);
    this.turns.tell({
      kind: "tasks-added",
      tasks: Int32Array.from(ids),
      inputOffsets: Int32Array.from(offsets),
      inputs: Int32Array.from(inputIds.flat()),
      levels: Int32Array.from(levels),
      functions: new Int32Array(graph.length).fill(fn),
    });
    return added;
  }

  /** A worker has measured how long calls of a function take. */
  learn(fn: number, milliseconds: number): void {
    const one = { functions: Int32Array.of(fn), milliseconds: Float64Array.of(milliseconds) };
    this.turns.tell({ kind: "durations-learned", ...one });
  }

  learnBandwidth(bytesPerSecond: number): void {
    this.turns.tell({ kind: "bandwidth-learned", bytesPerSecond });
  }

  addData(worker: number, bytes: number): SimulatedTask {
    const task = this.#newTask(this.#freeIds.pop() ?? this.#nextId++, [], 0, bytes);
    task.phase = "finished";
    task.holders.add(worker);
    const one = { tasks: Int32Array.of(task.id), workers: Int32Array.of(worker), bytes: Float64Array.of(bytes) };
    this.turns.tell({ kind: "data-added", ...one });
    return task;
  }

  /** Workers start and finish tasks; the answers to retractions come in. */
  work(odds: Odds = this.odds): void {
    const running = new Map<number, number>();
    for (const task of this.tasks.values()) {
      if (task.phase === "running") running.set(task.worker, (running.get(task.worker) ?? 0) + 1);
    }
    const started = pairs();
    const finished = pairs();
    const placed = pairs();
    for (const task of this.tasks.values()) {
      const busy = running.get(task.worker) ?? 0;
      const hasInputs = task.inputs.every((input) => input.phase === "finished" && input.holders.size > 0);
      const canStart = task.phase === "assigned" && hasInputs && busy < (this.workers.get(task.worker) as number);
      if (canStart && this.chance(odds.start)) {
        task.phase = "running";
        running.set(task.worker, busy + 1);
      }
      if (task.phase !== "running") continue;
      if (this.chance(odds.finish)) {
        this.#finish(task, finished, placed);
      } else if (!task.isFixed && this.chance(70)) {
        task.isFixed = true;
        addPair(started, task.id, task.worker);
      }
    }
    this.#tell("started", started);
    if (finished.tasks.length > 0) {
      const tasks = finished.tasks.take();
      const bytes = Float64Array.from(tasks, (id) => this.#get(id).bytes);
      this.turns.tell({ kind: "finished", tasks, workers: finished.workers.take(), bytes });
    }
    this.#tell("placed", placed);
    this.#answerRetractions(odds);
  }

  /** Results that no task needs any more leave their workers. */
  release(percent: number): void {
    const removed = pairs();
    for (const task of this.tasks.values()) {
      if (task.phase !== "finished" || task.holders.size === 0 || isNeeded(task)) continue;
      if (this.chance(percent)) this.#removeResult(task, removed);
    }
    this.#tell("removed", removed);
  }

  /** The task and all that depends on it are not wanted any more. */
  cancel(task: SimulatedTask): void {
    const dropped = new IntList();
    const seen = new Set<SimulatedTask>();
    const drop = (each: SimulatedTask): void => {
      if (seen.has(each)) return;
      seen.add(each);
      each.isWanted = false;
      if (each.phase !== "finished" && each.phase !== "dropped") {
        each.phase = "dropped";
        dropped.push(each.id);
      }
      for (const consumer of each.consumers) drop(consumer);
    };
    if (task.phase !== "finished") drop(task);
    if (dropped.length > 0) this.turns.tell({ kind: "dropped", tasks: dropped.take() });
  }

  /** The worker is lost; or it retires: it gets no new tasks and its results stay. */
  removeWorker(worker: number, isRetired = false): void {
    this.workers.delete(worker);
    const removed = pairs();
    const kept = pairs();
    const lost: SimulatedTask[] = [];
    for (const task of this.tasks.values()) {
      if (task.phase === "finished") {
        if (isRetired || !task.holders.delete(worker)) continue;
        addPair(removed, task.id, worker);
        if (task.holders.size === 0 && isNeeded(task)) lost.push(task);
      } else if (task.phase === "assigned" || task.phase === "running") {
        if (task.worker === worker) {
          lost.push(task);
        } else if (task.target === worker) {
          // The move's goal is gone. A reactor may leave the task where it is, or take it back.
          task.target = -1;
          if (task.phase === "running" || this.chance(50)) {
            task.isFixed = true;
            addPair(kept, task.id, task.worker);
          } else {
            lost.push(task);
          }
        }
      }
    }
    this.#tell("kept", kept);
    this.#tell("removed", removed);
    this.turns.tell({ kind: "worker-removed", worker });
    this.#reopen(lost);
  }

  /** Tasks that nobody wants and that no remembered task takes are forgotten, consumers first. */
  forget(percent: number): void {
    const forgotten: SimulatedTask[] = [];
    for (const task of [...this.tasks.values()].sort((a, b) => b.order - a.order)) {
      const isOver = task.phase === "finished" || task.phase === "dropped";
      if (!isOver || task.consumers.size > 0 || !this.chance(percent)) continue;
      forgotten.push(task);
      for (const input of task.inputs) input.consumers.delete(task);
      this.tasks.delete(task.id);
    }
    const removed = pairs();
    for (const task of forgotten) this.#removeResult(task, removed);
    this.#tell("removed", removed);
    if (forgotten.length === 0) return;
    this.turns.tell({ kind: "forgotten", tasks: Int32Array.from(forgotten, ({ id }) => id) });
    this.#freeIds.push(...forgotten.map(({ id }) => id));
  }

  /** Tells the scheduler what has happened, asks it if it wants to be asked, and does what it says. Returns whether it was asked. */
  turn(): boolean {
    return this.turns.end(this.tasks, this.workers);
  }

  /** Turns until nothing is left to compute. @throws if the scheduler lets tasks lie. */
  finish(odds: Odds = this.odds): void {
    for (let idle = 0; this.unfinished.length > 0; idle++) {
      const before = this.unfinished.length;
      this.work(odds);
      this.turn();
      if (this.unfinished.length < before) idle = 0;
      if (idle > 200) throw new Error(`The scheduler "${this.turns.name}" lets ${describeTasks(this.unfinished)} lie`);
    }
  }

  #finish(task: SimulatedTask, finished: Pairs, placed: Pairs): void {
    task.phase = "finished";
    task.target = -1;
    task.isFixed = false;
    task.holders.add(task.worker);
    addPair(finished, task.id, task.worker);
    for (const input of task.inputs) {
      if (input.phase !== "finished" || input.holders.has(task.worker) || input.holders.size === 0) continue;
      input.holders.add(task.worker);
      addPair(placed, input.id, task.worker);
    }
  }

  #answerRetractions(odds: Odds): void {
    const moved = pairs();
    const kept = pairs();
    for (const task of this.tasks.values()) {
      if (task.target === -1 || !this.chance(odds.answer)) continue;
      if (task.phase === "assigned" && !this.chance(odds.refuse)) {
        task.worker = task.target;
        addPair(moved, task.id, task.worker);
      } else if (task.phase === "assigned" || task.phase === "running") {
        task.isFixed = true;
        addPair(kept, task.id, task.worker);
      }
      task.target = -1;
    }
    this.#tell("moved", moved);
    this.#tell("kept", kept);
  }

  /** Reopens tasks and, since they will be computed again, those of their inputs whose results are gone. */
  #reopen(tasks: readonly SimulatedTask[]): void {
    const reopened = new Set<SimulatedTask>();
    const reopen = (task: SimulatedTask): void => {
      if (reopened.has(task)) return;
      reopened.add(task);
      task.phase = "unassigned";
      task.worker = -1;
      task.target = -1;
      task.isFixed = false;
      for (const input of task.inputs) if (isGone(input)) reopen(input);
    };
    for (const task of tasks) reopen(task);
    if (reopened.size === 0) return;
    const inOrder = [...reopened].sort((a, b) => a.order - b.order);
    this.turns.tell({ kind: "reopened", tasks: Int32Array.from(inOrder, ({ id }) => id) });
  }

  #removeResult(task: SimulatedTask, removed: Pairs): void {
    for (const holder of task.holders) addPair(removed, task.id, holder);
    task.holders.clear();
  }

  #newTask(id: number, inputIds: readonly number[], level: number, bytes: number): SimulatedTask {
    const inputs = inputIds.map((input) => this.#get(input));
    const task = simulatedTask(id, this.#submitted++, inputs, level, bytes);
    this.tasks.set(id, task);
    for (const input of inputs) input.consumers.add(task);
    this.#reopen(inputs.filter(isGone));
    return task;
  }

  #tell(kind: "started" | "placed" | "moved" | "kept" | "removed", { tasks, workers }: Pairs): void {
    if (tasks.length > 0) this.turns.tell({ kind, tasks: tasks.take(), workers: workers.take() });
  }

  #get(id: number): SimulatedTask {
    const task = this.tasks.get(id);
    if (task === undefined) throw new Error(`Cannot find task ${id} in the simulation`);
    return task;
  }
}
