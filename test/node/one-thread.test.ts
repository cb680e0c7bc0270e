// The web's build where there is no `Worker`: Node has none, so that everything runs on this thread.
import { describe, it } from "vitest";
import * as tasks from "../fixtures/workers/tasks.js";
import { describeCluster } from "../support/cluster-suite.ts";

const web = new URL("../../dist/index.js", import.meta.url).href;
const engine = (await import(/* @vite-ignore */ web)) as typeof import("weftwork");

describeCluster({ runner: { describe, it }, engine, runtime: "other", threads: "one", tasks });
