import { describe, it } from "vitest";
import * as engine from "weftwork";
import type { ClusterHost } from "../support/cluster/host.ts";
import {
  describeDataInWorker,
  describePlacements,
  describeSchedulerThread,
  describeServerInWorker,
} from "../support/cluster/placements.ts";

const host: ClusterHost = { runner: { describe, it }, engine, runtime: "node", threads: "workers", tasks: {} };
describePlacements(host);
describeServerInWorker(host);
describeDataInWorker(host);
describeSchedulerThread(host);
