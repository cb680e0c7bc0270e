// A server with workers that compute nothing, all in one thread: what it takes is the server's own cost.
import { IntList } from "../base/int-list.ts";
import type { ReactorToWorker } from "../protocol/reactor-to-worker.ts";
import type { Port, PortListener } from "../transport/port.ts";
import type { ZeroStorage } from "../worker/zero-worker.ts";
import { ZeroWorker } from "../worker/zero-worker.ts";
import type { ZeroCluster, ZeroClusterOptions } from "./zero/zero-server.ts";
import { zeroServer } from "./zero/zero-server.ts";

export function zeroCluster({ workers, scheduler, seed, watch }: ZeroClusterOptions): ZeroCluster {
  const cluster = zeroServer({ scheduler, seed, watch }, (error) => {
    throw error;
  });
  const storage = sharedStorage();
  for (let worker = 0; worker < workers; worker++)
    cluster.driver.addWorker(worker, 1, 0, zeroPort(new ZeroWorker(worker, storage)));
  return cluster;
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
