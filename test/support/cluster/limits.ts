// What ends a task before it ends by itself, and what the rest of the cluster has of it: nothing.
import { expect } from "chai";
import type { Cluster, ClusterEvent } from "weftwork";
import type { ClusterHost } from "./host.ts";
import { errorOf, withCluster } from "./host.ts";

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A task that gives way and never ends. */
const never = (): Promise<never> => new Promise(() => {});
const late = async (milliseconds: number, value: number): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return value;
};
const square = (x: number): number => x * x;

/** The kinds of what happens in a cluster from now on. */
function watch(cluster: Cluster): ClusterEvent["kind"][] {
  const seen: ClusterEvent["kind"][] = [];
  cluster.events.subscribe(({ kind }) => seen.push(kind));
  return seen;
}

/** Ends when a worker was lost. */
const lost = (cluster: Cluster): Promise<void> =>
  new Promise((resolve) => cluster.events.subscribe(({ kind }) => kind === "worker-lost" && resolve()));

async function expectSquares(cluster: Cluster): Promise<void> {
  const numbers = Array.from({ length: 20 }, (_, i) => i);
  expect(await cluster.gather(cluster.map(square, numbers))).to.deep.equal(numbers.map(square));
}

export function describeLimits(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { withContext } = host.engine;
  const one = { workers: 1, graceTime: 100, allowedFailures: 0 };

  describe("Future.cancel", () => {
    it("drops what waits, and leaves what runs beside it alone", () =>
      withCluster(host, one, async (cluster) => {
        const seen = watch(cluster);
        const running = cluster.submit(late, 150, 5);
        const waiting = cluster.map(square, [1, 2, 3]);
        for (const future of waiting) future.cancel();
        for (const future of waiting) expect(await errorOf(future.result())).to.have.property("code", "cancelled");
        expect(await running.result()).to.equal(5);
        expect(seen).to.deep.equal([]);
      }));

    it("leaves the worker of a task that ends within the grace time", () =>
      withCluster(host, { ...one, graceTime: 5000 }, async (cluster) => {
        const seen = watch(cluster);
        const running = cluster.submit(late, 100, 5);
        await sleep(50);
        running.cancel(new Error("enough"));
        const error = await errorOf(running.result());
        expect(error).to.have.property("code", "cancelled");
        expect(error.cause).to.have.property("message", "enough");
        await expectSquares(cluster);
        expect(seen).to.deep.equal([]);
      }));

    it("is heard by a task that takes a context, as is the end of its time: it keeps its worker", () =>
      withCluster(host, { ...one, graceTime: 5000 }, async (cluster) => {
        const seen = watch(cluster);
        const heeds = withContext(
          ({ signal }) => new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
        );
        const cancelled = cluster.submit(heeds);
        await sleep(50);
        cancelled.cancel();
        expect(await errorOf(cancelled.result())).to.have.property("code", "cancelled");
        const limited = cluster.with({ timeout: 50 }).submit(heeds);
        expect(await errorOf(limited.result())).to.have.property("code", "timed-out");
        await expectSquares(cluster);
        expect(seen).to.deep.equal([]);
      }));

    it("replaces the worker of a task that goes on beyond it, and what else was there is computed elsewhere", () =>
      withCluster(host, one, async (cluster) => {
        const seen = watch(cluster);
        const result = cluster.submit(square, 7);
        expect(await result.result()).to.equal(49);
        const stuck = cluster.submit(never);
        const behind = cluster.submit((x: number) => x + 1, result);
        await sleep(50);
        stuck.cancel();
        expect(await behind.result()).to.equal(50);
        expect(seen).to.include("worker-lost");
        await expectSquares(cluster);
      }));

    it("cancels what needs the result, and computes the rest of the graph", () =>
      withCluster(host, {}, async (cluster) => {
        const input = cluster.submit(late, 50, 4);
        const middle = cluster.submit(square, input);
        const end = cluster.submit(square, middle);
        const other = cluster.submit((x: number) => x + 1, input);
        middle.cancel();
        middle.cancel();
        expect(await errorOf(middle.result())).to.have.property("code", "cancelled");
        const { code, details } = await errorOf(end.result());
        expect([code, details]).to.deep.equal(["dependency-failed", { key: end.key, root: middle.key }]);
        expect(await cluster.gather([input, other])).to.deep.equal([4, 5]);
        input.cancel();
        expect(await input.result(), "it was there already").to.equal(4);
      }));

    it("does not keep a cluster from being closed while a worker is to be ended", () =>
      withCluster(host, { ...one, graceTime: 60_000 }, async (cluster) => {
        const stuck = cluster.submit(never);
        const other = cluster.submit(square, 2);
        await sleep(50);
        stuck.cancel();
        await cluster.close();
        expect(await errorOf(stuck.result())).to.have.property("code", "cancelled");
        expect(await errorOf(other.result())).to.have.property("code", "closed");
      }));

    it("is called for many at once by Cluster.cancel", () =>
      withCluster(host, one, async (cluster) => {
        const futures = [cluster.submit(late, 50, 1), ...cluster.map(square, [1, 2, 3])];
        cluster.cancel(futures, "left");
        for (const future of futures) expect(await errorOf(future.result())).to.have.property("cause", "left");
        await expectSquares(cluster);
      }));
  });

  describe("the option `signal`", () => {
    it("ends one of two tasks of a worker; the other is done, if need be elsewhere", () =>
      withCluster(host, { ...one, cores: 2 }, async (cluster) => {
        const controller = new AbortController();
        const stuck = cluster.with({ signal: controller.signal }).submit(never);
        const other = cluster.submit(late, 300, 5);
        await sleep(50);
        controller.abort(new Error("left"));
        expect((await errorOf(stuck.result())).cause).to.have.property("message", "left");
        expect(await other.result()).to.equal(5);
      }));

    it("has one listener for thousands of tasks, and none when they have ended", () =>
      withCluster(host, {}, async (cluster) => {
        const { signal } = new AbortController();
        let listeners = 0;
        const { addEventListener, removeEventListener } = signal;
        signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
          listeners++;
          addEventListener.apply(signal, args);
        };
        signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
          listeners--;
          removeEventListener.apply(signal, args);
        };
        const numbers = Array.from({ length: 10_000 }, (_, i) => i);
        const futures = cluster.with({ signal }).map(square, numbers);
        expect(listeners).to.equal(1);
        expect(await cluster.gather(futures)).to.deep.equal(numbers.map(square));
        expect(listeners).to.equal(0);
      }));
  });

  describe("the option `timeout`", () => {
    it("counts from a task's start, not from when it was submitted", () =>
      withCluster(host, one, async (cluster) => {
        const futures = cluster.with({ timeout: 700 }).map(late, [250, 250, 250, 250], [1, 2, 3, 4]);
        expect(await cluster.gather(futures)).to.deep.equal([1, 2, 3, 4]);
      }));

    it("fails a task that takes longer, and replaces its worker if it goes on", () =>
      withCluster(host, one, async (cluster) => {
        const seen = watch(cluster);
        const stuck = cluster.with({ timeout: 100 }).submit(never);
        const { code, details } = await errorOf(stuck.result());
        expect([code, details]).to.deep.equal(["timed-out", { key: stuck.key, milliseconds: 100 }]);
        await expectSquares(cluster);
        expect(seen).to.include("worker-lost");
      }));

    it("lets a task be tried again if it may", () =>
      withCluster(host, { ...one, graceTime: 50 }, async (cluster) => {
        const limited = cluster.with({ timeout: 100, retries: 1 });
        expect(await errorOf(limited.submit(never).result())).to.have.property("code", "timed-out");
      }));

    if (host.threads === "workers") {
      for (const cores of host.runtime === "node" ? [1, 2] : [1]) {
        it(`ends a loop that never ends, and the rest is computed, with ${cores} cores`, () =>
          withCluster(host, { cores, graceTime: 50, allowedFailures: 0 }, async (cluster) => {
            const gone = lost(cluster);
            const loop = cluster.with({ timeout: 100 }).submit(() => {
              for (;;);
            });
            const rest = expectSquares(cluster);
            expect(await errorOf(loop.result())).to.have.property("code", "timed-out");
            await rest;
            await expectSquares(cluster);
            await gone;
            await cluster.scale(2);
            expect(cluster.info.workers).to.have.length(2);
          }));
      }

      it("is not needed to end a loop that was cancelled, which its worker could not report", () =>
        withCluster(host, one, async (cluster) => {
          const loop = cluster.submit(() => {
            for (;;);
          });
          const behind = cluster.submit(square, 3);
          await sleep(100);
          loop.cancel();
          expect(await behind.result()).to.equal(9);
        }));
    }
  });

  describe("the option `retries`", () => {
    /** Throws until it was called so often, on a cluster of one worker. */
    const flaky = (name: string, least: number): number => {
      const counts = globalThis as unknown as Record<string, number | undefined>;
      const count = (counts[name] ?? 0) + 1;
      counts[name] = count;
      if (count < least) throw new RangeError(`call ${count}`);
      return count;
    };

    it("has a task that throws tried again, and gives the last failure when that is not enough", () =>
      withCluster(host, one, async (cluster) => {
        const patient = cluster.with({ retries: 2, retryDelay: 10 });
        expect(await patient.submit(flaky, `weftwork-flaky-${Math.random()}`, 3).result()).to.equal(3);
        const error = await errorOf(patient.submit(flaky, `weftwork-flaky-${Math.random()}`, 5).result());
        expect(error).to.be.instanceOf(RangeError).and.have.property("message", "call 3");
      }));
  });
}
