// The whole cluster as users have it: the same tests in Node, Chromium, Deno and on one thread.
import { describeBoot } from "./cluster/boot.ts";
import { describeFailures } from "./cluster/failures.ts";
import type { ClusterHost } from "./cluster/host.ts";
import { describeLifetime } from "./cluster/lifetime.ts";
import { describeResults } from "./cluster/results.ts";
import { describeWorkers } from "./cluster/workers.ts";

export function describeCluster(host: ClusterHost): void {
  describeResults(host);
  describeFailures(host);
  describeWorkers(host);
  describeBoot(host);
  describeLifetime(host);
}
