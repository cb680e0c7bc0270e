// The same work with server and scheduler in different places, in turn. Runs in Node and in a page.
import type { ClusterOptions, TaskGraph } from "weftwork";
import { merge, tree } from "../../src/lab/graphs/task-graphs.ts";

/** Microseconds per task, by case. */
export type Samples = Readonly<
  Record<string, { readonly perTask: readonly number[]; readonly busy: readonly number[] }>
>;

const ROUNDS = 7;
const WARM_UPS = 2;

const placements: Readonly<Record<string, ClusterOptions>> = {
  "all on the main thread": {},
  "server in a worker": { server: "worker" },
  "scheduler in a thread": { scheduler: { name: "work-stealing", thread: true } },
  "server in a worker, scheduler in a thread": {
    server: "worker",
    scheduler: { name: "work-stealing", thread: true },
  },
};

const graphs: Readonly<Record<string, () => TaskGraph>> = {
  "merge-100K": () => merge(100_000) as unknown as TaskGraph,
  "tree-15": () => tree(15) as unknown as TaskGraph,
};

/** `busyTime` tells how many milliseconds the main thread has worked. */
export async function measurePlacements(
  { Cluster }: Pick<typeof import("weftwork"), "Cluster">,
  busyTime: () => Promise<number>,
): Promise<Samples> {
  const samples: Record<string, { perTask: number[]; busy: number[] }> = {};
  const names = Object.keys(placements);
  const clusters = await Promise.all(names.map((name) => Cluster.create({ workers: 2, seed: 1, ...placements[name] })));
  for (const [graphName, makeGraph] of Object.entries(graphs)) {
    for (let round = -WARM_UPS; round < ROUNDS; round++) {
      for (const [i, name] of names.entries()) {
        const graph = makeGraph();
        await new Promise((resolve) => setTimeout(resolve, 250)); // the graph before is forgotten
        (globalThis as { readonly gc?: () => void }).gc?.();
        const busyBefore = await busyTime();
        const start = performance.now();
        const [sink] = (clusters[i] as (typeof clusters)[number]).compute(graph);
        await sink?.result();
        const elapsed = performance.now() - start;
        const busy = (await busyTime()) - busyBefore;
        sink?.release();
        if (round < 0) continue;
        const of = (samples[`${graphName}, ${name}`] ??= { perTask: [], busy: [] });
        of.perTask.push((1000 * elapsed) / graph.count);
        of.busy.push((1000 * busy) / graph.count);
      }
    }
  }
  await Promise.all(clusters.map((cluster) => cluster.close()));
  return samples;
}
