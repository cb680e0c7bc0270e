// The same cluster with its server in a worker, or with its scheduler in a thread: what holds on one thread holds there.
import { expect } from "chai";
import type { ClusterOptions } from "weftwork";
import { describeActors } from "./actors.ts";
import { describeBroadcast } from "./broadcast.ts";
import { describeCores } from "./cores.ts";
import { describeFailures } from "./failures.ts";
import type { ClusterHost } from "./host.ts";
import { errorOf, fixture, withCluster } from "./host.ts";
import { describeLeftovers } from "./leftovers.ts";
import { describeLifetime } from "./lifetime.ts";
import { describeLimits } from "./limits.ts";
import { describeMoves } from "./moves.ts";
import { describeResults } from "./results.ts";
import { describeRoutes } from "./routes.ts";
import { describeWorkers } from "./workers.ts";

/** The suite of clusters, as far as it does not choose server, scheduler or workers by a function: the first half. */
export function describeServerInWorker(host: ClusterHost): void {
  const placed = inWorker(host);
  describeResults(placed);
  describeFailures(placed);
  describeWorkers(placed);
  describeLimits(placed);
  describeLifetime(placed);
  describeLeftovers(placed);
  describeActors(placed);
}

/** What workers that were started by another thread do with data; what they store is no matter of the server, nor are their executors, which one runtime shows. */
export function describeDataInWorker(host: ClusterHost): void {
  const placed = inWorker(host);
  if (host.runtime === "node") describeCores(placed);
  describeRoutes(placed);
  describeMoves(placed);
  describeBroadcast(placed);
}

/** The part of the suite in which a scheduler matters. */
export function describeSchedulerThread(host: ClusterHost): void {
  const scheduler = { name: "work-stealing", thread: true } as const;
  const placed = placedBy(host, "with its scheduler in a thread", { scheduler });
  describeFailures(placed);
  describeWorkers(placed);
  describeLeftovers(placed);
}

