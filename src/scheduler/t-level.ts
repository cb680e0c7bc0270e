// List scheduling by t-level, as in rsds: the task to which the shortest of the longest paths from a source leads goes
// first, so that a graph is worked off in layers from its sources.
import type { ListRules } from "./list-scheduling.ts";
import { listScheduler } from "./list-scheduling.ts";
import type { Scheduler, SchedulerEvent } from "./scheduler.ts";

/** Arcs on the longest path from a source to each task; data is a source. */
class TLevels {
  #levels = new Int32Array(64);

  get(task: number): number {
    return this.#levels[task] as number;
  }

  learn(event: SchedulerEvent): void {
    if (event.kind === "data-added") for (const task of event.tasks) this.#set(task, 0);
    if (event.kind !== "tasks-added") return;
    const { tasks, inputOffsets, inputs } = event;
    for (let i = 0; i < tasks.length; i++) {
      const end = inputOffsets[i + 1] as number;
      let level = 0;
      for (let at = inputOffsets[i] as number; at < end; at++) {
        level = Math.max(level, this.get(inputs[at] as number) + 1);
      }
      this.#set(tasks[i] as number, level);
    }
  }

  #set(task: number, level: number): void {
    if (task >= this.#levels.length) {
      const levels = new Int32Array(Math.max(task + 1, 2 * this.#levels.length));
      levels.set(this.#levels);
      this.#levels = levels;
    }
    this.#levels[task] = level;
  }
}

function rules(): ListRules {
  const levels = new TLevels();
  const byLevel = (task: number): number => levels.get(task);
  return {
    name: "t-level",
    slots: (cores) => cores,
    learn: (event) => levels.learn(event),
    rank: byLevel,
    priority: byLevel,
  };
}

export function tLevel(seed: number): Scheduler {
  return listScheduler(seed, rules);
}
