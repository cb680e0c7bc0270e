// The page of simulation-page: simulates merge-100K on the paper's largest cluster, and watches its own thread meanwhile;
// before that, a control.
import { paperGraph } from "../../src/lab/graphs/catalog.ts";
import { NETWORKS, SERVERS, simulate } from "../../src/lab/simulation/simulate.ts";
import { workStealing } from "../../src/scheduler/work-stealing.ts";
import { defer } from "../../src/transport/turn-port.ts";
import type { Watched } from "../b4/watch.ts";
import { watch } from "../b4/watch.ts";

/** Nothing but slices of 5 ms: what is long here, the machine made long. */
const control = await watch(async () => {
  const end = performance.now() + 5000;
  while (performance.now() < end) {
    const sliceEnd = performance.now() + 5;
    while (performance.now() < sliceEnd);
    await new Promise<void>(defer);
  }
  return 1;
});

const watched: Record<string, Watched> = { control };
for (const server of Object.values(SERVERS)) {
  const graph = paperGraph("merge-100K");
  const size = { nodes: 63, workersPerNode: 24, seed: 1, network: NETWORKS.salomon };
  await new Promise((resolve) => setTimeout(resolve, 500));
  watched[server.name] = await watch(async () => {
    await simulate({ graph, scheduler: workStealing, server, ...size });
    return 1;
  });
}
Object.assign(globalThis, { benchResult: watched });
