// The paper's control: each task to a uniformly random worker as soon as it arrives, before it is ready. It keeps a list
// of workers and the tasks that have no worker yet, and nothing of the graph.
import { IntList } from "../base/int-list.ts";
import type { Random } from "../base/random.ts";
import { seededRandom } from "../base/random.ts";
import { IndexSet } from "./index-set.ts";
import type { Assignments, Scheduler, SchedulerEvent } from "./scheduler.ts";

class RandomScheduler implements Scheduler {
  readonly name = "random";
  readonly #workers = new IndexSet();
  /** Tasks that came in this turn; all of them are assigned in its round. */
  readonly #arrived = new IntList();
  /** Tasks that came while there was no worker. */
  readonly #stranded = new Set<number>();
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  observe(event: SchedulerEvent): boolean {
    switch (event.kind) {
      case "worker-added":
        this.#workers.add(event.worker);
        break;
      case "worker-removed":
        this.#workers.delete(event.worker);
        if (this.#workers.size === 0) this.#strand();
        break;
      case "tasks-added":
      case "reopened":
        this.#arrive(event.tasks);
        break;
      case "dropped":
      case "forgotten":
        this.#withdraw(event.tasks);
        break;
      default:
        // What runs where, and what results are where, is of no interest here.
        return false;
    }
    return this.#workers.size > 0 && (this.#arrived.length > 0 || this.#stranded.size > 0);
  }

  assign(out: Assignments): void {
    if (this.#workers.size === 0) return;
    for (const task of this.#stranded) this.#give(task, out);
    this.#stranded.clear();
    for (let i = 0; i < this.#arrived.length; i++) this.#give(this.#arrived.at(i), out);
    this.#arrived.clear();
  }

  #give(task: number, out: Assignments): void {
    out.push(task, this.#workers.at(this.#random.below(this.#workers.size)), 0);
  }

  #arrive(tasks: Int32Array): void {
    const { length } = this.#arrived;
    this.#arrived.extend(tasks.length);
    this.#arrived.items.set(tasks, length);
    if (this.#workers.size === 0) this.#strand();
  }

  #strand(): void {
    for (let i = 0; i < this.#arrived.length; i++) this.#stranded.add(this.#arrived.at(i));
    this.#arrived.clear();
  }

  #withdraw(tasks: Int32Array): void {
    if (this.#stranded.size > 0) for (const task of tasks) this.#stranded.delete(task);
    if (this.#arrived.length === 0) return;
    const gone = new Set(tasks);
    const arrived = this.#arrived.take();
    for (const task of arrived) if (!gone.has(task)) this.#arrived.push(task);
  }
}

export function randomScheduler(seed: number): Scheduler {
  return new RandomScheduler(seed);
}
