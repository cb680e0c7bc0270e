// Fusing of chains: parts that follow one another, each the only consumer of the one before, become one task, so that
// what is between them is neither booked nor kept.
import type { AppliedFunction, TaskFunction } from "../../graph/task-graph.ts";
import { applied, kernel } from "./kernel-functions.ts";
import type { LazyPart } from "./lazy-part.ts";

/** A task to be: a chain of parts, mostly of one. */
export interface Chain {
  /** The parts in the order of their calls; the first has the chain's inputs, all others one, the one before. */
  readonly parts: readonly LazyPart[];
}

/** The chains of `order` (inputs before consumers), in the order of their last parts. */
export function findChains(order: readonly LazyPart[], outputs: ReadonlySet<LazyPart>, fuse: boolean): Chain[] {
  const consumers = new Map<LazyPart, number>();
  for (const { inputs } of order) for (const input of inputs) consumers.set(input, (consumers.get(input) ?? 0) + 1);
  const open = new Map<LazyPart, LazyPart[]>();
  const chains: Chain[] = [];
  for (const part of order) {
    const before = part.inputs.length === 1 ? open.get(part.inputs[0] as LazyPart) : undefined;
    if (before !== undefined) open.delete(part.inputs[0] as LazyPart);
    const parts = before ?? [];
    parts.push(part);
    const goesOn = fuse && part.future === undefined && consumers.get(part) === 1 && !outputs.has(part);
    if (goesOn) open.set(part, parts);
    else chains.push({ parts });
  }
  return closeOpen(chains, order, open);
}

/** Chains whose consumer has several inputs end there. */
function closeOpen(chains: Chain[], order: readonly LazyPart[], open: ReadonlyMap<LazyPart, LazyPart[]>): Chain[] {
  if (open.size === 0) return chains;
  const byLast = new Map(chains.map((chain) => [chain.parts.at(-1), chain]));
  for (const [last, parts] of open) byLast.set(last, { parts });
  return order.map((part) => byLast.get(part)).filter((chain) => chain !== undefined);
}

/** The functions of chains: chains of the same functions have the same one. */
export class ChainFunctions {
  readonly #made = new Map<string, AppliedFunction>();
  readonly #numbers = new Map<TaskFunction, number>();

  of(parts: readonly LazyPart[]): TaskFunction {
    if (parts.length === 1) return (parts[0] as LazyPart).fn;
    const key = parts.map(({ fn }) => this.#numberOf(fn)).join(" ");
    let found = this.#made.get(key);
    if (found === undefined) {
      found = applied(
        kernel("runChain"),
        parts.map(({ fn }) => fn),
      );
      this.#made.set(key, found);
    }
    return found;
  }

  #numberOf(fn: TaskFunction): number {
    let number = this.#numbers.get(fn);
    if (number === undefined) this.#numbers.set(fn, (number = this.#numbers.size));
    return number;
  }
}
