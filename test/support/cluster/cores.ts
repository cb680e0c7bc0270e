// Workers of several cores: as many tasks at once as there are cores and never more, each on a thread of its own.
import { expect } from "chai";
import type { Cluster, ClusterEvent } from "weftwork";
import type { ClusterHost, FixtureTasks } from "./host.ts";
import { errorOf, fixture, servedTasks, withCluster } from "./host.ts";

interface Scope {
  /** This thread's mark, made by the first task that asks. */
  mark?: number;
  kept?: ArrayBuffer;
  pongs?: BroadcastChannel;
  running?: number;
  peak?: number;
}

/** What tasks of several threads count together: [running now, most at once, calls, 1 if the gate is open]. */
const newCounts = (): Int32Array => new Int32Array(new SharedArrayBuffer(16));
const OPEN = 3;

/** Holds its thread until `wanted` tasks run at once. Gives its thread's mark, or -1 if it waited for too long. */
const meet = (counts: Int32Array, wanted: number): number => {
  const running = Atomics.add(counts, 0, 1) + 1;
  for (let most = Atomics.load(counts, 1); most < running; most = Atomics.load(counts, 1)) {
    Atomics.compareExchange(counts, 1, most, running);
  }
  const deadline = Date.now() + 10_000;
  while (Atomics.load(counts, 1) < wanted && Date.now() < deadline);
  for (let i = 0; i < 100_000; i++) Atomics.load(counts, 2); // time for one too many to show
  Atomics.add(counts, 2, 1);
  Atomics.sub(counts, 0, 1);
  return Date.now() < deadline ? ((globalThis as Scope).mark ??= Math.random()) : -1;
};

/** The same, but gives way to its thread's other work while it waits. */
const meetSlowly = async (counts: Int32Array, wanted: number): Promise<number> => {
  const running = Atomics.add(counts, 0, 1) + 1;
  for (let most = Atomics.load(counts, 1); most < running; most = Atomics.load(counts, 1)) {
    Atomics.compareExchange(counts, 1, most, running);
  }
  const deadline = Date.now() + 10_000;
  while (Atomics.load(counts, 1) < wanted && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await new Promise((resolve) => setTimeout(resolve, 2));
  Atomics.add(counts, 2, 1);
  Atomics.sub(counts, 0, 1);
  return Date.now() < deadline ? ((globalThis as Scope).mark ??= Math.random()) : -1;
};

/** Holds its thread until the gate is opened; whether it was. */
const holdThread = (counts: Int32Array): boolean => {
  Atomics.add(counts, 0, 1);
  const deadline = Date.now() + 20_000;
  while (Atomics.load(counts, 3) === 0 && Date.now() < deadline);
  return Date.now() < deadline;
};

export function describeCores(host: ClusterHost): void {
  describeCoresOfOneThread(host);
  if (host.threads === "workers") describeExecutors(host);
}

/** A worker of one core, and all there is where there are no threads: tasks take turns on one thread. */
function describeCoresOfOneThread(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const work = async (wanted: number): Promise<number> => {
    const scope = globalThis as Scope;
    scope.running = (scope.running ?? 0) + 1;
    scope.peak = Math.max(scope.peak ?? 0, scope.running);
    while (scope.peak < wanted) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 1));
    scope.running--;
    return scope.peak;
  };

  describe("Cluster runs tasks on the worker's own thread", () => {
    for (const cores of host.threads === "one" ? [1, 3] : [1]) {
      it(`at most ${cores} asynchronous ones at once with ${cores} cores, and that many if it can`, () =>
        withCluster(host, { workers: 1, cores }, async (cluster) => {
          await cluster.run(() => Object.assign(globalThis, { running: 0, peak: 0 }) && 0);
          const peaks = await cluster.gather(cluster.map(work, Array(4 * cores).fill(cores)));
          expect(Math.max(...peaks)).to.equal(cores);
          expect(cluster.info.workers.map((worker) => worker.cores)).to.deep.equal([cores]);
          expect(cluster.info.threads).to.equal(host.threads);
        }));
    }
  });
}

