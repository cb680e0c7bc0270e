// List scheduling, as in rsds: the first ready tasks of an order go to workers that have room, each to the one with the
// least transfer cost among these; what has been assigned is never moved. No worker has a queue, so the choice is made
// when a worker is free and not before; the price is a round trip to the server between two tasks.
import { seededRandom } from "../base/random.ts";
import { NONE } from "../graph/task-table.ts";
import { Facts } from "./facts.ts";
import { Placement } from "./placement.ts";
import { ReadyHeap } from "./ready-heap.ts";
import type { Assignments, Scheduler, SchedulerEvent } from "./scheduler.ts";
import { Slots } from "./slots.ts";
import { State } from "./task-facts.ts";

/**
 * Tasks that come later count one level less for each so many that were added: or a stream of deep graphs would hold up
 * what is shallow for ever. More than a graph mostly has, so that within one the order is the algorithm's.
 */
const AGE = 65_536;

/** What tells one list scheduler from another. */
export interface ListRules {
  readonly name: string;
  /** Tasks that a worker of so many cores may have. */
  slots(cores: number): number;
  /** Learns what the rules need beside the facts. */
  learn?(event: SchedulerEvent): void;
  /** Which of the ready tasks goes first: the one of the lowest rank. */
  rank(task: number): number;
  /** Which of its tasks a worker runs first. */
  priority(task: number): number;
}

class ListScheduler implements Scheduler {
  readonly name: string;
  readonly #rules: ListRules;
  readonly #facts: Facts;
  readonly #placement: Placement;
  readonly #slots: Slots;
  readonly #ready = new ReadyHeap();
  /** Tasks that were ever added. */
  #added = 0;

  constructor(seed: number, facts: Facts, rules: ListRules) {
    this.name = rules.name;
    this.#rules = rules;
    this.#facts = facts;
    this.#placement = new Placement(facts, seededRandom(seed));
    this.#slots = new Slots(facts);
    facts.watch = this.#slots;
  }

  observe(event: SchedulerEvent): boolean {
    const facts = this.#facts;
    facts.apply(event);
    if (event.kind === "worker-added") this.#slots.open(event.worker, this.#rules.slots(event.cores));
    if (event.kind === "worker-removed") this.#slots.close(event.worker);
    if (event.kind === "tasks-added") this.#added += event.tasks.length;
    this.#rules.learn?.(event);
    return this.#slots.workers.size > 0 && (facts.hasReady || !this.#ready.isEmpty);
  }

  assign(out: Assignments): void {
    const facts = this.#facts;
    const { workers } = this.#slots;
    const age = Math.floor(this.#added / AGE);
    for (let task = facts.takeReady(); task !== NONE; task = facts.takeReady()) {
      this.#ready.add(task, this.#rules.rank(task) + age);
    }
    while (workers.size > 0) {
      const task = this.#takeReady();
      if (task === NONE) return;
      const worker = this.#placement.chooseAmong(workers, task);
      facts.assign(task, worker, State.sent);
      out.push(task, worker, this.#rules.priority(task));
    }
  }

  /** Leaves out what was dropped, or waits again because an input was lost. */
  #takeReady(): number {
    const { columns } = this.#facts.tasks;
    let task = this.#ready.take();
    while (task !== NONE && (columns.state[task] !== State.waiting || columns.missing[task] !== 0)) {
      task = this.#ready.take();
    }
    return task;
  }
}

export function listScheduler(seed: number, rulesFor: (facts: Facts) => ListRules): Scheduler {
  const facts = new Facts();
  return new ListScheduler(seed, facts, rulesFor(facts));
}
