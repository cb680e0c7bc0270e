// The script of zero workers: `Cluster.create({ worker: zeroWorkerUrl })`, or a thread of `zeroThreads`.
import "./lab/zero/zero-thread-entry.ts";
