// Graphs whose results total ten times the memory limit, all of them wanted to the end; consumers take two results each,
// from anywhere. The functions are plain, and use nothing from around them.
import { expect } from "chai";
import type { Cluster, ClusterEvent, Future } from "weftwork";
import { sizeOf } from "../../../src/codec/size.ts";

type WorkerMemory = ReturnType<Cluster["memory"]> extends Promise<ReadonlyMap<number, infer Memory>> ? Memory : never;

/** A kind of results, and how to tell that they are right. */
export interface Overfull<T> {
  readonly name: string;
  /** The cluster's limit in bytes. */
  readonly memoryLimit: number;
  readonly count: number;
  readonly make: (n: number) => T;
  readonly addBoth: (a: T, b: T) => number;
  /** What `addBoth` finds in one result. */
  readonly sumOf: (n: number) => number;
}

const CELLS = 62_500;
const ROWS = 400;

/** Half a megabyte each. */
export const columns: Overfull<Float64Array> = {
  name: "typed arrays",
  memoryLimit: 8e6,
  count: 160,
  make: (n) => {
    const column = new Float64Array(62_500);
    for (let at = 0; at < column.length; at++) column[at] = n + at;
    return column;
  },
  addBoth: (a, b) => {
    let sum = 0;
    for (const list of [a, b]) for (const cell of list) sum += cell;
    return sum;
  },
  sumOf: (n) => n * CELLS + sumBelow(CELLS),
};

interface Row {
  readonly id: number;
  readonly name: string;
  readonly parts: readonly number[];
}

/** Which no store takes as they are. */
export const rows: Overfull<readonly Row[]> = {
  name: "objects",
  memoryLimit: 1e6,
  count: 160,
  make: (n) =>
    Array.from({ length: 400 }, (_, at) => ({ id: n + at, name: `row ${at} of ${n}`, parts: [at, n, at / 2] })),
  addBoth: (a, b) => {
    let sum = 0;
    for (const { id, name, parts } of [...a, ...b])
      sum += id + (parts[1] as number) + (name.startsWith("row ") ? 0 : 1);
    return sum;
  },
  sumOf: (n) => 2 * n * ROWS + sumBelow(ROWS),
};

const sumBelow = (n: number): number => (n * (n - 1)) / 2;

/** Managed bytes of one result, at most: a few more or less by how it was made. */
export const bytesOf = <T>({ make }: Overfull<T>): number => sizeOf(make(1)) + 256;

/** Computes all results and what consumers make of them, and checks that; `midway` is called when half are there. */
export async function computeAll<T>(
  cluster: Cluster,
  graph: Overfull<T>,
  midway: () => Promise<unknown> = async () => undefined,
): Promise<Future<T>[]> {
  const { count, make, sumOf } = graph;
  const all = Array.from({ length: count }, (_, n) => n);
  const half = count / 2;
  const results = cluster.map(make, all.slice(0, half)) as Future<T>[];
  await addUp(cluster, graph, results);
  await midway();
  results.push(...(cluster.map(make, all.slice(half)) as Future<T>[]));
  const sums = await addUp(cluster, graph, results);
  expect(sums, "what consumers found").to.deep.equal(all.map((n) => sumOf(n) + sumOf(partnerOf(n, count))));
  return results;
}

/** A consumer for each result, which takes another far away too. */
async function addUp<T>(cluster: Cluster, { addBoth }: Overfull<T>, results: readonly Future<T>[]): Promise<number[]> {
  const partners = results.map((_, n) => results[partnerOf(n, results.length)] as Future<T>);
  const sums = results.map((result, n) =>
    cluster.submit(addBoth as (a: unknown, b: unknown) => number, result, partners[n]),
  );
  return cluster.gather(sums, { release: true });
}

const partnerOf = (n: number, count: number): number => (7 * n + 3) % count;

/** Gathers all results, and checks them. */
export async function gatherAll<T>(cluster: Cluster, graph: Overfull<T>, results: readonly Future<T>[]): Promise<void> {
  const values = await cluster.gather(results);
  const { addBoth, make } = graph;
  const nothing = make(0);
  const found = values.map((value) => addBoth(value, nothing) - graph.sumOf(0));
  expect(found, "what was gathered").to.deep.equal(values.map((_, n) => graph.sumOf(n)));
}

/**
 * The most bytes of results that a worker may have in memory: its share, the results of its running tasks, and one gather
 * from other workers, which is a tenth of the share or one result if that is more.
 */
export function mostInMemory({ limit }: WorkerMemory, bytes: number, cores = 1): number {
  return limit + cores * bytes + Math.max(limit / 10, bytes);
}

/** Sums over all workers. */
export async function totalMemory(
  cluster: Cluster,
): Promise<Record<"inMemory" | "stored" | "written" | "read" | "sent", number>> {
  const total = { inMemory: 0, stored: 0, written: 0, read: 0, sent: 0 };
  for (const { inMemory, stored, written, read, sent } of (await cluster.memory()).values()) {
    total.inMemory += inMemory;
    total.stored += stored;
    total.written += written;
    total.read += read;
    total.sent += sent.moved + sent.copied + sent.shared + sent.cloned;
  }
  return total;
}

/** Events of a cluster from now on. */
export function watch(cluster: Cluster): ClusterEvent[] {
  const events: ClusterEvent[] = [];
  cluster.events.subscribe((event) => events.push(event));
  return events;
}

/** Looks until it finds so, or for ten seconds; what it saw last. */
export async function eventually<T>(look: () => Promise<T> | T, isSo: (seen: T) => boolean): Promise<T> {
  let seen = await look();
  for (let tries = 0; tries < 500 && !isSo(seen); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    seen = await look();
  }
  return seen;
}
