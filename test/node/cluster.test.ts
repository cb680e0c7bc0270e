import { describe, it } from "vitest";
import * as engine from "weftwork";
import { describeCluster } from "../support/cluster-suite.ts";

describeCluster({ runner: { describe, it }, engine, runtime: "node", threads: "workers", tasks: {} });
