// The page of B8: leaves milliseconds per call.
import { Cluster } from "weftwork";
import { measureRuns } from "./run-pairs.ts";

const benchResult = await measureRuns((options) => Cluster.create(options), 2, 31);
Object.assign(globalThis, { benchResult });
