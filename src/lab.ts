// weftwork/lab: experiments on the engine itself.
export { merge, noop, tree } from "./lab/graphs.ts";
export { type ZeroCluster, type ZeroClusterOptions, zeroCluster } from "./lab/zero-cluster.ts";
