// The server's part of a cluster of zero workers: client, reactor and scheduler, without anybody to work.
import { Client } from "../../client/client.ts";
import { FunctionTable } from "../../client/function-table.ts";
import type { Future } from "../../client/future.ts";
import { sourceOf } from "../../codec/source.ts";
import type { TaskGraph } from "../../graph/task-graph.ts";
import { ReactorDriver } from "../../reactor/driver.ts";
import type { ReactorWatch } from "../../reactor/watch.ts";
import type { SchedulerFactory } from "../../scheduler/scheduler.ts";
import type { SchedulerName } from "../../scheduler/schedulers.ts";
import { findScheduler } from "../../scheduler/schedulers.ts";
import { defer, now, wait } from "../../transport/turn-port.ts";

export interface ZeroClusterOptions {
  readonly workers: number;
  readonly scheduler: SchedulerName | SchedulerFactory;
  readonly seed: number;
  /** Looks on at the reactor; to measure what a trace costs. */
  readonly watch?: ReactorWatch | undefined;
}

/** The client's part of a cluster of zero workers; results have no meaning. */
export interface ZeroCluster {
  compute(graph: TaskGraph): Future[];
  readonly client: Client;
  readonly driver: ReactorDriver;
}

/** A server without workers; `failed` hears why it cannot go on. */
export function zeroServer(
  { scheduler, seed, watch }: Pick<ZeroClusterOptions, "scheduler" | "seed" | "watch">,
  failed: (error: unknown) => void,
): ZeroCluster {
  const makeScheduler = typeof scheduler === "function" ? scheduler : findScheduler(scheduler);
  const driver = new ReactorDriver({
    scheduler: makeScheduler(seed),
    allowedFailures: 0,
    watch,
    connect: () => {}, // nothing is ever fetched
    toClient: (messages) => client.receive(messages),
    notice: () => {},
    workerLost: () => {},
    failed,
    now,
    defer,
    wait,
  });
  const functions = new FunctionTable({
    describe: (fn) => sourceOf(fn as Exclude<typeof fn, string>),
    served: [],
    onPlain: () => {},
  });
  const client: Client = new Client({ functions, send: (message) => driver.fromClient(message) });
  return { compute: (graph) => client.computeGraph(graph), client, driver };
}
