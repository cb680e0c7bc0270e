// A scheduler that puts ready tasks anywhere and moves some at random, so that what is counted beside the facts can be
// held against them after every event.
import { seededRandom } from "../../src/base/random.ts";
import { NONE } from "../../src/graph/task-table.ts";
import type { Facts } from "../../src/scheduler/facts.ts";
import type { Scheduler, SchedulerEvent } from "../../src/scheduler/scheduler.ts";
import { State } from "../../src/scheduler/task-facts.ts";

export interface Watched {
  readonly facts: Facts;
  /** After the facts have heard it. */
  observe(event: SchedulerEvent): void;
  check(): void;
}

export function watchedScheduler(seed: number, { facts, observe, check }: Watched): Scheduler {
  const random = seededRandom(seed);
  return {
    name: "watched",
    observe(event) {
      facts.apply(event);
      observe(event);
      check();
      return facts.workers.alive.size > 0 && (facts.hasReady || facts.workers.over.size > 0);
    },
    assign(out) {
      const { alive, over } = facts.workers;
      if (alive.size === 0) return;
      for (let task = facts.takeReady(); task !== NONE; task = facts.takeReady()) {
        facts.assign(task, alive.at(random.below(alive.size)), State.sent);
        out.push(task, facts.tasks.columns.worker[task] as number, 0);
      }
      check();
      if (over.size === 0 || out.count > 0) return;
      const task = facts.queues.tail(over.at(0) + 1);
      const goal = alive.at(random.below(alive.size));
      if (goal === over.at(0)) return;
      facts.assign(task, goal, State.moving);
      out.push(task, goal, 0);
      check();
    },
  };
}

/** The tasks on a worker. */
export function tasksOn({ queues, tasks }: Facts, worker: number): number[] {
  const found: number[] = [];
  for (let task = queues.head(worker + 1); task !== NONE; task = tasks.columns.after[task] as number) found.push(task);
  return found;
}
