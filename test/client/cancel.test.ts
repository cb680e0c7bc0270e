import { describe, expect, it } from "vitest";
import { isEngineError } from "../../src/base/errors.ts";
import { Client } from "../../src/client/client.ts";
import { FunctionTable } from "../../src/client/function-table.ts";
import type { Future } from "../../src/client/future.ts";
import { TaskGraph } from "../../src/graph/task-graph.ts";
import type { ClientToReactor } from "../../src/protocol/client-to-reactor.ts";
import { closedError, Simulation, settle } from "../support/simulation.ts";

const add = (a: number, b: number): number => a + b;
const boom = (): never => {
  throw new RangeError("boom");
};

type Sent = ClientToReactor & { readonly kind: "submit" };

/** A client alone, and what it sends. */
function alone(): { readonly client: Client; readonly sent: ClientToReactor[] } {
  const sent: ClientToReactor[] = [];
  const functions = new FunctionTable({ describe: String, served: ["inc"], onPlain: () => {} });
  return { client: new Client({ functions, send: (message) => sent.push(message) }), sent };
}

/** A signal that counts its listeners. */
function countedSignal(): { readonly controller: AbortController; added: number; removed: number } {
  const counted = { controller: new AbortController(), added: 0, removed: 0 };
  const { signal } = counted.controller;
  const [add, remove] = [signal.addEventListener, signal.removeEventListener];
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    counted.added++;
    add.apply(signal, args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    counted.removed++;
    remove.apply(signal, args);
  };
  return counted;
}

const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "kept",
    (error: unknown) => (isEngineError(error) ? error.code : error),
  );

const cancelsIn = (sent: readonly ClientToReactor[]) =>
  sent.flatMap((message) => (message.kind === "cancel" ? [message] : []));

