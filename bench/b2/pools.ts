// Three pools that people use, each with two workers that do nothing: milliseconds for n tasks, all submitted at once.
import * as Comlink from "comlink";
import { FixedThreadPool } from "poolifier-web-worker";
import workerpool from "workerpool";

export interface Pool {
  readonly name: string;
  run(n: number): Promise<number>;
  end(): Promise<unknown>;
}

export function makePools(): Pool[] {
  return [workerPool(), poolifier(), comlinkPool()];
}

function workerPool(): Pool {
  const pool = workerpool.pool("workerpool-worker.js", { minWorkers: 2, maxWorkers: 2, workerType: "web" });
  return {
    name: "workerpool",
    run: (n) => timeAll(n, () => pool.exec("noop", [])),
    end: async () => pool.terminate(true),
  };
}

function poolifier(): Pool {
  const pool = new FixedThreadPool<number, number>(2, new URL("poolifier-worker.js", location.href));
  return { name: "poolifier-web-worker", run: (n) => timeAll(n, (i) => pool.execute(i)), end: () => pool.destroy() };
}

function comlinkPool(): Pool {
  const workers = [0, 1].map(() => new Worker("comlink-worker.js", { type: "module" }));
  const remotes = workers.map((worker) => Comlink.wrap<{ noop(i: number): number }>(worker));
  return {
    name: "Comlink, round robin",
    run: (n) => timeAll(n, (i) => (remotes[i % 2] as (typeof remotes)[0]).noop(i)),
    end: async () => workers.forEach((worker) => worker.terminate()),
  };
}

async function timeAll(n: number, submit: (i: number) => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await Promise.all(Array.from({ length: n }, (_, i) => submit(i)));
  return performance.now() - start;
}
