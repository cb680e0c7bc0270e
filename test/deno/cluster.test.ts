import * as engine from "weftwork";
import { describeCluster } from "../support/cluster-suite.ts";
import { denoRunner } from "../support/deno-runner.ts";

describeCluster({ runner: denoRunner, engine, runtime: "deno", threads: "workers", tasks: {} });
