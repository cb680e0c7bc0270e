// The truth about tasks in a simulated cluster, against which a scheduler's decisions are held.
import { IntList } from "../../src/base/int-list.ts";

/** The truth about one task. */
export interface SimulatedTask {
  readonly id: number;
  /** Order of submission: inputs stand before consumers. */
  readonly order: number;
  readonly inputs: readonly SimulatedTask[];
  readonly consumers: Set<SimulatedTask>;
  readonly level: number;
  readonly bytes: number;
  phase: "unassigned" | "assigned" | "running" | "finished" | "dropped";
  /** Where it is while assigned or running. */
  worker: number;
  /** Where it is to go, while a move is under way; else -1. */
  target: number;
  /** The scheduler was told that it runs, or that it could not be moved. */
  isFixed: boolean;
  /** A client holds its future. */
  isWanted: boolean;
  /** Where it may run, if its caller said so, and whether it may be moved; the scheduler is not told. */
  terms: { readonly workers?: readonly number[]; readonly stealable?: false };
  readonly holders: Set<number>;
}

/** Columns of facts that are pairs (task, worker). */
export interface Pairs {
  readonly tasks: IntList;
  readonly workers: IntList;
}

export function pairs(): Pairs {
  return { tasks: new IntList(), workers: new IntList() };
}

export function addPair({ tasks, workers }: Pairs, task: number, worker: number): void {
  tasks.push(task);
  workers.push(worker);
}

/** Where it will be when the move that is under way, if any, is done. */
export function placeOf(task: SimulatedTask): number {
  return task.target === -1 ? task.worker : task.target;
}

export function describeTasks(tasks: readonly SimulatedTask[]): string {
  const some = tasks.slice(0, 5).map(({ id, phase, worker }) => `${id} (${phase} on ${worker})`);
  return `${tasks.length} tasks: ${some.join(", ")}`;
}

export function simulatedTask(
  id: number,
  order: number,
  inputs: readonly SimulatedTask[],
  level: number,
  bytes: number,
): SimulatedTask {
  return {
    id,
    order,
    inputs,
    consumers: new Set(),
    level,
    bytes,
    phase: "unassigned",
    worker: -1,
    target: -1,
    isFixed: false,
    isWanted: true,
    terms: {},
    holders: new Set(),
  };
}

/** Nobody will have its result unless it is computed (again). */
export function isGone({ phase, holders }: SimulatedTask): boolean {
  return phase === "dropped" || (phase === "finished" && holders.size === 0);
}

/** Somebody still waits for its result. */
export function isNeeded(task: SimulatedTask): boolean {
  if (task.isWanted && task.consumers.size === 0) return true;
  for (const { phase } of task.consumers) if (phase !== "finished" && phase !== "dropped") return true;
  return false;
}

/** The b-levels of a graph; input `~i` is its entry i, other inputs lie outside. */
export function levelsOf(graph: readonly (readonly number[])[]): number[] {
  const levels = graph.map(() => 1);
  for (let i = graph.length - 1; i >= 0; i--) {
    for (const input of graph[i] ?? []) {
      if (input < 0) levels[~input] = Math.max(levels[~input] as number, (levels[i] as number) + 1);
    }
  }
  return levels;
}