describe("Future.cancel", () => {
  it("fails the future at once, with the reason as the cause, and all that need it as their dependency", async () => {
    const sim = new Simulation({ workers: [1, 1], seed: 3 });
    const a = sim.client.submit(add, [1, 2], { key: "a" });
    const b = sim.client.submit(add, [a, 2], { key: "b" });
    const other = sim.client.submit(add, [2, 2]);
    const waits = [a.result(), b.result()].map((wait) => wait.catch((error: unknown) => error));
    const reason = new Error("not needed");
    a.cancel(reason);
    expect(a.status).to.equal("failed");
    expect(b.status).to.equal("pending");
    await sim.run();
    const [first, second] = (await Promise.all(waits)) as [Error, Error];
    expect(isEngineError(first, "cancelled") && first.details).to.deep.equal({ key: "a" });
    expect(first.cause).to.equal(reason);
    expect(isEngineError(second, "dependency-failed") && second.details).to.deep.equal({ key: "b", root: "a" });
    expect((second.cause as Error).cause).to.have.property("message", "not needed");
    expect(await sim.resultOf(other.result())).to.equal(4);
    for (const future of [a, b, other]) future.release();
    await sim.run();
    sim.expectQuiet();
  });

  it("does nothing a second time, after a result, after a failure and after a release", async () => {
    const sim = new Simulation({ workers: [1], seed: 3 });
    const { client } = sim;
    const [done, failed, released, twice] = [client.submit(add, [1, 2]), client.submit(boom, [])].concat([
      client.submit(add, [3, 4]),
      client.submit(add, [5, 6]),
    ]) as [Future, Future, Future, Future];
    released.release();
    twice.cancel("first");
    await sim.run();
    for (const future of [done, failed, released, twice]) future.cancel("later");
    expect(await sim.resultOf(done.result())).to.equal(3);
    expect(await codeOf(failed.result())).to.have.property("message", "boom");
    expect(released.status).to.equal("released");
    expect(await twice.result().catch((error: Error) => error.cause)).to.equal("first");
  });

  it("takes a future back as an argument: what is submitted with it fails too", async () => {
    const sim = new Simulation({ workers: [1], seed: 3 });
    const a = sim.client.submit(add, [1, 2]);
    a.cancel();
    const late = sim.client.submit(add, [a, 1]);
    await sim.run();
    expect(await codeOf(late.result())).to.equal("dependency-failed");
  });

  it("sends what is cancelled in one turn as one message, after the tasks and before what is released", async () => {
    const { client, sent } = alone();
    const futures = client.map(add, [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    for (const future of futures) future.cancel("enough");
    for (const future of futures) future.release();
    await settle();
    expect(sent.map(({ kind }) => kind)).to.deep.equal(["functions", "submit", "cancel", "release"]);
    expect(cancelsIn(sent)[0]).to.deep.include({
      futures: Int32Array.from(futures, ({ id }) => id),
      reason: { kind: "value", value: "enough" },
    });
  });
});

describe("the option `signal`", () => {
  it("has one listener for 10,000 tasks, which is gone when they have ended", async () => {
    const counted = countedSignal();
    const { signal } = counted.controller;
    const numbers = Array.from({ length: 10_000 }, (_, i) => i);
    const { client, sent } = alone();
    const futures = client.map(add, [numbers, numbers], { signal });
    await settle();
    expect(counted).to.include({ added: 1, removed: 0 });
    client.receive([{ kind: "finished", futures: Int32Array.from(futures.slice(1), ({ id }) => id) }]);
    expect(counted).to.include({ added: 1, removed: 0 });
    futures[0]?.release();
    expect(counted).to.include({ added: 1, removed: 1 });
    counted.controller.abort();
    await settle();
    expect(cancelsIn(sent)).to.deep.equal([]);
  });

  it("cancels all its tasks in one message when it is aborted", async () => {
    const { client, sent } = alone();
    const counted = countedSignal();
    const { signal } = counted.controller;
    const futures = client.map(add, [Array.from({ length: 10_000 }, (_, i) => i), new Array(10_000).fill(1)], {
      signal,
    });
    const other = client.submit(add, [1, 2]);
    counted.controller.abort(new Error("left"));
    await settle();
    expect(counted).to.include({ added: 1, removed: 1 });
    expect(cancelsIn(sent).map((message) => message.futures.length)).to.deep.equal([10_000]);
    expect(futures.every(({ status }) => status === "failed")).to.equal(true);
    expect(other.status).to.equal("pending");
  });

  it("cancels at once what is submitted when it was aborted before", async () => {
    const { client, sent } = alone();
    const future = client.submit(add, [1, 2], { signal: AbortSignal.abort(new Error("too late")) });
    expect(future.status).to.equal("failed");
    await settle();
    expect(sent.map(({ kind }) => kind)).to.deep.equal(["functions", "submit", "cancel"]);
  });

  it("holds for graphs: their outputs are cancelled, and every task is supervised", async () => {
    const { client, sent } = alone();
    const graph = new TaskGraph();
    const one = graph.callValue(graph.define(add), 1);
    graph.callList(graph.define(boom), [one]);
    const controller = new AbortController();
    const futures = client.computeGraph(graph, undefined, { signal: controller.signal });
    controller.abort();
    await settle();
    expect(cancelsIn(sent)[0]?.futures).to.deep.equal(Int32Array.from(futures, ({ id }) => id));
    const [functions] = sent;
    const kinds = functions?.kind === "functions" && functions.definitions.map(({ kind }) => kind);
    expect(kinds).to.deep.equal(["source", "supervised", "source", "supervised"]);
  });

  it("of many results has one listener too, gone when all are there", async () => {
    const sim = new Simulation({ workers: [1], seed: 3 });
    const counted = countedSignal();
    const { signal } = counted.controller;
    const futures = sim.client.map(add, [
      [1, 2, 3],
      [4, 5, 6],
    ]);
    const results = Promise.all(futures.map((future) => future.result({ signal })));
    expect(await sim.resultOf(results)).to.deep.equal([5, 7, 9]);
    expect(counted).to.include({ added: 1, removed: 1 });
  });

  it("is let go of when the cluster closes", () => {
    const { client } = alone();
    const counted = countedSignal();
    client.submit(add, [1, 2], { signal: counted.controller.signal });
    client.close(closedError());
    expect(counted).to.include({ added: 1, removed: 1 });
  });
});

describe("the options `timeout`, `retries`, `retryDelay`", () => {
  const termsOf = (sent: readonly ClientToReactor[]): unknown =>
    (sent.find(({ kind }) => kind === "submit") as Sent).terms;

  it("travel by ranges of tasks, and not at all where nothing is asked", async () => {
    const { client, sent } = alone();
    client.submit(add, [1, 2]);
    for (let i = 0; i < 3; i++) client.submit(add, [1, 2], { timeout: 100, retries: 2 });
    client.submit(add, [1, 2], { retries: 2 });
    client.submit(add, [1, 2]);
    await settle();
    expect(termsOf(sent)).to.deep.equal([
      { from: 1, to: 4, timeout: 100, retries: 2 },
      { from: 4, to: 5, retries: 2 },
    ]);
    sent.length = 0;
    client.submit(add, [1, 2]);
    await settle();
    expect(sent[0]).not.to.have.property("terms");
  });

  it("refuse what makes no sense, naming it", () => {
    const { client } = alone();
    const refused: readonly (readonly [object, string])[] = [
      [{ timeout: 0 }, '"timeout" is 0, must be above 0 milliseconds'],
      [{ retries: 1.5 }, '"retries" is 1.5, must be a whole number, 0 or more'],
      [{ retryDelay: -1 }, '"retryDelay" is -1, must be 0 milliseconds or more'],
    ];
    for (const [options, text] of refused) {
      expect(() => client.submit(add, [1, 2], options)).to.throw(RangeError, `Cannot submit a task: ${text}`);
    }
  });

  it("let a task that throws be tried again, and give the last failure when it may not be any more", async () => {
    let calls = 0;
    const flaky = (...[least]: readonly unknown[]): number => {
      if (++calls < (least as number)) throw new RangeError(`call ${calls}`);
      return calls;
    };
    const sim = new Simulation({ workers: [1, 1], seed: 3, tasks: { flaky } });
    const task = { kind: "task", name: "flaky" } as const;
    expect(await sim.resultOf(sim.client.submit(task, [3], { retries: 2, retryDelay: 5 }).result())).to.equal(3);
    calls = 0;
    const error = await sim.resultOf(sim.client.submit(task, [5], { retries: 2 }).result());
    expect(error).to.be.instanceOf(RangeError).and.have.property("message", "call 3");
  });
});
