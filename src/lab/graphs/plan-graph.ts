// Graphs of collections as data: what a plan would hand to a cluster, with costs that a family knows or guesses.
import type { LazyPart } from "../../collections/plan/lazy-part.ts";
import { planOf } from "../../collections/plan/plan.ts";
import type { AddTask } from "./drawing.ts";
import { Drawing } from "./drawing.ts";
import type { PaperGraph, TaskCost } from "./paper-graph.ts";

/** What a task of a plan costs, by its kind, the bytes of its result as the plan estimates them, and those of its inputs. */
export type PlanCost = (kind: string, bytes: number | undefined, inputBytes: number) => TaskCost;

/** The tasks of `parts` as they would be computed: culled and fused. */
export function graphOfParts(name: string, parts: readonly LazyPart[], costOf: PlanCost): PaperGraph {
  const drawing = new Drawing();
  const kinds = new Map<string, AddTask>();
  const bytes: number[] = [];
  for (const task of planOf(parts).tasks) {
    const inputBytes = task.inputs.reduce((sum, input) => sum + (bytes[input] as number), 0);
    const cost = costOf(task.kind, task.bytes, inputBytes);
    const add = kinds.get(task.kind) ?? drawing.kind(task.kind, cost);
    kinds.set(task.kind, add);
    bytes[add(task.inputs, cost)] = cost.bytes;
  }
  return drawing.done(name);
}
