// What is left when a cluster was closed, in the middle of whatever: no worker, port, timer, database, folder or lock.
import { expect } from "chai";
import type { Cluster, ClusterOptions } from "weftwork";
import { Account } from "./actors.ts";
import { newIn, takeCensus, withTemporaryFolder } from "./census.ts";
import type { ClusterHost } from "./host.ts";
import { errorOf, fixture } from "./host.ts";
import { computeAll, eventually, rows, totalMemory } from "./overfull.ts";

interface Scope {
  pongs?: BroadcastChannel;
}

/** From now on this worker answers on a channel for as long as it lives. */
const answerPings = (name: string): void => {
  const pongs = new BroadcastChannel(name);
  (globalThis as Scope).pongs = pongs; // else it may be collected
  pongs.onmessage = ({ data }) => {
    if (data === "ping") pongs.postMessage("pong");
  };
};

export function describeLeftovers(host: ClusterHost): void {
  const { describe } = host.runner;
  const it = host.runner.itLeavingNothing ?? host.runner.it;
  const { Cluster, isEngineError } = host.engine;
  const hasThreads = host.threads === "workers";
  const workers = hasThreads ? 2 : 1;
  const options: ClusterOptions = {
    ...{ workers, memoryLimit: rows.memoryLimit },
    ...(hasThreads ? {} : { spill: "memory" }),
  };
  const stores: readonly ClusterOptions[] =
    host.runtime === "browser" ? [{ spill: "indexeddb" }, { spill: "opfs" }] : [{}];

  /** Runs `body`, and expects that the world is as it was, and nobody answers on the channel any more. */
  function leavingNothing(body: (pings: Pings) => Promise<void>, name = `weftwork-${Math.random()}`): Promise<void> {
    return withTemporaryFolder(host, async () => {
      const pings = new Pings(name);
      try {
        const before = await takeCensus(host);
        await body(pings);
        expect(
          await eventually(
            () => pings.count(),
            (pongs) => pongs === 0,
          ),
          "workers that answer",
        ).to.equal(0);
        const left = await eventually(
          async () => newIn(await takeCensus(host), before),
          ({ length }) => length === 0,
        );
        expect(left).to.deep.equal([]);
      } finally {
        pings.end();
      }
    });
  }

  async function createWithPings(pings: Pings, more: ClusterOptions): Promise<Cluster> {
    const cluster = await Cluster.create({ ...options, ...more });
    if (!hasThreads) return cluster as Cluster; // its worker is this thread
    await cluster.run(answerPings, pings.name);
    expect(
      await eventually(
        () => pings.count(),
        (pongs) => pongs === workers,
      ),
    ).to.equal(workers);
    return cluster as Cluster;
  }

  describe("Cluster leaves nothing behind", () => {
    for (const store of stores) {
      const where = store.spill === undefined ? "" : ` in ${store.spill}`;

      it(`when it has computed, stored${where}, run and had an actor`, () =>
        leavingNothing(async (pings) => {
          const cluster = await createWithPings(pings, store);
          await computeAll(cluster, rows);
          expect((await totalMemory(cluster)).written).to.be.above(0);
          const account = await cluster.actor(Account, "Ada", 1);
          expect(await account.deposit(1)).to.equal(2);
          await cluster.scale(workers + 1);
          await cluster.scale(workers);
          await cluster.close();
        }));

      it(`when it is closed while it computes and stores${where}`, () =>
        leavingNothing(async (pings) => {
          for (const share of [0.1, 0.5, 0.9]) {
            const cluster = await createWithPings(pings, store);
            const results = cluster.map(
              rows.make,
              Array.from({ length: rows.count }, (_, n) => n),
            );
            const outcome = cluster.gather(results).then(
              () => "done",
              (error: { readonly code?: unknown }) => error.code,
            );
            const actor = errorOf(cluster.actor(Account, "Bob").then((account) => account.never()));
            await results[Math.floor(share * rows.count)]?.result();
            await cluster.close();
            expect(["done", "closed"]).to.include(await outcome);
            expect(await actor).to.have.property("code", "closed");
          }
        }));

      it(`when it is closed at once${where}`, () =>
        leavingNothing(async () => {
          const cluster = await Cluster.create({ ...options, ...store });
          await cluster.close();
        }));
    }

    if (!hasThreads) return;

    it("when it is closed while workers come and go", () =>
      leavingNothing(async (pings) => {
        const cluster = await createWithPings(pings, {});
        const scaled = errorOf(cluster.scale(5));
        await Promise.resolve();
        await cluster.close();
        expect(await scaled).to.have.property("code", "closed");
      }));

    it("when it did not start", () =>
      leavingNothing(async (pings) => {
        const worker = fixture("workers/answers-pings.js");
        const error = errorOf(Cluster.create({ ...options, worker, bootTimeout: 1000 }));
        expect(
          await eventually(
            () => pings.count(),
            (pongs) => pongs === workers,
          ),
          "alive meanwhile",
        ).to.equal(workers);
        expect(isEngineError(await error, "boot-failed")).to.equal(true);
      }, "weftwork-never-serves"));

    it("when its script is missing or broken", () =>
      leavingNothing(async () => {
        for (const script of ["misses-import.js", "syntax-error.js", "is-not-there.js"]) {
          const error = await errorOf(Cluster.create({ ...options, worker: fixture(`workers/${script}`) }));
          expect(isEngineError(error, "boot-failed")).to.equal(true);
        }
      }));
  });
}

/** Asks on a channel who is there. */
class Pings {
  readonly name: string;
  readonly #channel: BroadcastChannel;
  #pongs = 0;

  constructor(name: string) {
    this.name = name;
    this.#channel = new BroadcastChannel(name);
    this.#channel.onmessage = ({ data }) => {
      if (data === "pong") this.#pongs++;
    };
  }

  /** How many answer within 100 ms. */
  async count(): Promise<number> {
    this.#pongs = 0;
    this.#channel.postMessage("ping");
    await new Promise((resolve) => setTimeout(resolve, 100));
    return this.#pongs;
  }

  end(): void {
    this.#channel.close();
  }
}
