// What a task can do while it runs: heed its signal, say how far it is, talk, and have tasks of its own.
import { expect } from "chai";
import type { Cluster, ClusterEvent, ClusterOptions, TaskContext } from "weftwork";
import type { ClusterHost, FixtureTasks } from "./host.ts";
import { errorOf, fixture, servedTasks, thrownBy, withCluster } from "./host.ts";

const SCHEDULERS = ["work-stealing", "random", "dask-like", "b-level", "t-level", "queued"] as const;

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function fibonacci(ctx: TaskContext, n: number): Promise<number> {
  if (n < 2) return n;
  const [a, b] = [ctx.submit(fibonacci, n - 1), ctx.submit(fibonacci, n - 2)];
  return (await a.result()) + (await b.result());
}

/** Its results are added by a third task: they do not come here. */
async function fibonacciElsewhere(ctx: TaskContext, n: number): Promise<number> {
  if (n < 2) return n;
  const terms = { a: ctx.submit(fibonacciElsewhere, n - 1), b: [ctx.submit(fibonacciElsewhere, n - 2)] };
  const add = (those: { readonly a: unknown; readonly b: readonly unknown[] }) =>
    (those.a as number) + (those.b[0] as number);
  return ctx.submit(add, terms).result();
}

/** Waits until the cluster remembers no task. */
async function expectForgotten(cluster: Cluster<never>): Promise<void> {
  for (let i = 0; i < 200 && cluster.info.tasks > 0; i++) await sleep(10);
  expect(cluster.info.tasks).to.equal(0);
}

