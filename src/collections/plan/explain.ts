// What a plan will do, told before anything runs.
import type { LazyPart } from "./lazy-part.ts";
import type { PlannedTask, PlanOptions } from "./plan.ts";
import { planOf } from "./plan.ts";

export interface KindOfTask {
  /** Kinds of the fused parts, joined by "+". */
  readonly kind: string;
  readonly tasks: number;
  /** Estimated bytes of all results, as far as they are known. */
  readonly bytes: number;
}

export interface PlanExplanation {
  readonly tasks: number;
  readonly arcs: number;
  readonly outputs: number;
  /** In the order in which they stand in the plan. */
  readonly kinds: readonly KindOfTask[];
  readonly culled: number;
  readonly fused: number;
  readonly pruned: number;
  /** Estimated bytes of all results, as far as they are known. */
  readonly bytes: number;
  /** How many tasks have no estimate. */
  readonly unknown: number;
  /** The most that one task needs at once: its inputs and its result; undefined if nothing is known. */
  readonly largest: { readonly kind: string; readonly bytes: number } | undefined;
  /** Why it cannot be computed where `memory` bytes are there for each worker; undefined: nothing is known against it. */
  readonly refusal: string | undefined;
  /** The same for people. */
  toString(): string;
}

export interface ExplainOptions extends PlanOptions {
  /** Bytes of results that one worker may have in memory: `info.memoryLimit / info.workers.length`. */
  readonly memory?: number | undefined;
}

/** Explains how `parts` would be computed. */
export function explain(parts: readonly LazyPart[], options: ExplainOptions = {}): PlanExplanation {
  const { tasks, outputs, culled, fused, pruned } = planOf(parts, options);
  const kinds = new Map<string, { kind: string; tasks: number; bytes: number }>();
  let [arcs, bytes, unknown] = [0, 0, 0];
  for (const task of tasks) {
    const kind = kinds.get(task.kind) ?? { kind: task.kind, tasks: 0, bytes: 0 };
    kinds.set(task.kind, kind);
    kind.tasks++;
    kind.bytes += task.bytes ?? 0;
    arcs += task.inputs.length;
    bytes += task.bytes ?? 0;
    if (task.bytes === undefined) unknown++;
  }
  const largest = largestOf(tasks);
  const found = {
    ...{ tasks: tasks.length, arcs, outputs: outputs.length, kinds: [...kinds.values()] },
    ...{ culled, fused, pruned, bytes, unknown, largest, refusal: refusalOf(tasks, options.memory) },
  };
  return { ...found, toString: () => textOf(found) };
}

/** What one task holds at once, as far as it is known. */
function needOf(tasks: readonly PlannedTask[], { inputs, bytes }: PlannedTask): number {
  return inputs.reduce((sum, input) => sum + (tasks[input]?.bytes ?? 0), bytes ?? 0);
}

function largestOf(tasks: readonly PlannedTask[]): PlanExplanation["largest"] {
  let largest: { kind: string; bytes: number } | undefined;
  for (const task of tasks) {
    const bytes = needOf(tasks, task);
    if (bytes > (largest?.bytes ?? 0)) largest = { kind: task.kind, bytes };
  }
  return largest;
}

/** The inputs of one task must be in memory together; what is known to be too much is said before work starts. */
export function refusalOf(tasks: readonly PlannedTask[], memory: number | undefined): string | undefined {
  const largest = memory === undefined ? undefined : largestOf(tasks);
  if (memory === undefined || largest === undefined || largest.bytes <= memory) return undefined;
  const needed = `about ${megabytes(largest.bytes)} MB at once`;
  return `Cannot compute: one task (${largest.kind}) needs ${needed}, a worker may have ${megabytes(memory)} MB; must have more partitions, fewer workers or a higher memoryLimit`;
}

function textOf(found: Omit<PlanExplanation, "toString">): string {
  const { tasks, arcs, outputs, kinds, culled, fused, pruned, bytes, unknown, largest, refusal } = found;
  const rows = kinds.map((kind) =>
    `${String(kind.tasks).padStart(7)}  ${kind.kind}  ${sizeText(kind.bytes)}`.trimEnd(),
  );
  return [
    `${tasks} tasks, ${arcs} arcs, ${outputs} outputs`,
    ...rows,
    `${culled} culled, ${fused} fused, ${pruned} pruned`,
    `about ${megabytes(bytes)} MB of results${unknown > 0 ? `, ${unknown} tasks not estimated` : ""}`,
    ...(largest === undefined ? [] : [`at once at most about ${megabytes(largest.bytes)} MB (${largest.kind})`]),
    ...(refusal === undefined ? [] : [refusal]),
  ].join("\n");
}

const sizeText = (bytes: number): string => (bytes > 0 ? `about ${megabytes(bytes)} MB` : "");
const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(bytes < 1e6 ? 3 : 1);
