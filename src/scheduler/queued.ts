// No worker has a queue of its own: tasks wait on the server until a worker has room for them. Tasks that take results go
// before tasks that take none, so that what is in memory is used up before more is made; among equals the higher b-level
// goes first; each goes where its inputs are, as far as there is room.
import { NONE } from "../graph/task-table.ts";
import type { Facts } from "./facts.ts";
import type { ListRules } from "./list-scheduling.ts";
import { listScheduler } from "./list-scheduling.ts";
import type { Scheduler } from "./scheduler.ts";

/** Behind every task that takes results, whatever its level. */
const LAST = 2 ** 30;

/**
 * A tenth more than it has cores, but at least one: Dask's `worker-saturation: 1.1`. The tasks over and above hide the
 * round trip between the end of a task and the arrival of the next.
 */
const slots = (cores: number): number => Math.ceil((11 * cores) / 10);

function rules({ tasks }: Facts): ListRules {
  const byLevel = (task: number): number => -(tasks.columns.level[task] as number);
  const isRoot = (task: number): boolean => tasks.firstInput[task] === NONE;
  return {
    name: "queued",
    slots,
    rank: (task) => byLevel(task) + (isRoot(task) ? LAST : 0),
    priority: byLevel,
  };
}

export function queued(seed: number): Scheduler {
  return listScheduler(seed, rules);
}