export function describeContext(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { withContext, moduleTask } = host.engine;
  const one: ClusterOptions = { workers: 1 };
  const module = fixture("workers/contexts.js").href;

  describe("TaskContext.signal", () => {
    it("is aborted with the reason of a cancel, and who heeds it keeps the worker", () =>
      withCluster(host, { ...one, graceTime: 60_000 }, async (cluster) => {
        const events: ClusterEvent["kind"][] = [];
        cluster.events.subscribe(({ kind }) => events.push(kind));
        const heeding = cluster.submit(
          withContext(async (ctx, name: string) => {
            ctx.send("begun");
            await new Promise((resolve) => ctx.signal.addEventListener("abort", resolve));
            const { reason } = ctx.signal;
            const channel = new BroadcastChannel(name);
            channel.postMessage(reason instanceof Error ? reason.message : reason);
            channel.close();
          }),
          "weftwork-signal",
        );
        const channel = new BroadcastChannel("weftwork-signal");
        const heard = new Promise((resolve) => {
          channel.onmessage = ({ data }) => resolve(data);
        });
        for await (const message of heeding.messages) if (message === "begun") break;
        heeding.cancel("enough");
        expect(await heard).to.equal("enough");
        channel.close();
        expect(await errorOf(heeding.result())).to.have.property("code", "cancelled");
        expect(await cluster.submit((x: number) => x + 1, 1).result()).to.equal(2);
        expect(events).to.deep.equal([]);
      }));
  });

  describe("TaskContext.progress", () => {
    it("tells the latest of what was said, and the last before the task ends", () =>
      withCluster<FixtureTasks>(host, servedTasks(host), async (cluster) => {
        const future = cluster.tasks.steps(10_000);
        const seen: number[] = [];
        future.onProgress(({ fraction }) => seen.push(fraction));
        expect(await future.result()).to.equal(10_000);
        expect(future.progress).to.deep.equal({ fraction: 1, message: "step 10000" });
        expect(seen).to.deep.equal([...seen].sort((a, b) => a - b));
        expect(seen.length).to.be.within(2, 100);
      }));

    it("begins anew with another attempt", () =>
      withCluster(host, one, async (cluster) => {
        const future = cluster.with({ retries: 1 }).submit(
          withContext((ctx) => {
            const scope = globalThis as { hasFailed?: boolean };
            ctx.progress(scope.hasFailed === true ? 0.25 : 0.75);
            if (scope.hasFailed === true) return;
            scope.hasFailed = true;
            throw new Error("not yet");
          }),
        );
        const seen: number[] = [];
        future.onProgress(({ fraction }) => seen.push(fraction));
        await future.result();
        expect(seen.filter((fraction) => fraction !== 0)).to.have.members([0.75, 0.25].slice(-new Set(seen).size));
        expect(future.progress).to.deep.equal({ fraction: 0.25, message: undefined });
      }));
  });

  describe("Future.send and Future.messages", () => {
    const echo = async (ctx: TaskContext): Promise<number> => {
      let sum = 0;
      for await (const message of ctx.messages) {
        if (message === "stop") break;
        sum += message as number;
        ctx.send({ sum });
      }
      return sum;
    };

    it("reach each other in order, from before the task has begun to when it ends", () =>
      withCluster(host, one, async (cluster) => {
        const future = cluster.submit(withContext(echo));
        future.send(1);
        future.send(2);
        const seen: unknown[] = [];
        for await (const message of future.messages) {
          seen.push(message);
          if (seen.length === 2) future.send(5);
          if (seen.length === 3) future.send("stop");
        }
        expect(seen).to.deep.equal([{ sum: 1 }, { sum: 3 }, { sum: 8 }]);
        expect(await future.result()).to.equal(8);
        future.send("late");
        expect([...(await cluster.gather([future]))]).to.deep.equal([8]);
      }));

    it("ignore what comes after the task has ended", () =>
      withCluster(host, one, async (cluster) => {
        const future = cluster.submit(
          withContext((ctx) => {
            ctx.send("in time");
            setTimeout(() => {
              ctx.send("late");
              ctx.progress(1);
            }, 10);
          }),
        );
        await future.result();
        await sleep(50);
        const seen: unknown[] = [];
        for await (const message of future.messages) seen.push(message);
        expect(seen).to.deep.equal(["in time"]);
        expect(future.progress).to.equal(undefined);
      }));

    it("refuse what cannot be cloned, naming its path", () =>
      withCluster(host, one, async (cluster) => {
        const future = cluster.submit(
          withContext((ctx) => {
            ctx.send({ rows: [() => 1] });
          }),
        );
        const error = await errorOf(future.result());
        expect([error.code, error.details]).to.deep.equal([
          "not-cloneable",
          { key: future.key, path: "message.rows[0]" },
        ]);
        expect(thrownBy(() => future.send({ done: () => 1 })))
          .to.be.instanceOf(TypeError)
          .with.property("message")
          .that.matches(/message\.done cannot be cloned/);
      }));
  });

  describe("TaskContext.submit", () => {
    for (const scheduler of SCHEDULERS) {
      it(`gives the only core to the tasks that it waits for, under ${scheduler}`, () =>
        withCluster(host, { ...one, scheduler }, async (cluster) => {
          expect(await cluster.submit(withContext(fibonacci), 6).result()).to.equal(8);
        }));
    }

    it("recurs over several workers, in functions that are served and of modules too", () =>
      withCluster<FixtureTasks>(host, servedTasks(host), async (cluster) => {
        const elsewhere = cluster.submit(withContext(fibonacciElsewhere), 6);
        const fib = moduleTask<[number], number>(module, "fib");
        const all = [elsewhere, cluster.tasks.fib(7), cluster.submit(fib, 7)];
        expect(await cluster.gather(all)).to.deep.equal([8, 13, 13]);
        for (const future of all) future.release();
        await expectForgotten(cluster as never);
      }));

    it("brings the failures of its tasks, and why one cannot be sent", () =>
      withCluster(host, one, async (cluster) => {
        const failing = cluster.submit(
          withContext(async (ctx) => {
            const fails = ctx.submit(() => {
              throw new RangeError("too far");
            });
            const what = await fails.result().catch((error: unknown) => error);
            const free = ctx.submit(new Function("return nowhere") as () => unknown);
            const why = await free.result().catch((error: unknown) => error);
            return [String(what), String(why)];
          }),
        );
        const [what, why] = await failing.result();
        expect(what).to.equal("RangeError: too far");
        expect(why).to.match(/TypeError: Cannot send function .*"nowhere"/);
        const uncloneable = cluster.submit(
          withContext((ctx) => ctx.submit((x: unknown) => x, { f: () => 1 }).result()),
        );
        expect(await errorOf(uncloneable.result())).to.have.deep.property("details", {
          key: uncloneable.key,
          path: "args[0].f",
        });
      }));

    it("ends with its task: what it has submitted is let go of", () =>
      withCluster(host, one, async (cluster) => {
        const leaving = cluster.submit(
          withContext((ctx) => {
            for (let i = 0; i < 10; i++) ctx.submit((x: number) => x, i);
            return 1;
          }),
        );
        expect(await leaving.result()).to.equal(1);
        const waiting = cluster.submit(
          withContext((ctx) =>
            ctx.submit((): Promise<void> => new Promise((resolve) => setTimeout(resolve, 100))).result(),
          ),
        );
        await sleep(50);
        waiting.cancel();
        leaving.release();
        waiting.release();
        await expectForgotten(cluster as never);
      }));

    it("is called anew in an attempt that follows, when its worker was lost", () =>
      withCluster(host, { ...one, cores: 2, graceTime: 50, allowedFailures: 0 }, async (cluster) => {
        const stuck = cluster.submit((): Promise<never> => new Promise(() => {}));
        const parent = cluster.submit(
          withContext(async (ctx) => {
            const slow = ctx.submit(async () => {
              await new Promise((resolve) => setTimeout(resolve, 200));
              return 1;
            });
            ctx.send("submitted");
            return slow.result();
          }),
        );
        for await (const _ of parent.messages) break;
        stuck.cancel();
        const seen: unknown[] = [];
        for await (const message of parent.messages) seen.push(message);
        expect(seen).to.deep.equal(["submitted"]);
        expect(await parent.result()).to.equal(1);
        parent.release();
        stuck.release();
        await expectForgotten(cluster as never);
      }));
  });

  describe("a function that takes a context", () => {
    it("is told where it is called without one", () =>
      withCluster(host, one, async (cluster) => {
        const fn = withContext((ctx: TaskContext, x: number) => (ctx.signal.aborted ? 0 : x));
        expect(thrownBy(() => fn(1))).to.be.instanceOf(TypeError);
        expect(await errorOf(cluster.run(fn, 1)))
          .to.have.property("message")
          .that.matches(/takes a context/);
        expect(await cluster.gather(cluster.map(fn, [1, 2, 3]))).to.deep.equal([1, 2, 3]);
      }));

    it("knows the name of its task", () =>
      withCluster(host, one, async (cluster) => {
        const key = withContext((ctx) => ctx.key());
        expect(await cluster.with({ key: "mine" }).submit(key).result()).to.equal("mine");
        const other = cluster.submit(key);
        expect(await other.result()).to.equal(other.key);
      }));
  });
}
