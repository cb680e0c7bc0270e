// What the cluster's suite is run with: a test runner, a build of the package, and where it runs.
import type { Cluster, ClusterOptions } from "weftwork";
import type { Runner } from "../runner.ts";

/** The functions of fixtures/workers/tasks.js. */
export interface FixtureTasks {
  inc(x: number): number;
  add(a: number, b: number): number;
  sum(xs: readonly number[]): number;
  callsHelper(x: number): number;
  fib(n: number): Promise<number>;
  steps(count: number): number;
}

export interface ClusterHost {
  readonly runner: Runner;
  readonly engine: typeof import("weftwork");
  readonly runtime: "browser" | "deno" | "node" | "other";
  /** "one": there are no workers, everything runs on the test's own thread. */
  readonly threads: "workers" | "one";
  /** The functions of fixtures/workers/tasks.js, for where they cannot be in a worker's script. */
  readonly tasks: Readonly<Record<string, unknown>>;
  /** Where the server works, if not on the test's own thread. */
  readonly server?: "worker";
  /** Cores of each worker in `withCluster`; one by default. */
  readonly cores?: number;
}

/** The address of a file of test/fixtures. */
export const fixture = (path: string): URL => new URL(`../../fixtures/${path}`, import.meta.url);

/** Runs `body` with a cluster, of two workers by default, and closes it whatever happens. */
export async function withCluster<Tasks>(
  { engine, threads, cores = 1 }: ClusterHost,
  options: ClusterOptions,
  body: (cluster: Cluster<Tasks>) => Promise<void>,
): Promise<void> {
  const cluster = await engine.Cluster.create<Tasks>({ workers: threads === "one" ? 1 : 2, cores, ...options });
  try {
    await body(cluster);
  } finally {
    await cluster.close();
  }
}

/** How the fixture's tasks are offered here: by a worker's script, or as they are. */
export function servedTasks({ threads, tasks }: ClusterHost): ClusterOptions {
  return threads === "one" ? { tasks } : { worker: fixture("workers/serves-tasks.js") };
}

/** What a promise rejects with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    return error;
  }
  throw new Error(`the promise was kept with ${String(value)}, must be broken`);
}

export async function errorOf(promise: Promise<unknown>): Promise<Error & Readonly<Record<string, unknown>>> {
  return (await rejectionOf(promise)) as Error & Readonly<Record<string, unknown>>;
}

export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}
