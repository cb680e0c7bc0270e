// List scheduling by b-level, as in rsds: the task from which the longest path leads to an end goes first.
import type { Facts } from "./facts.ts";
import type { ListRules } from "./list-scheduling.ts";
import { listScheduler } from "./list-scheduling.ts";
import type { Scheduler } from "./scheduler.ts";

function rules({ tasks }: Facts): ListRules {
  const byLevel = (task: number): number => -(tasks.columns.level[task] as number);
  return { name: "b-level", slots: (cores) => cores, rank: byLevel, priority: byLevel };
}

export function bLevel(seed: number): Scheduler {
  return listScheduler(seed, rules);
}
