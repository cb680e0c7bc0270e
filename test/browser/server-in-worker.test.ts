import * as engine from "weftwork";
import type { ClusterHost } from "../support/cluster/host.ts";
import { describeServerInWorker } from "../support/cluster/placements.ts";

const host: ClusterHost = { runner: { describe, it }, engine, runtime: "browser", threads: "workers", tasks: {} };
describeServerInWorker(host);
