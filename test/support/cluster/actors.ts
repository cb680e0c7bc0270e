// Actors: instances that live on workers and are called there.
import { expect } from "chai";
import type { Actor, Cluster, ClusterOptions } from "weftwork";
import * as actors from "../../fixtures/workers/actors.js";
import { closedPorts, countClosedPorts, eventually, total } from "./closed-ports.ts";
import type { ClusterHost } from "./host.ts";
import { errorOf, fixture, rejectionOf, thrownBy, withCluster } from "./host.ts";
import { deathOn } from "./workers.ts";

/** A plain class: it uses nothing from around it. */
export class Account {
  readonly owner: string;
  readonly history: number[] = [];
  #balance = 0;

  constructor(owner: string, balance = 0) {
    if (balance < 0) {
      const error = new RangeError(`${owner} cannot owe`, { cause: new TypeError("below zero") });
      throw Object.assign(error, { balance });
    }
    this.owner = owner;
    this.#balance = balance;
  }

  static readonly bank = "ours";

  get balance(): number {
    return this.#balance;
  }

  deposit(amount: number): number {
    this.#balance += amount;
    this.history.push(amount);
    return this.#balance;
  }

  async later(amount: number): Promise<number> {
    await null;
    return this.deposit(amount);
  }

  withdraw(amount: number): never {
    const error = new RangeError(`cannot withdraw ${amount}`, { cause: "too poor" });
    throw Object.assign(error, { balance: this.#balance });
  }

  throwNull(): never {
    // biome-ignore lint/style/useThrowOnlyError: methods of users throw whatever they like
    throw null;
  }

  sizeOf(value: { readonly deep: readonly ArrayBuffer[] } | ArrayBuffer): number {
    return value instanceof ArrayBuffer ? value.byteLength : (value.deep[0]?.byteLength ?? -1);
  }

  push(list: number[]): number[] {
    list.push(this.#balance);
    return list;
  }

  uncloneable(): unknown {
    return { rows: [1, { onDone: () => 1 }] };
  }

  never(): Promise<number> {
    return new Promise(() => {});
  }

  bankOf(): string {
    return Account.bank;
  }

  die(): unknown {
    const scope = globalThis as { process?: { exit?: (code: number) => void } };
    if (typeof scope.process?.exit === "function" && !("Deno" in globalThis)) scope.process.exit(7);
    setTimeout(() => {
      throw new Error("an error that nobody catches");
    });
    return new Promise(() => {});
  }
}

type Actors = typeof actors;

export function describeActors(host: ClusterHost): void {
  const { describe, it } = host.runner;
  const { moduleTask, transfer } = host.engine;
  const hasThreads = host.threads === "workers";
  const served: ClusterOptions = hasThreads
    ? { worker: fixture("workers/serves-actors.js") }
    : { tasks: { ...actors, inc: (x: number) => x + 1 } };
  const actorsOf = (cluster: Cluster): readonly number[] =>
    [...cluster.info.workers].sort((a, b) => a.worker - b.worker).map(({ actors: count }) => count);

  describe("Cluster.actor", () => {
    it("makes an instance that keeps its state, and calls its methods in the order of the calls", () =>
      withCluster(host, {}, async (cluster) => {
        const account = await cluster.actor(Account, "Ada", 1);
        const balances = await Promise.all([1, 2, 3, 4].map((amount) => account.deposit(amount)));
        expect(balances).to.deep.equal([2, 4, 7, 11]);
        const other = await cluster.actor(Account, "Bob");
        expect(await other.deposit(5)).to.equal(5);
        expect(await account.later(10)).to.equal(21);
        expect(await account.bankOf()).to.equal("ours");
      }));

    it("reads fields and getters when they are awaited", () =>
      withCluster(host, {}, async (cluster) => {
        const account = await cluster.actor(Account, "Ada", 3);
        await account.deposit(4);
        expect(await account.owner).to.equal("Ada");
        expect(await account.balance).to.equal(7);
        expect(await account.history).to.deep.equal([4]);
      }));

    it("makes actors of classes that the workers serve, and of exports of modules", () =>
      withCluster<Actors>(host, served, async (cluster) => {
        const first = await cluster.actor(cluster.tasks.Counter, 5);
        const url = fixture("workers/actors.js");
        const second = await cluster.actor(moduleTask<[number], actors.Counter>(url, "Counter"), 7);
        expect(await first.add(1)).to.equal(6);
        expect(await second.add(1)).to.equal(8);
      }));

    it("rejects with what the constructor threw, and leaves nothing behind", () =>
      withCluster(host, {}, async (cluster) => {
        const error = await errorOf(cluster.actor(Account, "Eve", -5));
        expect(error).to.be.instanceOf(RangeError).and.include({ message: "Eve cannot owe", balance: -5 });
        expect(error.cause).to.be.instanceOf(TypeError).and.have.property("message", "below zero");
        expect(Math.max(...actorsOf(cluster))).to.equal(0);
      }));

    it("keeps name, message, stack, cause and own properties of what a method throws", () =>
      withCluster(host, {}, async (cluster) => {
        const account = await cluster.actor(Account, "Ada", 2);
        const error = await errorOf(account.withdraw(9));
        expect(error).to.be.instanceOf(RangeError);
        expect(error).to.include({ message: "cannot withdraw 9", cause: "too poor", balance: 2 });
        expect(error.stack).to.include("withdraw");
        expect(await rejectionOf(account.throwNull())).to.equal(null);
        expect(await account.deposit(1)).to.equal(3);
        const unknown = account as unknown as { readonly close: () => Promise<unknown> };
        expect(await errorOf(unknown.close()))
          .to.be.instanceOf(TypeError)
          .with.property("message")
          .that.includes("close");
      }));

    it("clones arguments and results", () =>
      withCluster(host, {}, async (cluster) => {
        const account = await cluster.actor(Account, "Ada", 2);
        const list = [1];
        expect(await account.push(list)).to.deep.equal([1, 2]);
        expect(list).to.deep.equal([1]);
        const history = await account.history;
        (history as number[]).push(99);
        expect(await account.history).to.deep.equal([]);
      }));

    it("moves the buffers of arguments that are marked, at any depth, and of results", () =>
      withCluster<Actors>(host, served, async (cluster) => {
        const account = await cluster.actor(Account, "Ada");
        const [one, two, kept] = [new ArrayBuffer(8), new ArrayBuffer(16), new ArrayBuffer(24)];
        expect(await account.sizeOf(transfer(one))).to.equal(8);
        expect(await account.sizeOf({ deep: [transfer(two)] })).to.equal(16);
        expect(await account.sizeOf(kept)).to.equal(24);
        expect([one, two, kept].map((buffer) => buffer.byteLength)).to.deep.equal([0, 0, 24]);
        for (const way of ["give", "giveNamed"] as const) {
          const keeper = await cluster.actor(cluster.tasks.Keeper, transfer(new ArrayBuffer(32)));
          expect(await keeper.size).to.equal(32);
          const given = await keeper[way]();
          expect("buffer" in given ? given.buffer.byteLength : given.byteLength).to.equal(32);
          expect(await keeper.size, "moved").to.equal(0);
        }
      }));

    it("names the part of an argument or a result that cannot be cloned, moves nothing, and goes on", () =>
      withCluster<Actors>(host, served, async (cluster) => {
        const account = await cluster.actor(Account, "Ada", 2);
        const badResult = await errorOf(account.uncloneable());
        expect(badResult).to.have.property("code", "not-cloneable");
        expect(badResult.details).to.deep.equal({ key: "Account.uncloneable", path: "result.rows[1].onDone" });
        const badArgument = await errorOf(account.push([1, (() => 1) as unknown as number]));
        expect(badArgument).to.have.property("code", "not-cloneable");
        expect(badArgument.details).to.deep.equal({ key: "Account.push", path: "args[0][1]" });
        const buffer = new ArrayBuffer(8);
        const mixed = { deep: [transfer(buffer)], size: () => 0 };
        expect(await errorOf(account.sizeOf(mixed))).to.have.property("code", "not-cloneable");
        expect(buffer.byteLength).to.equal(8);
        const keeper = await cluster.actor(cluster.tasks.Keeper, new ArrayBuffer(8));
        expect(await errorOf(keeper.giveWithFunction())).to.have.property("code", "not-cloneable");
        expect(await keeper.size).to.equal(8);
        expect(await account.deposit(1)).to.equal(3);
      }));

    it("refuses what is no class, cannot be sent, or is not served", () =>
      withCluster<Actors>(host, served, async (cluster) => {
        const outer = { value: 1 };
        class UsesOuter {
          readonly got = outer.value;
        }
        class Derived extends Account {}
        const refusals: readonly [Promise<unknown>, RegExp][] = [
          [cluster.actor(UsesOuter), /class "UsesOuter".*"outer"/],
          [cluster.actor(Derived, "Ada"), /class "Derived".*"Account"/],
          [cluster.actor((() => ({})) as unknown as typeof Account, "Ada"), /it is a function, must be a class/],
          [cluster.actor(Map), /"Map".*built in/],
          [cluster.actor({} as typeof Account, "Ada"), /must be a class/],
          [cluster.actor((cluster.tasks as unknown as { Nobody: typeof Account }).Nobody, "Ada"), /"Nobody".*Counter/],
        ];
        for (const [refusal, message] of refusals) {
          const error = await errorOf(refusal);
          expect(error).to.be.instanceOf(TypeError);
          expect(error.message).to.match(message);
        }
        const account = await cluster.actor(Account, "Ada");
        const future = cluster.submit(() => 1) as unknown as number;
        const error = await errorOf(account.deposit(future));
        expect(error).to.be.instanceOf(TypeError).with.property("message").that.includes("args[0] is a future");
      }));

    it("sends classes that extend what every worker has", () =>
      withCluster(host, {}, async (cluster) => {
        class Bag extends Map<string, number> {
          count(): number {
            return this.size;
          }
        }
        const bag = await cluster.actor(Bag);
        await bag.set("a", 1); // its result, the instance, is cloned as the Map that it is
        expect(await bag.count()).to.equal(1);
      }));

    it("refuses plain classes where `allowSource` is false, and takes served ones", () =>
      withCluster<Actors>(host, { ...served, allowSource: false }, async (cluster) => {
        const error = await errorOf(cluster.actor(Account, "Ada"));
        expect(error).to.be.instanceOf(TypeError).with.property("message").that.includes("allowSource");
        expect(await (await cluster.actor(cluster.tasks.Counter, 1)).add(1)).to.equal(2);
      }));

    it("answers calls while tasks are computed", () =>
      withCluster(host, {}, async (cluster) => {
        const account = await cluster.actor(Account, "Ada");
        const squares = cluster.map(
          (x: number) => x * x,
          Array.from({ length: 2000 }, (_, i) => i),
        );
        const balances = await Promise.all(Array.from({ length: 50 }, () => account.deposit(1)));
        expect(balances.at(-1)).to.equal(50);
        expect((await cluster.gather(squares)).at(-1)).to.equal(1999 * 1999);
      }));
  });

  describe("Actor.release", () => {
    it("rejects the calls that wait as `cancelled`, later ones as a mistake, and frees the worker's place", () =>
      withCluster(host, {}, async (cluster) => {
        const account = await cluster.actor(Account, "Ada");
        const waiting = errorOf(account.never());
        const field = account.owner;
        expect(Math.max(...actorsOf(cluster))).to.equal(1);
        account.release();
        account.release();
        expect(await waiting).to.have.property("code", "cancelled");
        expect((await waiting).details).to.deep.equal({ key: "Account" });
        for (const late of [account.deposit(1), Promise.resolve(field)]) {
          expect(await errorOf(late))
            .to.be.instanceOf(TypeError)
            .with.property("message")
            .that.includes("was released");
        }
        expect(Math.max(...actorsOf(cluster))).to.equal(0);
        const next = await cluster.actor(Account, "Bob");
        expect(await next.deposit(1)).to.equal(1);
        next[Symbol.dispose]();
        expect(await errorOf(next.deposit(1))).to.be.instanceOf(TypeError);
      }));

    if (!hasThreads) return;

    it("closes the port on both sides", () =>
      withCluster(host, {}, async (cluster) => {
        countClosedPorts();
        await cluster.run(countClosedPorts);
        const made: Actor<Account>[] = [];
        for (const name of ["a", "b", "c", "d"]) made.push(await cluster.actor(Account, name));
        for (const actor of made) actor.release();
        expect(closedPorts(), "here").to.equal(4);
        const isSettled = (counts: ReadonlyMap<number, number>): boolean => total(counts) === 4;
        expect(await eventually(() => cluster.run(closedPorts), isSettled)).to.equal(true);
      }));
  });

  describe("Cluster.close ends actors", () => {
    it("with `closed` for calls that wait, calls that come later, and actors that are being made", async () => {
      const cluster = await host.engine.Cluster.create({ workers: hasThreads ? 2 : 1 });
      const account = await cluster.actor(Account, "Ada");
      const waits = [errorOf(account.never()), errorOf(cluster.actor(Account, "Bob"))];
      await Promise.resolve();
      await cluster.close();
      waits.push(errorOf(account.deposit(1)), errorOf(cluster.actor(Account, "Cid")));
      for (const wait of waits) expect(await wait).to.have.property("code", "closed");
      account.release();
      expect(thrownBy(() => cluster.submit(() => 1))).to.have.property("code", "closed");
    });
  });

  if (hasThreads) describePlaces();

  function describePlaces(): void {
    describe("the place of an actor", () => {
      it("is the worker with the fewest, of those the first", () =>
        withCluster(host, { workers: 3 }, async (cluster) => {
          const made: Actor<Account>[] = [];
          const counts: (readonly number[])[] = [];
          for (const name of ["a", "b", "c", "d"]) {
            made.push(await cluster.actor(Account, name));
            counts.push(actorsOf(cluster));
          }
          expect(counts).to.deep.equal([
            [1, 0, 0],
            [1, 1, 0],
            [1, 1, 1],
            [2, 1, 1],
          ]);
          made[1]?.release();
          await cluster.actor(Account, "e");
          expect(actorsOf(cluster)).to.deep.equal([2, 1, 1]);
          await Promise.all([cluster.actor(Account, "f"), cluster.actor(Account, "g")]);
          expect(actorsOf(cluster), "made at once").to.deep.equal([2, 2, 2]);
        }));

      it("is kept when the cluster is scaled down, as long as another worker can go", () =>
        withCluster(host, { workers: 3 }, async (cluster) => {
          const [first, second, third] = [
            await cluster.actor(Account, "a"),
            await cluster.actor(Account, "b"),
            await cluster.actor(Account, "c"),
          ];
          first.release();
          second.release();
          await cluster.scale(1);
          expect(await third.deposit(7)).to.equal(7);
          expect(actorsOf(cluster)).to.deep.equal([1]);
        }));

      it("is lost with a worker that must go", () =>
        withCluster(host, { workers: 2 }, async (cluster) => {
          const made = [await cluster.actor(Account, "a"), await cluster.actor(Account, "b")];
          await cluster.scale(1);
          const outcomes = await Promise.allSettled(made.map((actor) => actor.deposit(1)));
          expect(outcomes.map(({ status }) => status).sort()).to.deep.equal(["fulfilled", "rejected"]);
          const lost = outcomes.find((outcome) => outcome.status === "rejected");
          expect(lost?.reason).to.have.property("code", "worker-lost");
          expect(actorsOf(cluster)).to.deep.equal([1]);
        }));

      it("rejects the calls that wait and those that come later when the worker dies, and spares other actors", () =>
        withCluster(host, { workers: 2 }, async (cluster) => {
          const [doomed, spared] = [await cluster.actor(Account, "a"), await cluster.actor(Account, "b")];
          const waits = [doomed.never(), doomed.die(), doomed.later(1).then(() => doomed.never())].map(errorOf);
          for (const wait of waits) {
            expect(await wait).to.have.property("code", "worker-lost");
            expect((await wait).details).to.deep.equal({ key: "Account", attempts: 1 });
          }
          expect(await errorOf(doomed.deposit(1))).to.have.property("code", "worker-lost");
          expect(await errorOf(Promise.resolve(doomed.owner))).to.have.property("code", "worker-lost");
          expect(await spared.deposit(1)).to.equal(1);
          const next = await cluster.actor(Account, "c");
          expect(await next.deposit(2)).to.equal(2);
          doomed.release();
        }));

      it("is waited for while there is no worker", () =>
        withCluster(host, { workers: 1 }, async (cluster) => {
          await errorOf(cluster.run(deathOn(host)));
          const account = await cluster.actor(Account, "a");
          expect(await account.deposit(3)).to.equal(3);
        }));
    });
  }
}