function describeExecutors(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { isEngineError, moduleTask } = host.engine;

  describe("Cluster runs the tasks of a worker with several cores on executors", () => {
    const tasks: readonly (readonly [string, (counts: Int32Array, wanted: number) => number | Promise<number>])[] = [
      ["synchronous", meet],
      ["asynchronous", meetSlowly],
    ];
    for (const [kind, task] of tasks) {
      it(`as many ${kind} tasks at once as it has cores and never more, on as many threads`, () =>
        withCluster(host, { workers: 1, cores: 3 }, async (cluster) => {
          const counts = newCounts();
          const marks = await cluster.gather(Array.from({ length: 12 }, () => cluster.submit(task, counts, 3)));
          expect(marks).not.to.include(-1);
          expect([...counts]).to.deep.equal([0, 3, 12, 0]);
          expect(new Set(marks).size).to.equal(3);
          const own = await cluster.run(() => ((globalThis as Scope).mark ??= Math.random()));
          expect(own.size, "run is called once per worker").to.equal(1);
          expect(marks, "on the worker's own thread").not.to.include([...own.values()][0]);
          expect(cluster.info.workers).to.have.length(1);
        }));
    }

    it("one after the other on each, also short ones that are on their way when one turns out to take its time", () =>
      withCluster(host, { workers: 1, cores: 2 }, async (cluster) => {
        const overlaps = (key: number): number | Promise<number> => {
          const scope = globalThis as Scope;
          scope.running = (scope.running ?? 0) + 1;
          const end = (): number => {
            const others = (scope.running ?? 0) - 1;
            scope.running = others;
            return others;
          };
          if (key % 50 !== 49) return end();
          return new Promise((resolve) => setTimeout(() => resolve(end()), 2));
        };
        const keys = Array.from({ length: 1000 }, (_, i) => i);
        const seen = await cluster.gather(cluster.map(overlaps, keys));
        expect(new Set(seen)).to.deep.equal(new Set([0]));
      }));

    it("whether they are plain functions, exports of modules or served by the worker's script", () =>
      withCluster<FixtureTasks>(host, { ...servedTasks(host), workers: 1, cores: 2 }, async (cluster) => {
        const square = moduleTask<[x: number], number>(fixture("modules/math.js"));
        const plain = cluster.map((x: number) => x + 1, [1, 2, 3, 4]);
        const squares = plain.map((x) => cluster.submit(square, x));
        const served = squares.map((x) => cluster.tasks.inc(x));
        const total = cluster.submit(
          (xs: number[], { and }: { and: number }) => xs.reduce((a, b) => a + b) + and,
          served,
          {
            and: squares[0] as unknown as number,
          },
        );
        expect(await cluster.gather(served)).to.deep.equal([5, 10, 17, 26]);
        expect(await total.result()).to.equal(62);
      }));

    it("moves the buffers of results to the worker, and copies of arguments to executors", () =>
      withCluster(host, { workers: 1, cores: 2 }, async (cluster) => {
        const counts = newCounts();
        const make = (shared: Int32Array, fill: number): Uint8Array => {
          Atomics.add(shared, 0, 1);
          while (Atomics.load(shared, 0) < 2);
          const made = new Uint8Array(100_000).fill(fill);
          (globalThis as Scope).kept = made.buffer as ArrayBuffer;
          return made;
        };
        const [a, b] = [cluster.submit(make, counts, 1), cluster.submit(make, counts, 2)];
        const sums = [a, a, b, b].map((future) =>
          cluster.submit((xs: Uint8Array) => xs.reduce((x, y) => x + y), future),
        );
        expect(await cluster.gather(sums)).to.deep.equal([1e5, 1e5, 2e5, 2e5]);
        const [first, second] = await cluster.gather([a, b]);
        expect([first?.length, first?.[9], second?.length, second?.[9]]).to.deep.equal([1e5, 1, 1e5, 2]);
        const left = Array.from({ length: 8 }, () => cluster.submit(() => (globalThis as Scope).kept?.byteLength));
        expect(new Set(await cluster.gather(left))).to.deep.equal(new Set([0]));
      }));

    it("and answers everybody else while long ones run: retractions, gathers, other workers", () =>
      withCluster(host, { workers: 1, cores: 2 }, async (cluster) => {
        const counts = newCounts();
        const early = cluster.submit(() => "early");
        await early.result();
        const long = [1, 2].map(() => cluster.submit(holdThread, counts));
        while (Atomics.load(counts, 0) < 2) await new Promise((resolve) => setTimeout(resolve, 1));
        const stuck = cluster.map((x: number) => 2 * x, [1, 2, 3, 4, 5, 6, 7, 8]);
        const copy = cluster.submit((text: string) => text, early);
        expect(await early.result()).to.equal("early");
        expect((await cluster.run(() => "here")).size).to.equal(1);
        await cluster.scale(2);
        expect(await cluster.gather(stuck), "given back, and run elsewhere").to.deep.equal([
          2, 4, 6, 8, 10, 12, 14, 16,
        ]);
        expect(await copy.result()).to.equal("early");
        expect(Atomics.load(counts, OPEN), "nobody has opened the gate yet").to.equal(0);
        Atomics.store(counts, OPEN, 1);
        expect(await cluster.gather(long)).to.deep.equal([true, true]);
      }));

    for (const [how, death] of Object.entries(deathsOn(host))) {
      it(`loses the whole worker with an executor that ${how}, says so, and computes again what was lost`, () =>
        withCluster(host, { workers: 2, cores: 2, allowedFailures: 0 }, async (cluster) => {
          const squares = cluster.map((x: number) => x * x, [1, 2, 3, 4, 5, 6]);
          await cluster.gather(squares);
          const lost = nextEvent(cluster, "worker-lost");
          const joined = nextEvent(cluster, "worker-joined");
          const error = await errorOf(cluster.submit(death).result());
          expect(isEngineError(error, "worker-lost"), String(error)).to.equal(true);
          expect(await lost)
            .to.have.property("reason")
            .that.matches(/The worker's executor \d of 2 was lost: ./);
          await joined;
          expect(await cluster.gather(squares)).to.deep.equal([1, 4, 9, 16, 25, 36]);
        }));
    }

    it("leaves no thread when it is closed, idle or in an endless task", async () => {
      const name = `weftwork-test-${Math.random()}`;
      const channel = new BroadcastChannel(name);
      try {
        const cluster = await host.engine.Cluster.create({ workers: 2, cores: 2 });
        const counts = newCounts();
        const join = (shared: Int32Array, channelName: string): void => {
          Atomics.add(shared, 0, 1);
          while (Atomics.load(shared, 0) < 4); // one on each executor
          const pongs = new BroadcastChannel(channelName);
          (globalThis as Scope).pongs = pongs;
          pongs.onmessage = () => pongs.postMessage("pong");
        };
        await cluster.gather(Array.from({ length: 4 }, () => cluster.submit(join, counts, name)));
        let pongs = 0;
        channel.onmessage = () => pongs++;
        const ping = async (): Promise<number> => {
          pongs = 0;
          channel.postMessage("ping");
          await new Promise((resolve) => setTimeout(resolve, 100));
          return pongs;
        };
        for (let tries = 0; tries < 50 && (await ping()) < 4; tries++);
        expect(pongs, "all executors answer").to.be.at.least(4);
        // Deno does not end a thread that never gives way, whoever started it.
        const hasEndless = host.runtime !== "deno";
        if (hasEndless) await startEndless(cluster, counts);
        await cluster.close();
        const deadline = Date.now() + 20_000;
        while ((await ping()) > 0 && Date.now() < deadline);
        expect(pongs, "nobody answers").to.equal(0);
        let before = -1; // a thread that is still there may get no time for a while
        for (let quiet = 0; hasEndless && quiet < 10 && Date.now() < deadline; ) {
          await new Promise((resolve) => setTimeout(resolve, 100));
          const now = Atomics.load(counts, 2);
          quiet = now === before ? quiet + 1 : 0;
          before = now;
        }
        await new Promise((resolve) => setTimeout(resolve, 100));
        if (hasEndless) expect(Atomics.load(counts, 2), "the endless task goes on").to.equal(before);
      } finally {
        channel.close();
      }
    });

    it("tells why no executor starts, and what helps", async () => {
      const start = (script: string): Promise<unknown> =>
        host.engine.Cluster.create({ workers: 1, cores: 2, worker: fixture(`workers/${script}`) });
      const missing = await errorOf(start("without-nested.js"));
      expect(isEngineError(missing, "boot-failed"), String(missing)).to.equal(true);
      expect(missing.details).to.have.property("phase", "boot");
      expect(missing.message).to.match(/without-nested\.js: phase "boot" failed: executor 1 of 2 did not start/);
      expect(missing.message)
        .to.match(/no workers inside workers|no file/)
        .and.include("or choose cores: 1");
      const dead = await errorOf(start("dies-in-executors.js"));
      expect(isEngineError(dead, "boot-failed"), String(dead)).to.equal(true);
      expect(dead.message).to.match(/executor \d of 2 did not start: .*only.one.of.me/);
    });

    if (host.server === undefined && (host.runtime === "browser" || host.runtime === "deno")) {
      it("also when the worker's script is a text", async () => {
        const { inlineWorker } = await import("weftwork/inline");
        await withCluster(host, { workers: 1, cores: 2, worker: inlineWorker }, async (cluster) => {
          expect(await cluster.submit((x: number) => x + 1, 1).result()).to.equal(2);
        });
      });
    }
  });
}

/** How a task can end its thread, by the words for it. */
function deathsOn({ runtime }: ClusterHost): Readonly<Record<string, () => unknown>> {
  interface Process {
    readonly process: { exit(code: number): void };
  }
  if (runtime === "node") {
    return {
      exits: () => (globalThis as unknown as Process).process.exit(7),
      throws: () => {
        setTimeout(() => {
          throw new Error("an error that nobody catches");
        });
        return new Promise(() => {});
      },
    };
  }
  return {
    closes: () => {
      (globalThis as unknown as Worker & { close(): void }).close();
      return new Promise(() => {});
    },
    throws: () => {
      setTimeout(() => {
        throw new Error("an error that nobody catches");
      });
      return new Promise(() => {});
    },
    "posts what is not ours": () => {
      (globalThis as unknown as Worker).postMessage([{ kind: "progress" }]);
      return new Promise(() => {});
    },
  };
}

/** Starts a task that never ends, and counts for as long as its thread lives. */
async function startEndless(cluster: Cluster, counts: Int32Array): Promise<void> {
  const endless = cluster.submit((shared: Int32Array): void => {
    for (;;) Atomics.add(shared, 2, 1);
  }, counts);
  endless.result().catch(() => undefined);
  while (Atomics.load(counts, 2) === 0) await new Promise((resolve) => setTimeout(resolve, 1));
}

function nextEvent(cluster: Cluster, kind: ClusterEvent["kind"]): Promise<ClusterEvent> {
  return new Promise((resolve) => {
    const stop = cluster.events.subscribe((event) => {
      if (event.kind !== kind) return;
      stop();
      resolve(event);
    });
  });
}
