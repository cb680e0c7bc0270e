// One side of the contract of schedulers: facts go in by turns and in order, assignments that the contract forbids are
// refused, the others are done.
import type { Scheduler, SchedulerEvent } from "../../src/scheduler/scheduler.ts";
import { Assignments } from "../../src/scheduler/scheduler.ts";
import type { SimulatedTask } from "./simulated-task.ts";

/** In the order of the contract. */
const KINDS: readonly SchedulerEvent["kind"][] = [
  "worker-added",
  "durations-learned",
  "bandwidth-learned",
  "data-added",
  "tasks-added",
  "started",
  "paused",
  "resumed",
  "finished",
  "placed",
  "moved",
  "kept",
  "removed",
  "dropped",
  "worker-removed",
  "reopened",
  "forgotten",
];

export class SchedulerTurns {
  /** Every assignment, in words: what two equal runs agree on. */
  readonly log: string[] = [];
  moves = 0;
  /** Moves asked for while another move of the task was under way: allowed, and wasteful. */
  movesOfMoving = 0;
  readonly #scheduler: Scheduler;
  readonly #out = new Assignments();
  readonly #events: SchedulerEvent[] = [];

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get name(): string {
    return this.#scheduler.name;
  }

  /** A fact of this turn. */
  tell(event: SchedulerEvent): void {
    this.#events.push(event);
  }

  /** Tells the scheduler what has happened, asks it if it wants to be asked, and does what it says. Returns whether it was asked. */
  end(tasks: ReadonlyMap<number, SimulatedTask>, workers: ReadonlyMap<number, number>): boolean {
    let isAsked = false;
    const rank = (event: SchedulerEvent): number => KINDS.indexOf(event.kind);
    this.#events.sort((a, b) => rank(a) - rank(b));
    for (const event of this.#events) if (this.#observe(event, tasks)) isAsked = true;
    this.#events.length = 0;
    if (isAsked) this.#scheduler.assign(this.#out);
    this.#perform(tasks, workers);
    return isAsked;
  }

  #observe(event: SchedulerEvent, tasks: ReadonlyMap<number, SimulatedTask>): boolean {
    if (event.kind !== "reopened") return this.#scheduler.observe(event);
    // A task that was reopened and then cancelled in one turn is not to be assigned.
    const open = event.tasks.filter((id) => tasks.get(id)?.phase === "unassigned");
    return open.length > 0 && this.#scheduler.observe({ kind: "reopened", tasks: open });
  }

  #perform(tasks: ReadonlyMap<number, SimulatedTask>, workers: ReadonlyMap<number, number>): void {
    const seen = new Set<number>();
    for (let i = 0; i < this.#out.count; i++) {
      const id = this.#out.task(i);
      const worker = this.#out.worker(i);
      this.log.push(`${id}>${worker}@${this.#out.priority(i)}`);
      const task = tasks.get(id);
      const refuse = (reason: string): never => {
        throw new Error(`Cannot assign task ${id} to worker ${worker}: ${reason}`);
      };
      if (task === undefined) return refuse("the task is unknown");
      if (!workers.has(worker)) return refuse("the worker is unknown");
      if (seen.has(id)) return refuse("it is assigned twice in one round");
      if (task.phase === "finished" || task.phase === "dropped") return refuse(`it is ${task.phase}`);
      seen.add(id);
      if (task.phase === "unassigned") {
        this.#place(task, worker, workers);
        continue;
      }
      if (task.isFixed) refuse("it was said to run or to stay where it is");
      if (!mayRunOn(task, worker) || task.terms.stealable === false) {
        if (task.target === -1) this.#say("kept", task);
        task.isFixed = task.target === -1;
        continue;
      }
      if (task.target !== -1) this.movesOfMoving++;
      this.moves++;
      task.target = worker;
    }
    this.#out.clear();
  }

  /** As the reactor does: a task that may not run where it was to go is put elsewhere. */
  #place(task: SimulatedTask, worker: number, workers: ReadonlyMap<number, number>): void {
    const place = mayRunOn(task, worker) ? worker : task.terms.workers?.find((each) => workers.has(each));
    task.phase = "assigned";
    task.worker = place ?? worker;
    if (task.worker !== worker) this.#say("moved", task);
    if (task.terms.stealable !== false) return;
    task.isFixed = true;
    this.#say("kept", task);
  }

  /** In the next turn. */
  #say(kind: "moved" | "kept", { id, worker }: SimulatedTask): void {
    this.tell({ kind, tasks: Int32Array.of(id), workers: Int32Array.of(worker) });
  }
}

const mayRunOn = ({ terms }: SimulatedTask, worker: number): boolean => terms.workers?.includes(worker) !== false;
