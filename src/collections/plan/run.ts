// Computing: a plan is handed to a cluster, and its results come back or stay there.
import type { Delayed } from "../../client/delayed.ts";
import { delayedOf } from "./delayed-calls.ts";
import { refusalOf } from "./explain.ts";
import type { LazyPart } from "./lazy-part.ts";
import type { Plan } from "./plan.ts";
import { planOf } from "./plan.ts";
import { graphOf } from "./task-graph.ts";

/** What a collection needs of a future. */
export interface PartFuture {
  result(): Promise<unknown>;
  release(): void;
}

/** What a collection needs of a cluster. */
export interface ComputingCluster {
  compute(graph: ReturnType<typeof graphOf>, outputs?: readonly number[]): PartFuture[];
  compute(calls: readonly Delayed[]): PartFuture[];
  gather(futures: Iterable<never>, options?: { readonly release?: boolean }): Promise<unknown[]>;
  readonly info?: { readonly memoryLimit: number; readonly workers: readonly unknown[] };
}

/** Starts the tasks of `parts`; a future for each, in order. @throws {RangeError} if memory cannot suffice */
export function submitParts(cluster: ComputingCluster, parts: readonly LazyPart[]): PartFuture[] {
  const made = new Map<LazyPart, PartFuture>();
  for (const part of parts) if (part.future !== undefined) made.set(part, part.future as PartFuture);
  const missing = [...new Set(parts.filter((part) => !made.has(part)))];
  if (missing.length > 0) {
    const plan = planOf(missing);
    refuseTooLarge(cluster, plan);
    const futures = plan.tasks.some(({ future }) => future !== undefined)
      ? cluster.compute(delayedOf(plan))
      : cluster.compute(graphOf(plan.tasks), plan.outputs);
    missing.forEach((part, i) => {
      made.set(part, futures[i] as PartFuture);
    });
  }
  return parts.map((part) => made.get(part) as PartFuture);
}

/** Computes `parts` and brings the results here. @throws {RangeError} if memory cannot suffice; what a kernel threw */
export async function computeParts(cluster: ComputingCluster, parts: readonly LazyPart[]): Promise<unknown[]> {
  const futures = submitParts(cluster, parts);
  const persisted = new Set(parts.map(({ future }) => future));
  const own = [...new Set(futures)].filter((future) => !persisted.has(future));
  try {
    if (own.length === futures.length) return await cluster.gather(own as never[], { release: true });
    return await cluster.gather(futures as never[]);
  } finally {
    for (const future of own) future.release();
  }
}

/** Computes `parts` and leaves the results where they are: parts that are futures, in the same order. */
export function persistParts(cluster: ComputingCluster, parts: readonly LazyPart[]): readonly LazyPart[] {
  const futures = submitParts(cluster, parts);
  return parts.map((part, i): LazyPart => (part.future === undefined ? { ...part, ...resultOf(futures[i]) } : part));
}

const resultOf = (future: PartFuture | undefined) =>
  ({ inputs: [], value: undefined, kind: "persisted", future: future as object }) as const;

/** Yields the results in order; no more than `ahead` are computed before they are asked for. */
export async function* partsOneByOne(
  cluster: ComputingCluster,
  parts: readonly LazyPart[],
  ahead = parts.length,
): AsyncGenerator<unknown, void> {
  const persisted = new Set(parts.map(({ future }) => future));
  const futures: PartFuture[] = [];
  try {
    for (let i = 0; i < parts.length; i++) {
      if (futures.length === i) futures.push(...submitParts(cluster, parts.slice(i, i + ahead)));
      const future = futures[i] as PartFuture;
      const isOwn = !persisted.has(future) && futures.indexOf(future) === i && futures.lastIndexOf(future) === i;
      if (isOwn) yield (await cluster.gather([future] as never[], { release: true }))[0];
      else yield await future.result();
    }
  } finally {
    for (const future of futures) if (!persisted.has(future)) future.release();
  }
}

function refuseTooLarge({ info }: ComputingCluster, { tasks }: Plan): void {
  if (info === undefined || !Number.isFinite(info.memoryLimit)) return;
  const refusal = refusalOf(tasks, info.memoryLimit / Math.max(1, info.workers.length));
  if (refusal !== undefined) throw new RangeError(refusal);
}
