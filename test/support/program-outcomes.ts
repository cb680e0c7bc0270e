// What plain, sequential evaluation says of a random program: the value of each task, or who is to blame.
import type { Client } from "../../src/client/client.ts";
import type { Future } from "../../src/client/future.ts";
import type { TaskGraph } from "../../src/graph/task-graph.ts";
import { BLOCKING, ENDLESS } from "./simulated-worker.ts";

/** How often each of the calls was made that fail at first. */
const tries = new Map<number, number>();

/** The calls of the next program are others. */
export function forgetTries(): void {
  tries.clear();
}

/** The functions that the workers serve. */
export const TASKS = {
  mix: (...args: readonly unknown[]): number => digest(args),
  boom: (...args: readonly unknown[]): never => {
    throw new RangeError(`boom ${digest(args)}`);
  },
  /** Fails when it is called for the first `failures` times. */
  flaky: (...args: readonly unknown[]): number => {
    const [id, failures] = args as [number, number];
    const tried = tries.get(id) ?? 0;
    tries.set(id, tried + 1);
    if (tried < failures) throw new RangeError(`boom ${id}`);
    return digest(id);
  },
  endless: (): string => ENDLESS,
  blocking: (): string => BLOCKING,
};
export const MIX = { kind: "task", name: "mix" } as const;
export const BOOM = { kind: "task", name: "boom" } as const;
export const FLAKY = { kind: "task", name: "flaky" } as const;
export const HANGING = [
  { kind: "task", name: "endless" },
  { kind: "task", name: "blocking" },
] as const;
export type Served = typeof MIX | typeof BOOM;

/** What must come of a task. */
export interface Outcome {
  /** Its value, if no task it needs throws. */
  readonly value: number | undefined;
  /** Keys by which the tasks to blame may be named, if some throw. */
  readonly roots: ReadonlySet<string>;
  /** It throws itself. */
  readonly throwsItself: boolean;
  /** It needs data that cannot be computed again. */
  readonly isFragile: boolean;
  /** What may yet be cancelled: the task itself, and those that it needs. */
  readonly end: Ending;
}

/** Set when somebody cancels the task. */
export interface Ending {
  isCancelled: boolean;
  /** It ends no sooner than it is cancelled. */
  readonly isEndless?: boolean;
  readonly needs: readonly Ending[];
}

export function ending(needs: readonly Ending[] = []): Ending {
  return { isCancelled: false, needs };
}

/** Whether a task, or one that it needs, was cancelled. */
export function mayBeCancelled({ isCancelled, needs }: Ending): boolean {
  return isCancelled || needs.some(mayBeCancelled);
}

/** Accepts every name. */
export class AnyName extends Set<string> {
  override has(): boolean {
    return true;
  }
}

/** What a call must come to; `outcomeOf` knows the placeholders among its arguments. */
export function evaluate(
  fn: Served,
  args: readonly unknown[],
  outcomeOf: (value: unknown) => Outcome | undefined,
  isFragile = false,
): Outcome {
  const needs = new Set<Outcome>();
  const plain = filled(args, (value) => {
    const outcome = outcomeOf(value);
    if (outcome !== undefined) needs.add(outcome);
    return outcome;
  }) as unknown[];
  const roots = new Set<string>();
  let isAnyName = false;
  let fragile = isFragile;
  let fails = false;
  for (const need of needs) {
    for (const root of need.roots) roots.add(root);
    if (need.roots instanceof AnyName) isAnyName = true;
    fragile ||= need.isFragile;
    fails ||= need.value === undefined;
  }
  const names = isAnyName ? new AnyName() : roots;
  const end = ending([...needs].map((need) => need.end));
  if (fails) return { value: undefined, roots: names, throwsItself: false, isFragile: fragile, end };
  if (fn === BOOM) return { value: undefined, roots: names, throwsItself: true, isFragile: fragile, end };
  return { value: TASKS.mix(...plain), roots: names, throwsItself: false, isFragile: fragile, end };
}

/** The arguments with values in the place of placeholders. */
function filled(value: unknown, outcomeOf: (value: unknown) => Outcome | undefined): unknown {
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  const outcome = outcomeOf(value);
  if (outcome !== undefined) return outcome.value;
  const inner = (item: unknown): unknown => filled(item, outcomeOf);
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [key, inner(item)]));
  if (value instanceof Set) return new Set([...value].map(inner));
  if (Array.isArray(value)) return value.map(inner);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item)]));
}

/** A task that throws itself is to blame for what depends on it. */
export function named(outcome: Outcome, client: Client, future: Future): Outcome {
  if (!outcome.throwsItself || future.draft === undefined) return outcome;
  const { draft, index } = future;
  return {
    ...outcome,
    roots: new Set([client.keys.keyAt({ submission: draft.id, index }), `task-${draft.id}-${index}`]),
  };
}

/** The names of the culprits of each task of a graph. */
export function rootsOf(graph: TaskGraph, outcomes: readonly Outcome[], submission: number): Set<string>[] {
  const { inputs, inputOffsets, count } = graph.columns();
  const roots: Set<string>[] = [];
  for (let task = 0; task < count; task++) {
    const found = new Set<string>();
    for (const input of inputs.subarray(inputOffsets[task], inputOffsets[task + 1])) {
      for (const root of roots[input] as Set<string>) found.add(root);
    }
    if (outcomes[task]?.throwsItself) found.add(`boom-${submission}-${task}`).add(`task-${submission}-${task}`);
    roots.push(found);
  }
  return roots;
}

/** A number that depends on everything in `value`, order included. */
function digest(value: unknown): number {
  if (typeof value === "number") return value;
  if (typeof value === "string") return value.length * 7 + 1;
  if (value === undefined || value === null) return 5;
  if (value instanceof ArrayBuffer) return digest([...new Uint8Array(value)]);
  const mixed = (seed: number, items: Iterable<unknown>): number => {
    let sum = seed;
    for (const item of items) sum = (Math.imul(sum, 31) + digest(item)) % 1_000_003;
    return sum;
  };
  if (value instanceof Map) return mixed(11, value.values());
  if (value instanceof Set) return mixed(13, value);
  return Array.isArray(value) ? mixed(17, value) : mixed(19, Object.values(value as object));
}
