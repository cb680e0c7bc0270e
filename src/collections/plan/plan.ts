// Plans: from the parts of a collection to the tasks that compute them, with less work than was written down. Plain
// values, made before anything runs; `task-graph.ts` and `delayed-calls.ts` hand them over.
import type { TaskFunction } from "../../graph/task-graph.ts";
import { ChainFunctions, findChains } from "./fuse.ts";
import type { LazyPart } from "./lazy-part.ts";
import { partsInOrder } from "./order.ts";
import { pruneColumns } from "./prune.ts";

export interface PlanOptions {
  /** Indices of the parts that are wanted; tasks that only others need are left out. Default all. */
  readonly outputs?: readonly number[];
  /** Whether tasks that no output needs are left out. Default true. */
  readonly cull?: boolean;
  /** Whether chains become one task. Default true. */
  readonly fuse?: boolean;
  /** Whether columns that nobody needs are not made. Default true. */
  readonly prune?: boolean;
}

export interface PlannedTask {
  readonly fn: TaskFunction;
  /** Values of the steps of a fused chain, else the value of the call; undefined: none. */
  readonly value: unknown;
  /** Places in the plan, all before this one. */
  readonly inputs: readonly number[];
  /** Kinds of the parts that it is made of, joined by "+". */
  readonly kind: string;
  readonly bytes: number | undefined;
  /** A result that is there already. */
  readonly future: object | undefined;
}

export interface Plan {
  /** Inputs before consumers. */
  readonly tasks: readonly PlannedTask[];
  /** The places of the outputs, in their order. */
  readonly outputs: readonly number[];
  /** Parts that were written down, that no output needs. */
  readonly culled: number;
  /** Parts that are a task together with another. */
  readonly fused: number;
  /** Parts that give fewer columns than they could. */
  readonly pruned: number;
}

/** Plans the tasks of `parts`. @throws {RangeError} if an output is none of them */
export function planOf(parts: readonly LazyPart[], options: PlanOptions = {}): Plan {
  const { cull = true, fuse = true, prune = true } = options;
  const wanted = options.outputs?.map((at) => partAt(parts, at)) ?? parts;
  const roots = cull ? wanted : parts;
  const culled = roots === parts ? 0 : partsInOrder(parts).length - partsInOrder(roots).length;
  const slim = prune ? pruneColumns(roots) : { parts: roots, pruned: 0 };
  const order = partsInOrder(slim.parts);
  const chains = findChains(order, new Set(slim.parts), fuse);
  const functions = new ChainFunctions();
  const places = new Map(chains.map((chain, place) => [chain.parts.at(-1), place]));
  const tasks = chains.map(({ parts: chain }): PlannedTask => {
    const [first, last] = [chain[0] as LazyPart, chain.at(-1) as LazyPart];
    return {
      fn: functions.of(chain),
      value: chain.length === 1 ? first.value : chain.map(({ value }) => value),
      inputs: first.future === undefined ? first.inputs.map((input) => places.get(input) as number) : [],
      kind: chain.map(({ kind }) => kind).join("+"),
      bytes: last.bytes,
      future: last.future,
    };
  });
  const slimOf = new Map(roots.map((root, i) => [root, slim.parts[i] as LazyPart]));
  const outputs = wanted.map((part) => places.get(slimOf.get(part) as LazyPart) as number);
  return { tasks, outputs, culled, fused: order.length - tasks.length, pruned: slim.pruned };
}

function partAt(parts: readonly LazyPart[], at: number): LazyPart {
  const part = parts[at];
  if (part !== undefined) return part;
  throw new RangeError(`Cannot plan partition ${at}: there are ${parts.length}, must be 0 to ${parts.length - 1}`);
}
