import * as engine from "weftwork";
import type { ClusterHost } from "../support/cluster/host.ts";
import { describeDataInWorker } from "../support/cluster/placements.ts";

const host: ClusterHost = { runner: { describe, it }, engine, runtime: "browser", threads: "workers", tasks: {} };
describeDataInWorker(host);
