import * as engine from "weftwork";
import { describeCluster } from "../support/cluster-suite.ts";

describeCluster({ runner: { describe, it }, engine, runtime: "browser", threads: "workers", tasks: {} });