export function describePlacements(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { Cluster, isEngineError } = host.engine;
  const url = fixture("modules/schedulers.js");
  const squares = async (options: ClusterOptions): Promise<string> => {
    let scheduler = "";
    await withCluster(host, options, async (cluster) => {
      const numbers = Array.from({ length: 50 }, (_, n) => n);
      const results = cluster.map((n: number) => n * n, numbers);
      const sum = cluster.submit((all: readonly number[]) => all.reduce((a, b) => a + b, 0), results);
      expect(await sum.result()).to.equal(40_425);
      scheduler = cluster.info.scheduler;
    });
    return scheduler;
  };

  describe("Cluster.create with a scheduler that is named by an object", () => {
    for (const server of ["main", "worker"] as const) {
      for (const thread of [false, true]) {
        const where = `${thread ? "in a thread, " : ""}with the server in "${server}"`;
        it(`takes one that comes with the engine, ${where}`, async () => {
          expect(await squares({ server, scheduler: { name: "random", thread } })).to.equal("random");
        });

        it(`takes the export of a module, ${where}`, async () => {
          expect(await squares({ server, scheduler: { url, name: "makeInTurn", thread } })).to.equal("in-turn");
        });

        it(`says what is wrong with a module, ${where}`, async () => {
          const noFunction = await errorOf(Cluster.create({ server, scheduler: { url, name: "notOne", thread } }));
          expect(noFunction.message).to.match(/export "notOne" of .*schedulers\.js is number, must be a function/);
          const missing = new URL("not-there.js", url);
          expect((await errorOf(Cluster.create({ server, scheduler: { url: missing, thread } }))).message).to.match(
            /not-there\.js|import/i,
          );
        });
      }
    }

    it("ends the cluster with the scheduler's name when the thread dies", async () => {
      const cluster = await Cluster.create({ workers: 1, scheduler: { url, name: "makeFaulty", thread: true } });
      try {
        const error = await errorOf(cluster.submit(() => 1).result());
        expect(isEngineError(error, "closed"), String(error)).to.equal(true);
        expect(error.message).to.match(/scheduler "faulty".*out of order/);
      } finally {
        await cluster.close();
      }
    });
  });

  describe("Cluster.create refuses, before anything is started", () => {
    const refused = async (options: object): Promise<string> => {
      const error = await errorOf(Cluster.create(options));
      expect(error).to.be.instanceOf(TypeError);
      return error.message;
    };

    it("functions that would have to travel to a server in a worker", async () => {
      const server = "worker";
      expect(await refused({ server, scheduler: () => ({}) })).to.match(
        /"scheduler" is a function, which cannot travel .* must be a name or a module, as in \{ url, name \}/,
      );
      expect(await refused({ server, worker: () => ({}) })).to.match(/"worker" is a function.* must be the address/);
    });

    it("places that there are not, and addresses that are none", async () => {
      expect(await refused({ server: "moon" })).to.match(/"server" is "moon", must be "main" or "worker"/);
      expect(await refused({ scheduler: { url: "./mine.js" } })).to.match(/"\.\/mine\.js" is not, must be absolute/);
      const unknown = await errorOf(Cluster.create({ scheduler: { name: "fastest", thread: true } } as object));
      expect(unknown).to.be.instanceOf(RangeError);
      expect(unknown.message).to.match(/"fastest".*work-stealing/);
    });
  });

  describe('Cluster with `server: "worker"`', () => {
    it("says of arguments what cannot be sent, and goes on", () =>
      withCluster(host, { server: "worker" }, async (cluster) => {
        const bad = cluster.submit((x: unknown) => x, { deep: [() => 1] });
        const after = cluster.submit((x: unknown) => x, bad);
        const good = cluster.submit((x: number) => x + 1, 1);
        const error = await errorOf(bad.result());
        expect(error).to.have.property("code", "not-cloneable");
        expect(error.message).to.include("args[0].deep[0]");
        expect(await errorOf(after.result())).to.have.property("code", "dependency-failed");
        expect(await good.result()).to.equal(2);
        const [proxied, plain] = cluster.scatter<unknown>([new Proxy({}, {}), 7]);
        expect(await errorOf(proxied?.result() as Promise<unknown>)).to.have.property("code", "not-cloneable");
        expect(await plain?.result()).to.equal(7);
      }));

    it("moves marked buffers to the worker, and gathered ones home", () =>
      withCluster(host, { server: "worker" }, async (cluster) => {
        const list = new Float64Array(50_000).fill(2);
        const doubled = cluster.submit((xs: Float64Array) => xs.map((x) => 2 * x), host.engine.transfer(list) as never);
        const [result] = (await cluster.gather([doubled], { release: true })) as Float64Array[];
        expect([list.length, result?.length, result?.[49_999]]).to.deep.equal([0, 50_000, 4]);
      }));

    it("goes on while the page's thread is busy", () =>
      withCluster(host, { server: "worker" }, async (cluster) => {
        const step = async (before: number): Promise<number> => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          return before + 1;
        };
        const now = (): number => Date.now();
        const chain = Array.from({ length: 20 }).reduce<ReturnType<typeof cluster.submit<[number], number>>>(
          (last) => cluster.submit(step, last),
          cluster.submit(step, 0),
        );
        const ended = cluster.submit((_last: number) => Date.now(), chain);
        await cluster.run(now); // all of it has reached the server
        const until = Date.now() + 1500;
        while (Date.now() < until);
        expect(await chain.result()).to.equal(21);
        expect(await ended.result()).to.be.below(until);
      }));
  });
}

function inWorker(host: ClusterHost): ClusterHost {
  const server = "worker";
  return { ...placedBy(host, 'with `server: "worker"`', { server }), server };
}

/** A host whose clusters have these options, unless a test says otherwise; titles tell. */
function placedBy(host: ClusterHost, title: string, more: ClusterOptions): ClusterHost {
  const { engine, runner } = host;
  const create = (options: ClusterOptions = {}): Promise<unknown> => engine.Cluster.create({ ...more, ...options });
  const Cluster = new Proxy(engine.Cluster, {
    get: (target, name) => (name === "create" ? create : Reflect.get(target, name, target)),
  });
  const describe: typeof runner.describe = (name, body) => runner.describe(`${title}: ${name}`, body);
  return { ...host, engine: { ...engine, Cluster }, runner: { ...runner, describe } };
}
