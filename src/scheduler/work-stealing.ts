// The scheduler of the paper: a ready task goes where its inputs are, whatever the load there (`placement.ts`); when a
// worker has too little to do, tasks are moved to it from workers that have too much (`balance.ts`).
import { IntList } from "../base/int-list.ts";
import { seededRandom } from "../base/random.ts";
import { NONE } from "../graph/task-table.ts";
import { Balance } from "./balance.ts";
import { Facts } from "./facts.ts";
import { Placement } from "./placement.ts";
import type { Assignments, Scheduler, SchedulerEvent } from "./scheduler.ts";
import { State } from "./task-facts.ts";

/** Entries of the round's list whose storage is worth keeping (B9: bytes per task). */
const KEPT_ENTRIES = 16_384;

class WorkStealing implements Scheduler {
  readonly name = "work-stealing";
  readonly #facts = new Facts();
  readonly #placement: Placement;
  readonly #balance: Balance;
  /** Tasks assigned for the first time in this round. */
  #fresh = new IntList();
  /** Sent tasks that this round moves. */
  readonly #moved = new IntList();

  constructor(seed: number) {
    const random = seededRandom(seed);
    this.#placement = new Placement(this.#facts, random);
    this.#balance = new Balance(this.#facts, this.#placement, random);
  }

  observe(event: SchedulerEvent): boolean {
    this.#facts.apply(event);
    return this.#facts.workers.alive.size > 0 && (this.#facts.hasReady || this.#balance.isNeeded);
  }

  assign(out: Assignments): void {
    const facts = this.#facts;
    if (facts.workers.alive.size === 0) return;
    for (let task = facts.takeReady(); task !== NONE; task = facts.takeReady()) {
      facts.assign(task, this.#placement.choose(task), State.fresh);
      this.#fresh.push(task);
    }
    this.#balance.run(this.#moved);
    this.#send(out);
  }

  #send(out: Assignments): void {
    const { state, worker, level } = this.#facts.tasks.columns;
    const fresh = this.#fresh;
    for (let i = 0; i < fresh.length; i++) {
      const task = fresh.at(i);
      state[task] = State.sent;
      out.push(task, worker[task] as number, -(level[task] as number));
    }
    // A victim gives its last task first; the thief is to run them in the victim's order.
    const moved = this.#moved;
    for (let i = moved.length - 1; i >= 0; i--) {
      const task = moved.at(i);
      out.push(task, worker[task] as number, -(level[task] as number));
    }
    moved.clear();
    if (fresh.length > KEPT_ENTRIES) this.#fresh = new IntList();
    else fresh.clear();
  }
}

export function workStealing(seed: number): Scheduler {
  return new WorkStealing(seed);
}
