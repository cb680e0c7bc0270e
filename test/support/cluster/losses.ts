// How workers are lost: each loss is one event that names its kind, and the last one stands in the error of a task.
import { expect } from "chai";
import type { Cluster, ClusterEvent, ClusterOptions, ErrorDetails } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, fixture, withCluster } from "./host.ts";

type LossReason = NonNullable<ErrorDetails["worker-lost"]["reason"]>;

/** A worker's handle, in the runtime's own way. */
interface Handle {
  terminate(): unknown;
  dispatchEvent?(event: Event): boolean;
  emit?(name: string, error: Error): boolean;
}

interface NodeThreads {
  readonly process: {
    getBuiltinModule(name: string): {
      readonly Worker: new (url: URL) => Handle;
      readonly parentPort: { emit(name: string, error: Error): boolean };
    };
  };
}

const script = fixture("workers/serves-tasks.js");

function startThread(): Handle {
  const { Worker: Thread } = (globalThis as unknown as NodeThreads).process.getBuiltinModule("node:worker_threads");
  return new Thread(script);
}

export function describeLosses(host: ClusterHost): void {
  if (host.threads === "one" || host.server === "worker") return;
  const { describe, it } = host.runner;
  const isNode = host.runtime === "node";

  /** A cluster of one worker whose handles are known, latest last. */
  const withHandles = async (
    options: ClusterOptions,
    body: (cluster: Cluster, handles: readonly Handle[], lost: readonly ClusterEvent[]) => Promise<void>,
  ): Promise<void> => {
    const handles: Handle[] = [];
    const worker = (): Handle => {
      const handle: Handle = isNode ? startThread() : (new Worker(script, { type: "module" }) as Handle);
      handles.push(handle);
      return handle;
    };
    await withCluster(host, { workers: 1, allowedFailures: 0, ...options, worker }, async (cluster) => {
      const lost: ClusterEvent[] = [];
      cluster.events.subscribe((event) => event.kind === "worker-lost" && lost.push(event));
      await body(cluster as unknown as Cluster, handles, lost);
    });
  };

  /** Waits on its worker for ever. */
  const wait = (): Promise<never> => new Promise(() => {});

  /** By what is done to the worker, from without or by a task: the kind of the loss, and what is said of it. */
  const losses: Readonly<
    Record<
      string,
      { readonly loss: LossReason; readonly says: RegExp; readonly task: () => unknown; from?(handle: Handle): void }
    >
  > = {
    "throws an error that nobody catches": {
      loss: "crashed",
      says: /the config is gone/,
      task: () => {
        setTimeout(() => {
          throw new RangeError("the config is gone");
        });
        return new Promise(() => {});
      },
    },
    "closes itself": {
      loss: "ended",
      says: /closed itself|ended with code 0/,
      task: () => {
        const scope = globalThis as { close?: () => void; process?: { exit?: (code: number) => void } };
        if (typeof scope.close === "function") scope.close();
        else scope.process?.exit?.(0);
        return new Promise(() => {});
      },
    },
    "is terminated by whoever has its handle": {
      loss: "ended",
      says: /was terminated|ended with code 1/,
      task: wait,
      from: (handle) => void handle.terminate(),
    },
    "gets a message that it cannot decode": {
      loss: "unreadable",
      says: /A message to the worker could not be decoded/,
      task: isNode
        ? () => {
            const threads = (globalThis as unknown as NodeThreads).process.getBuiltinModule("node:worker_threads");
            threads.parentPort.emit("messageerror", new Error("an unknown class"));
            return new Promise(() => {});
          }
        : () => {
            globalThis.dispatchEvent(new MessageEvent("messageerror"));
            return new Promise(() => {});
          },
    },
    "sends a message that cannot be decoded": {
      loss: "unreadable",
      says: /A message of the worker could not be decoded/,
      task: wait,
      from(handle) {
        handle.emit?.("messageerror", new Error("an unknown class"));
        if (!isNode) handle.dispatchEvent?.(new MessageEvent("messageerror"));
      },
    },
    "sends what is not ours": {
      loss: "misbehaved",
      says: /Cannot read a message: found news/,
      task: isNode
        ? () => {
            const { process } = globalThis as unknown as NodeThreads;
            const { parentPort } = process.getBuiltinModule("node:worker_threads");
            (parentPort as unknown as Worker).postMessage([{ kind: "news" }]);
            return new Promise(() => {});
          }
        : () => {
            (globalThis as unknown as Worker).postMessage([{ kind: "news" }]);
            return new Promise(() => {});
          },
    },
  };

  describe("Cluster tells how a worker was lost that", () => {
    for (const [what, { loss, says, task, from }] of Object.entries(losses)) {
      it(`${what}: one event, the cause in the task's error, and another worker under a new number`, () =>
        withHandles({}, async (cluster, handles, lost) => {
          const doomed = cluster.submit(task);
          if (from !== undefined) {
            await cluster.run(() => 0);
            from(handles[0] as Handle);
          }
          const error = await errorOf(doomed.result());
          expect(error).to.have.property("code", "worker-lost");
          expect(error.details).to.deep.equal({ key: doomed.key, attempts: 1, reason: loss });
          expect(error.message).to.match(says);
          expect(await cluster.submit(() => "fine").result()).to.equal("fine");
          expect(lost.map((event) => event.kind === "worker-lost" && [event.worker, event.loss])).to.deep.equal([
            [0, loss],
          ]);
          expect(lost[0]).to.have.property("reason").that.matches(says);
          expect(cluster.info.workers.map(({ worker }) => worker)).to.deep.equal([1]);
          expect(handles).to.have.length(2);
        }));
    }

    it("and not of one whose task posts answers to questions of others: nobody hears them", () =>
      withHandles({}, async (cluster, _handles, lost) => {
        const kept = cluster.submit(() => 7);
        const post = isNode
          ? (envelope: unknown): void => {
              const { process } = globalThis as unknown as NodeThreads;
              const { parentPort } = process.getBuiltinModule("node:worker_threads");
              (parentPort as unknown as Worker).postMessage(envelope);
            }
          : (envelope: unknown): void => (globalThis as unknown as Worker).postMessage(envelope);
        const positions = Int32Array.of(0, 99, -1);
        const failed = [{ position: 98, failure: { kind: "opaque", text: "made up" } }];
        const answers = [0, 1, 2, 3].flatMap((request) => [
          { kind: "values", request, positions, values: ["made up"], failed },
          { kind: "slice", request, position: 0, index: 0, items: ["made up"] },
          { kind: "ran", request, value: "made up" },
        ]);
        const finished = { kind: "finished", tasks: Int32Array.of(0, 99, 0, 0, 12345, 1, 0, 0) };
        await cluster.submit(post, [...answers, finished]).result();
        expect(await cluster.gather([kept, cluster.submit(() => 8)])).to.deep.equal([7, 8]);
        expect(await kept.result()).to.equal(7);
        expect(lost).to.deep.equal([]);
      }));

    it("and not of one where a promise is rejected that nobody waits for: that harms nobody", () =>
      withHandles({}, async (cluster, _handles, lost) => {
        const stray = cluster.submit(async (x: number) => {
          void Promise.reject(new Error("nobody waits for me"));
          await new Promise((resolve) => setTimeout(resolve, 5)); // by then a runtime would have ended the thread
          return x;
        }, 1);
        expect(await stray.result()).to.equal(1);
        expect([...(await cluster.run(() => "fine")).values()]).to.deep.equal(["fine"]);
        expect(lost).to.deep.equal([]);
      }));
  });

  describe("Cluster.recycle", () => {
    it("replaces each worker by a new one, which takes its results over, scattered data too", () =>
      withCluster(host, { workers: 2 }, async (cluster) => {
        const [data] = cluster.scatter([{ rows: 3 }]);
        const squares = cluster.map((x: number) => x * x, [1, 2, 3, 4]);
        await cluster.gather(squares);
        const kinds: string[] = [];
        cluster.events.subscribe(({ kind }) => kinds.push(kind));
        await cluster.recycle();
        expect(cluster.info.workers.map(({ worker }) => worker)).to.deep.equal([2, 3]);
        expect(kinds).to.deep.equal(["worker-joined", "worker-retired", "worker-joined", "worker-retired"]);
        expect(await cluster.gather(squares)).to.deep.equal([1, 4, 9, 16]);
        expect(await data?.result()).to.deep.equal({ rows: 3 });
        await cluster.recycle(3);
        expect(cluster.info.workers.map(({ worker }) => worker)).to.deep.equal([2, 4]);
        expect(await errorOf(cluster.recycle(3)))
          .to.be.instanceOf(RangeError)
          .with.property("message")
          .that.includes("2,4");
      }));

    it("rejects when the cluster is closed meanwhile", async () => {
      const cluster = await host.engine.Cluster.create({ workers: 1 });
      const busy = cluster.submit(wait);
      busy.result().catch(() => {});
      await cluster.run(() => 0);
      const recycled = errorOf(cluster.recycle());
      await cluster.close();
      expect(await recycled).to.have.property("code", "closed");
    });
  });

  describe("Cluster.shared", () => {
    it("is one cluster for all who ask, and another after it was closed or did not come up", async () => {
      const { Cluster: Clusters } = host.engine;
      const broken = { workers: 1, worker: fixture("workers/throws-at-load.js") };
      expect(await errorOf(Clusters.shared(broken))).to.have.property("code", "boot-failed");
      const [one, same] = await Promise.all([Clusters.shared({ workers: 1 }), Clusters.shared()]);
      expect(one).to.equal(same);
      expect(await Clusters.shared()).to.equal(one);
      await one.close();
      const next = await Clusters.shared({ workers: 1 });
      expect(next).not.to.equal(one);
      expect(await next.submit(() => 1).result()).to.equal(1);
      await next.close();
    });
  });

  describe("Cluster of fewer workers than were asked for", () => {
    it("works with those that come up, and says that it tried again for the others", async () => {
      let starts = 0;
      const worker = (): Handle => {
        if (starts++ > 0) throw new Error("no more threads");
        return isNode ? startThread() : (new Worker(script, { type: "module" }) as Handle);
      };
      await withCluster(host, { workers: 3, worker }, async (cluster) => {
        const missing = new Promise<ClusterEvent>((resolve) => {
          cluster.events.subscribe((event) => event.kind === "worker-not-replaced" && resolve(event));
        });
        expect(cluster.info.workers).to.have.length(1);
        expect(await cluster.submit(() => "fine").result()).to.equal("fine");
        expect(await missing)
          .to.have.property("reason")
          .that.includes("no more threads");
      });
    });
  });
}
