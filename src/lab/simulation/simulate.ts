// A graph computed on a cluster that does not exist, in virtual time: the real reactor, scheduler and worker machines;
// network, server and workers' time as models. The same options give the same result, byte for byte.
import { invariant } from "../../base/assert.ts";
import { defer, now } from "../../transport/turn-port.ts";
import type { VirtualClusterOptions } from "./virtual-cluster.ts";
import { VirtualCluster } from "./virtual-cluster.ts";

export type { LinkModel, NetworkModel } from "./network.ts";
export { NETWORKS } from "./network.ts";
export type { ServerModel } from "./server-model.ts";
export { SERVERS } from "./servers.ts";

export type SimulationOptions = Omit<VirtualClusterOptions, "evaluate">;

export interface SimulationResult {
  /** Virtual milliseconds from the client's call until it has the results. */
  readonly makespanMs: number;
  /** Of these, in which the server did something. */
  readonly serverBusyMs: number;
  /** Of these, the scheduler's decisions. */
  readonly schedulerBusyMs: number;
  /** Results sent from worker to worker; bytes are those that were copied, not moved. */
  readonly transfers: { readonly count: number; readonly bytes: number };
  /** Tasks that the scheduler wanted back from a worker, and those that had not begun there. */
  readonly moves: { readonly asked: number; readonly done: number };
  /** Envelopes between server and workers, and messages between workers. */
  readonly messages: number;
  readonly tasksByWorker: Int32Array;
  /** Things that happened, and 32 bits of which, when and in what order: what differs took another course. */
  readonly events: number;
  readonly fingerprint: number;
}

export interface SimulationPace {
  /** Ends the run: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Tasks computed so far; told about every slice of the host's time. */
  readonly onProgress?: (done: number, of: number) => void;
}

/** The longest time in milliseconds (of the host's clock) between two looks at the rest of the thread. */
const SLICE = 5;

/** Runs to the end, in slices, so that a page stays alive. @throws what the scheduler throws, and EngineError when it misbehaves */
export async function simulate(options: SimulationOptions, pace: SimulationPace = {}): Promise<SimulationResult> {
  pace.signal?.throwIfAborted();
  const cluster = new VirtualCluster(options);
  while (!runSlice(cluster)) {
    pace.onProgress?.(cluster.executed, options.graph.kindOf.length);
    await new Promise<void>(defer);
    pace.signal?.throwIfAborted();
  }
  const { server, queue, transfers, endedAt } = cluster;
  invariant(endedAt !== undefined, "a simulated graph does not end");
  return {
    makespanMs: endedAt,
    serverBusyMs: server.busyMs,
    schedulerBusyMs: server.schedulerBusyMs,
    transfers: { ...transfers },
    moves: { ...server.moves },
    messages: server.messages + cluster.peerMessages,
    tasksByWorker: cluster.executedBy,
    events: queue.count,
    fingerprint: queue.fingerprint,
  };
}

/** True when the client has its results, or nothing more can happen. */
function runSlice(cluster: VirtualCluster): boolean {
  const end = now() + SLICE;
  do {
    if (cluster.endedAt !== undefined || !cluster.step()) return true;
  } while (now() < end);
  return false;
}
