// `run` on every worker, over kept ports and over ports made for each call, in turn. For the page and for Node.
import type { Cluster, ClusterOptions } from "weftwork";

/** Milliseconds per call; the i-th samples of both were taken one after the other. */
export interface RunPairs {
  readonly kept: readonly number[];
  readonly fresh: readonly number[];
}

/** Calls per sample: one is too short for a page's clock. */
const CALLS = 20;
const WARM_UPS = 3;

/** Every sample is of calls after the first, which tells the workers of the function. */
export async function measureRuns(
  create: (options: ClusterOptions) => Promise<Cluster>,
  workers: number,
  pairs: number,
): Promise<RunPairs> {
  const kept = await create({ workers });
  const fresh = await create({ workers, reuseBroadcastPorts: false });
  const samples = { kept: [] as number[], fresh: [] as number[] };
  for (let pair = -WARM_UPS; pair < pairs; pair++) {
    const [ofKept, ofFresh] = [await timeOf(kept), await timeOf(fresh)];
    if (pair < 0) continue;
    samples.kept.push(ofKept);
    samples.fresh.push(ofFresh);
  }
  await Promise.all([kept.close(), fresh.close()]);
  return samples;
}

async function timeOf(cluster: Cluster): Promise<number> {
  const start = performance.now();
  for (let call = 0; call < CALLS; call++) await cluster.run(nothing);
  return (performance.now() - start) / CALLS;
}

const nothing = (): number => 0;
