// What a real computation is: a graph for a cluster, and the number that it must give.
import type { TaskGraph } from "../../graph/task-graph.ts";

export interface Workload {
  /** Ends in one task, whose result is a number: `await cluster.compute(graph)[0].result()`. */
  readonly graph: TaskGraph;
  /** That number, computed here in plain loops over all data at once: nothing is cut into partitions. */
  expected(): number;
  /** How far a result may be off, as a part of `expected`: sums of fractions depend on the order. 0 for whole numbers. */
  readonly tolerance: number;
}

/** Of sums of fractions. */
export const FRACTION_TOLERANCE = 1e-9;

/** @throws {RangeError} unless `value` is a whole number from `least` up */
export function checkWhole(name: string, value: number, least = 1): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new RangeError(`Cannot make a workload: ${name} is ${value}, must be a whole number from ${least} up`);
}

/** Whether a result is the expected number. */
export function isExpected(workload: Workload, result: unknown): boolean {
  const expected = workload.expected();
  return typeof result === "number" && Math.abs(result - expected) <= workload.tolerance * Math.abs(expected);
}
