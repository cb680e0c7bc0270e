// A server with workers that compute nothing, all in one thread: what it takes is the server's own cost.
import { IntList } from "../base/int-list.ts";
import { Client } from "../client/client.ts";
import { FunctionTable } from "../client/function-table.ts";
import type { Future } from "../client/future.ts";
import { sourceOf } from "../codec/source.ts";
import type { TaskGraph } from "../graph/task-graph.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import { ReactorDriver } from "../reactor/driver.ts";
import type { SchedulerName } from "../scheduler/schedulers.ts";
import { findScheduler } from "../scheduler/schedulers.ts";
import type { Port, PortListener } from "../transport/port.ts";
import { defer, now } from "../transport/turn-port.ts";
import type { ZeroStorage } from "../worker/zero-worker.ts";
import { ZeroWorker } from "../worker/zero-worker.ts";

export interface ZeroClusterOptions {
  readonly workers: number;
  readonly scheduler: SchedulerName;
  readonly seed: number;
}

/** The client's part of a cluster of zero workers; results have no meaning. */
export interface ZeroCluster {
  compute(graph: TaskGraph): Future[];
  readonly client: Client;
  readonly driver: ReactorDriver;
}

export function zeroCluster({ workers, scheduler, seed }: ZeroClusterOptions): ZeroCluster {
  const driver = new ReactorDriver({
    scheduler: findScheduler(scheduler)(seed),
    allowedFailures: 0,
    connect: () => {},
    toClient: (messages) => client.receive(messages),
    notice: () => {},
    workerLost: () => {},
    failed(error) {
      throw error;
    },
    now,
    defer,
  });
  const functions = new FunctionTable({ describe: sourceOf, served: [], onPlain: () => {} });
  const client: Client = new Client({ functions, send: (message) => driver.fromClient(message) });
  const storage = sharedStorage();
  for (let worker = 0; worker < workers; worker++)
    driver.addWorker(worker, 1, 0, zeroPort(new ZeroWorker(worker, storage)));
  return { compute: (graph) => client.computeGraph(graph), client, driver };
}

/** A port to a zero worker on this thread: nothing is cloned, answers come before `post` returns. */
function zeroPort(zero: ZeroWorker): Port {
  let listener: PortListener | undefined;
  return {
    post(message) {
      const answer = zero.handle(message as readonly ReactorToWorker[]);
      if (answer !== undefined) listener?.message(answer);
    },
    listen(its) {
      listener = its;
    },
    close() {},
  };
}

/**
 * Takes the content of lists into arrays that share their storage. A thousand workers answer with a few tasks each, and
 * an array of its own for each answer would cost more than the tasks (benchmark B3).
 */
function sharedStorage(): ZeroStorage {
  let storage = new Int32Array(0);
  let used = 0;
  const take = (list: IntList): Int32Array => {
    const { length } = list;
    if (used + length > storage.length) {
      storage = new Int32Array(Math.max(length, STORAGE));
      used = 0;
    }
    const content = storage.subarray(used, used + length);
    content.set(list.items.subarray(0, length));
    used += length;
    list.clear();
    return content;
  };
  return { finished: new IntList(), placed: new IntList(), take };
}

const STORAGE = 32_768;
