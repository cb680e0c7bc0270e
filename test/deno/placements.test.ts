import * as engine from "weftwork";
import type { ClusterHost } from "../support/cluster/host.ts";
import { describeDataInWorker, describePlacements, describeServerInWorker } from "../support/cluster/placements.ts";
import { denoRunner } from "../support/deno-runner.ts";

const host: ClusterHost = { runner: denoRunner, engine, runtime: "deno", threads: "workers", tasks: {} };
describePlacements(host);
describeServerInWorker(host);
describeDataInWorker(host);
