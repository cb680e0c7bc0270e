// The whole cluster as users have it: the same tests in Node, Chromium, Deno and on one thread.
import { describeActors } from "./cluster/actors.ts";
import { describeBoot } from "./cluster/boot.ts";
import { describeBroadcast } from "./cluster/broadcast.ts";
import { describeContext } from "./cluster/context.ts";
import { describeCores } from "./cluster/cores.ts";
import { describeFailures } from "./cluster/failures.ts";
import type { ClusterHost } from "./cluster/host.ts";
import { describeLeftovers } from "./cluster/leftovers.ts";
import { describeLifetime } from "./cluster/lifetime.ts";
import { describeLimits } from "./cluster/limits.ts";
import { describeLosses } from "./cluster/losses.ts";
import { describeMemory } from "./cluster/memory.ts";
import { describeMoves } from "./cluster/moves.ts";
import { describeResults } from "./cluster/results.ts";
import { describeRoutes } from "./cluster/routes.ts";
import { describeTrace } from "./cluster/trace.ts";
import { describeWorkers } from "./cluster/workers.ts";

export function describeCluster(host: ClusterHost): void {
  describeResults(host);
  describeFailures(host);
  describeCores(host);
  if (host.threads === "workers") describeFailures({ ...host, cores: 2 });
  describeWorkers(host);
  describeLosses(host);
  describeRoutes(host);
  describeMoves(host);
  describeBoot(host);
  describeLimits(host);
  describeContext(host);
  if (host.runtime === "node") describeContext({ ...host, cores: 2 });
  describeLifetime(host);
  describeLeftovers(host);
  describeMemory(host);
  describeActors(host);
  describeBroadcast(host);
  describeTrace(host);
}
