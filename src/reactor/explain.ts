// "Why is this task not running?" as an answer in data, for people and for tools.
import { NONE } from "../graph/task-table.ts";
import type { ReactorState } from "./reactor-state.ts";
import type { TaskState } from "./states.ts";
import { FORGOTTEN, IN_MEMORY, TASK_STATES } from "./states.ts";

export interface TaskPlace {
  readonly submission: number;
  readonly index: number;
}

/** What the reactor knows of a task. */
export interface TaskExplanation {
  readonly state: TaskState;
  /** The worker that has the order, or was chosen in advance. */
  readonly worker: number | undefined;
  /** Workers that hold the result. */
  readonly holders: readonly number[];
  /** Managed bytes of the result. */
  readonly bytes: number;
  /** Inputs that are not in memory, at most 100 of them. */
  readonly waitsFor: readonly TaskPlace[];
  /** Consumers that are not done. */
  readonly consumersToCome: number;
  /** The task to blame, if this one has failed. */
  readonly failedBecauseOf: TaskPlace | undefined;
}

const MAX_NAMED = 100;

/** Looks a task up by its place in a submission; walks the whole table. */
export function explainTask(s: ReactorState, place: TaskPlace): TaskExplanation | undefined {
  const { table, columns, failures } = s.tasks;
  for (let task = 0; task < table.capacity; task++) {
    if (columns.submission[task] !== place.submission || columns.index[task] !== place.index) continue;
    if (columns.run[task] === 0 || columns.state[task] === FORGOTTEN) continue;
    const worker = columns.worker[task] as number;
    const isInMemory = columns.state[task] === IN_MEMORY;
    return {
      state: TASK_STATES[columns.state[task] as number] as TaskState,
      worker: worker === NONE || isInMemory ? undefined : worker,
      holders: isInMemory ? s.tasks.holdersOf(task) : [],
      bytes: columns.bytes[task] as number,
      waitsFor: missingInputs(s, task),
      consumersToCome: columns.consumersToCome[task] as number,
      failedBecauseOf: failures.get(task),
    };
  }
  return undefined;
}

function missingInputs(s: ReactorState, task: number): TaskPlace[] {
  const { table, columns } = s.tasks;
  const missing: TaskPlace[] = [];
  for (let edge = table.firstInput[task] as number; edge !== NONE; edge = table.nextInput(edge)) {
    const input = table.inputOf(edge);
    if (columns.state[input] === IN_MEMORY || missing.length >= MAX_NAMED) continue;
    missing.push({ submission: columns.submission[input] as number, index: columns.index[input] as number });
  }
  return missing;
}
